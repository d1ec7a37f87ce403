import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PowerClick, whyNotSent } from '../../../../electron/app/tray-commands.ts'
import type { MenuItem } from '../../../../electron/tray/menu.ts'
import { menuModel } from '../../../../electron/tray/menu-model.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import type { AppState } from '../../../../shared/state/state-schema.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

type Server = Parameters<typeof serverView>[0]
const withServer = (more: Server = {}, key: Parameters<typeof keyView>[0] = {}) =>
  appState({ panels: [panelView()], keys: [keyView(key)], servers: [serverView({ state: 'running', ...more })] })

const { ref } = serverView()
const stalled = powerAction({ id: 'a', signal: 'stop', phase: 'stalled' })

describe('whyNotSent', () => {
  it.each<[string, Server, Omit<PowerClick, 'ref'>, string | null]>([
    ['as it was', {}, { signal: 'restart' }, null],
    [
      'stopped meanwhile',
      { state: 'offline' },
      { signal: 'restart' },
      'The server’s state has changed: offline, use Start.',
    ],
    ['started meanwhile', {}, { signal: 'start' }, 'The server’s state has changed: already running.'],
    [
      'acted on meanwhile',
      { action: powerAction({ phase: 'accepted' }) },
      { signal: 'stop' },
      'The server’s state has changed: another action is running.',
    ],
    ['acted on, and to be killed', { action: powerAction({ phase: 'accepted' }) }, { signal: 'kill' }, null],
    ['not known', { state: 'unknown' }, { signal: 'start' }, null],
    ['still stalled', { state: 'stopping', action: stalled }, { signal: 'stop', retryOf: 'a' }, null],
    [
      'still stalled, and dropped once more',
      { state: 'stopping', action: { ...stalled, signal: 'restart' } },
      { signal: 'restart', retryOf: 'a' },
      'The server’s state has changed: still stopping.',
    ],
    [
      'stalled, but it came about after all',
      { state: 'offline', action: powerAction({ id: 'a', signal: 'stop', phase: 'confirmed' }) },
      { signal: 'stop', retryOf: 'a' },
      'The action that was to be tried again is over.',
    ],
    [
      'another one stalled since',
      { state: 'stopping', action: powerAction({ id: 'b', signal: 'restart', phase: 'stalled' }) },
      { signal: 'stop', retryOf: 'a' },
      'The action that was to be tried again is over.',
    ],
  ])('%s', (_, server, click, message) => {
    expect(whyNotSent(withServer(server), { ref, ...click }, 0)?.message ?? null).toBe(message)
  })

  it('sends nothing to a server that has gone', () => {
    expect(whyNotSent(appState(), { ref, signal: 'restart' }, 0)?.code).toBe('unknown-server')
  })

  it('lets what the panel refused be tried again, and not what the owner says the key lacks', () => {
    const refused = withServer({}, { learned: [{ permission: 'power', has: false, at: 0 }] })
    expect(whyNotSent(refused, { ref, signal: 'restart' }, 1)).toBeNull()
    const lacking = withServer({}, { declared: [] })
    expect(whyNotSent(lacking, { ref, signal: 'restart' }, 1)?.message).toContain('key lacks Power')
    // The owner may be wrong of a key that they choose by name.
    expect(whyNotSent(lacking, { ref, signal: 'restart', keyId: keyView().id }, 1)).toBeNull()
  })
})

/** Every item of a menu that sends a signal. */
const powerItems = (items: readonly MenuItem[]): { label: string; command: PowerClick & { asks: boolean } }[] =>
  items.flatMap((item) => {
    if (item.kind === 'submenu') return powerItems(item.items)
    return item.kind === 'action' && item.enabled && item.command.kind === 'power'
      ? [{ label: item.label, command: item.command }]
      : []
  })

const phases = ['sending', 'waiting', 'accepted', 'confirmed', 'unconfirmed', 'refused', 'stalled'] as const
const aServer = (identifier: string): fc.Arbitrary<ServerView | null> =>
  fc.option(
    fc
      .record({
        state: fc.constantFrom('unknown', 'offline', 'starting', 'running', 'stopping'),
        condition: fc.constantFrom(null, 'suspended'),
        action: fc.option(
          fc
            .record({
              id: fc.constantFrom('a', 'b'),
              signal: fc.constantFrom('start', 'stop', 'restart', 'kill'),
              phase: fc.constantFrom(...phases),
            })
            .map(powerAction),
        ),
      })
      .map((parts) => serverView({ identifier, name: `Server ${identifier}`, ...parts })),
  )
const aState: fc.Arbitrary<AppState> = fc
  .tuple(aServer('aaaaaaaa'), aServer('bbbbbbbb'))
  .map((servers) =>
    appState({ panels: [panelView()], keys: [keyView()], servers: servers.filter((one) => one !== null) }),
  )

describe('a click on a menu', () => {
  it('that is of this moment is never turned down', () => {
    fc.assert(
      fc.property(aState, (state) => {
        for (const { command } of powerItems(menuModel(state, 0))) expect(whyNotSent(state, command, 0)).toBeNull()
      }),
    )
  })

  it('that is older goes out only where the menu of this moment has the same item, with the same promise', () => {
    fc.assert(
      fc.property(aState, aState, (before, after) => {
        const now = powerItems(menuModel(after, 0))
        for (const { label, command } of powerItems(menuModel(before, 0))) {
          if (whyNotSent(after, command, 0) !== null) continue
          const same = now.filter((item) => item.command.ref === command.ref && item.command.signal === command.signal)
          expect([label, same.map((item) => item.command.retryOf)]).toEqual([
            label,
            expect.arrayContaining([command.retryOf]),
          ])
        }
      }),
    )
  })
})
