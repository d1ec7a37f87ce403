import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportSettings, importSettings, mergeImported } from '../../../../electron/settings/export-file.ts'
import { defaultSettings, type Settings } from '../../../../electron/settings/schema.ts'
import { keyIdSchema, panelIdSchema, serverRefSchema } from '../../../../shared/model/identifier-schema.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { oneKey } from '../../../fixtures/settings.ts'

const full: Settings = {
  ...oneKey,
  panels: [
    ...oneKey.panels,
    {
      id: panelIdSchema.parse('demo'),
      kind: 'demo',
      name: 'Demo panel',
      baseUrl: 'http://127.0.0.1:4000/api/client',
      allowsHttp: false,
      trustedCertificate: null,
    },
  ],
  keys: [
    ...oneKey.keys.map((key) => ({ ...key, permissions: ['console' as const] })),
    {
      id: keyIdSchema.parse('demo-key'),
      panelId: panelIdSchema.parse('demo'),
      label: 'Demo',
      tokenIn: 'keychain',
      permissions: null,
    },
  ],
  lastUsed: serverRefSchema.parse('home/a1b2c3d4'),
  windowBounds: { x: 1, y: 2, width: 3, height: 4, isMaximized: false },
}

function newIds() {
  let last = 0
  return () => {
    last += 1
    return `new-${last}`
  }
}

const imported = (text: string) => {
  const result = importSettings(text)
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

describe('exportSettings', () => {
  it('holds panels and keys, and nothing of tokens, of the demo panel or of this computer', () => {
    const text = exportSettings(full)
    expect(JSON.parse(text)).toEqual({
      ...defaultSettings,
      panels: oneKey.panels,
      keys: [{ ...oneKey.keys[0], tokenIn: null, permissions: ['console'] }],
    })
    expect(text).not.toContain('c2VjcmV0')
  })
})

describe('importSettings and mergeImported', () => {
  it('bring panels and keys to another computer, each key without a token and under a new id', () => {
    const { settings, added, known } = mergeImported(defaultSettings, imported(exportSettings(full)), newIds())
    expect(settings).toEqual({
      ...defaultSettings,
      panels: [{ ...oneKey.panels[0], id: 'new-1', name: 'panel.example (Home)' }],
      keys: [{ id: 'new-2', panelId: 'new-1', label: 'Home key', tokenIn: null, permissions: ['console'] }],
    })
    expect({ added, known }).toEqual({ added: ['new-2'], known: 0 })
  })

  it('change nothing that is there, and add nothing twice', () => {
    const again = mergeImported(full, imported(exportSettings(full)), newIds())
    expect(again).toEqual({ settings: full, added: [], known: 1 })
  })

  it('take a whole settings file, older ones too, and leave its tokens out', () => {
    const { settings } = mergeImported(defaultSettings, imported(JSON.stringify(full)), newIds())
    expect(settings).toMatchObject({ keys: [{ tokenIn: null }], lastUsed: null })
    const { permissions: _, ...keyV1 } = { ...oneKey.keys[0] }
    const old = imported(JSON.stringify({ ...oneKey, version: 1, keys: [keyV1] }))
    expect(old.keys).toMatchObject([{ label: 'Home key', tokenIn: null, permissions: null }])
  })

  it('give no entry the id of a key that is there, and so no token of the vault', () => {
    const other = { ...oneKey, panels: oneKey.panels.map((panel) => ({ ...panel, baseUrl: 'https://evil.example' })) }
    const { settings } = mergeImported(oneKey, imported(JSON.stringify(other)), newIds())
    expect(settings.keys.map(({ id, tokenIn }) => [id, tokenIn])).toEqual([
      ['home-key', 'keychain'],
      [expect.stringMatching(/^new-/), null],
    ])
    expect(settings.panels).toHaveLength(2)
  })

  const withPanel = (change: object) => JSON.stringify({ ...oneKey, panels: [{ ...oneKey.panels[0], ...change }] })
  const withKey = (change: object) => JSON.stringify({ ...oneKey, keys: [{ ...oneKey.keys[0], ...change }] })
  it.each([
    ['no JSON', 'hello'],
    ['another file', '{"version":2,"name":"x"}'],
    ['an address of another kind', withPanel({ baseUrl: 'javascript:alert(1)' })],
    ['an address without encryption', withPanel({ baseUrl: 'http://panel.example/api/client' })],
    ['a password in an address', withPanel({ baseUrl: 'https://a:b@panel.example' })],
    ['an id with a path in it', withPanel({ id: '../../etc' })],
    ['a label of blank fillers', withKey({ label: '\u3164\u2800\u00ad' })],
    ['a permission that is none', withKey({ permissions: ['root'] })],
    ['too many keys', JSON.stringify({ ...oneKey, keys: Array.from({ length: 1_001 }, () => oneKey.keys[0]) })],
    ['too much', JSON.stringify({ ...oneKey, more: 'x'.repeat(1_000_000) })],
  ])('refuse %s', (_, text) => {
    expect(importSettings(text)).toMatchObject({ error: { code: 'import-refused' } })
  })

  it('name a newer version as such', () => {
    expect(importSettings('{"version":99}')).toMatchObject({ error: { code: 'settings-newer' } })
  })

  it.each([
    ['bank.example', 'panel.example (bank.example)'],
    ['panel.example', 'panel.example'],
    ['\u200b\u3164\u{e0041}', 'panel.example'],
    ['panel.example (Home)', 'panel.example (Home)'],
    ['panel.example.evil.example', 'panel.example (panel.example.evil.example)'],
  ])('show a panel that calls itself %j with its host', (name, shown) => {
    expect(imported(withPanel({ name })).panels[0]?.name).toBe(shown)
  })

  it('make foreign words safe to show', () => {
    const { panels } = imported(withPanel({ name: `\u202eevil\u0007\n${'x'.repeat(500)}` }))
    expect(panels[0]?.name).toMatch(/^panel\.example \(evil x{10,}…\)$/)
    expect(imported(withKey({ label: '\u001b[31mred' })).keys[0]?.label).toBe('[31mred')
  })

  it('never throw, and never bring a token, whatever the file says', () => {
    const noise = fc.oneof(fc.jsonValue(), fc.constantFrom(2, 1, 'home', 'keychain', oneKey.keys, oneKey.panels, null))
    const document = fc.record(
      {
        version: fc.constantFrom(1, 2),
        panels: noise,
        keys: noise,
        ciphertexts: noise,
        lastUsed: noise,
        windowBounds: noise,
      },
      { requiredKeys: ['version'] },
    )
    const text = fc.oneof(
      fc.string(),
      document.map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(text, (given) => {
        const result = importSettings(given)
        if (!result.ok) return
        const { settings } = mergeImported(defaultSettings, result.value, newIds())
        expect(settings).not.toHaveProperty('ciphertexts')
        expect(settings.keys.every((key) => key.tokenIn === null)).toBe(true)
      }),
      { numRuns: sizeOf({ short: 300, long: 2_000 }) },
    )
  })
})
