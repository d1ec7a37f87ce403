import { describe, expect, it } from 'vitest'
import { createLastErrors, describeApp, newErrors } from '../../../../electron/log/diagnostics.ts'
import { setKeyHealth } from '../../../../electron/state/updates.ts'
import { appError } from '../../../../shared/errors.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const secret = 'ptlc_0123456789aSecretThatMustNotLeak'
const refused = appError('token-refused', { message: `host panel.secret.example said ${secret}`, detail: 'My detail' })
const key = keyView({ label: 'My label', health: { kind: 'failing', since: 5, error: refused } })
const state = appState({
  panels: [
    panelView({ name: 'My panel', baseUrl: 'https://panel.secret.example/api/client' }),
    panelView({ id: 'demo', kind: 'demo', baseUrl: 'http://127.0.0.1:4000/api/client' }),
  ],
  keys: [key, keyView({ id: 'b', tokenIn: null })],
  servers: [serverView({ name: 'My server' })],
  notices: [{ id: 'settings-restored', level: 'warning', message: 'kept as /profile/settings.damaged.json', hint: '' }],
})

describe('describeApp', () => {
  const text = describeApp({
    state,
    runtime: { versions: { node: '24.0.0', electron: '45.0.0' }, platform: 'linux', release: '6.1', arch: 'x64' },
    settingsVersion: 2,
    errors: [{ code: 'token-refused', count: 3, at: 0 }],
    now: 0,
    hashHost: (host) => `panel-${host.length}`,
  })

  it('tells versions, system, vault, panels and last errors', () => {
    const server = Object.values(state.servers)[0]
    expect(text).toBe(
      [
        'Servertray 0.1.0',
        'Time: 1970-01-01T00:00:00.000Z',
        'System: linux 6.1 x64',
        'Runtime: electron 45.0.0, node 24.0.0',
        'Tray: shown',
        'Settings: version 2; notices settings-restored',
        'Vault: new tokens go to keychain; tokens in keychain 1, nowhere 1',
        `Servers: ${server?.state} 1`,
        'Panels: 2',
        '- panel-20 (https, pterodactyl): keys token-refused 1, works 1; servers 1',
        '- demo panel (http, pterodactyl): keys none; servers 0',
        'Last errors:',
        '- token-refused: 3, last at 1970-01-01T00:00:00.000Z',
        '',
      ].join('\n'),
    )
  })

  it('holds no name, address, identifier or word of anybody', () => {
    const { identifier, ref } = Object.values(state.servers)[0] ?? { identifier: '', ref: '' }
    const never = [secret, 'secret.example', 'My ', '127.0.0.1', '/home', 'home-key', identifier, ref]
    for (const word of never) expect(text).not.toContain(word)
  })
})

describe('last errors', () => {
  it('are counted by code, newest first', async () => {
    const clock = createFakeClock(0)
    const errors = createLastErrors(clock)
    errors.note('timeout')
    await clock.advance(5)
    errors.note('tls-failed')
    await clock.advance(5)
    errors.note('timeout')
    expect(errors.list()).toEqual([
      { code: 'timeout', count: 2, at: 10 },
      { code: 'tls-failed', count: 1, at: 5 },
    ])
  })

  it('come from what appeared on keys and actions, once each', () => {
    const before = appState({ panels: [panelView()], keys: [keyView()] })
    const failing = setKeyHealth(key.id, { kind: 'failing', since: 1, error: refused })(before)
    expect(newErrors(before, failing)).toEqual(['token-refused'])
    const again = setKeyHealth(key.id, { kind: 'failing', since: 2, error: refused })(failing)
    expect(newErrors(failing, again)).toEqual([])
    const action = powerAction({ signal: 'stop', phase: 'refused', error: appError('timeout') })
    const acted = appState({ servers: [serverView({ action })] })
    expect(newErrors(appState({ servers: [serverView()] }), acted)).toEqual(['timeout'])
    expect(newErrors(acted, acted)).toEqual([])
  })
})
