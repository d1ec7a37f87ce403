import { describe, expect, it } from 'vitest'
import type { ListedServer } from '../../../../electron/panel/types.ts'
import {
  applyList,
  changeAction,
  changeKey,
  changePanel,
  dropKey,
  forgetRefusals,
  noteAccount,
  setConsoleEntry,
  setKeyHealth,
  setUnsaved,
} from '../../../../electron/state/updates.ts'
import { appError } from '../../../../shared/errors.ts'
import type { ConsoleEntry } from '../../../../shared/model/console-schema.ts'
import type { KeyId, PanelId } from '../../../../shared/model/identifier.ts'
import { filePath } from '../../../fixtures/file-entry.ts'
import { aKey, anAction, aServer, aState, identifier, keyId, panelId } from '../../../fixtures/state.ts'

const listed = (id: string, name = id, condition: ListedServer['condition'] = null): ListedServer => ({
  identifier: identifier(id),
  name,
  condition,
  limits: null,
  game: null,
})
const list = (...servers: ListedServer[]) => ({
  servers,
  leftOut: { unusable: 0, beyondBound: 0 },
  dialect: 'pterodactyl' as const,
})
const names = (state: ReturnType<typeof aState>) => Object.values(state.servers).map((server) => server.name)

describe('applyList', () => {
  it('adds new servers as unknown, in the order of the list', () => {
    const state = applyList(keyId('key-1'), list(listed('bbbbbbbb'), listed('aaaaaaaa')), 5)(aState({ servers: [] }))
    expect(names(state)).toEqual(['bbbbbbbb', 'aaaaaaaa'])
    expect(Object.values(state.servers).map((server) => server.state)).toEqual(['unknown', 'unknown'])
    expect(state.keys[keyId('key-1')]).toMatchObject({ health: { kind: 'works', at: 5 }, serverCount: 2 })
  })

  it('keeps 10,000 servers of a panel in all, whatever keys name them, and says of the later key how many it left out', () => {
    const many = (from: number, count: number) =>
      list(...Array.from({ length: count }, (_, i) => listed(String(10_000_000 + from + i))))
    const keys = [aKey(), aKey({ id: keyId('key-2') })]
    const one = applyList(keyId('key-1'), many(0, 9_990), 0)(aState({ keys, servers: [] }))
    const both = applyList(keyId('key-2'), many(9_980, 40), 0)(one)
    expect(Object.keys(both.servers)).toHaveLength(10_000)
    const leftOut = { unusable: 0, beyondBound: 20 }
    expect(both.keys[keyId('key-2')]).toMatchObject({ serverCount: 20, leftOut })
    expect(both.keys[keyId('key-1')]).toMatchObject({ serverCount: 9_990, leftOut: { beyondBound: 0 } })
    // The list that comes again finds its own servers there, and no room for others.
    const again = applyList(keyId('key-2'), many(9_980, 40), 0)(both)
    expect(again.keys[keyId('key-2')]).toMatchObject({ serverCount: 20, leftOut })
  })

  it('drops servers that no key reaches any more, with their console', () => {
    const server = aServer()
    const before = { ...aState({ servers: [server] }), consoles: { [server.ref]: { entries: [], stream: null } } }
    const state = applyList(keyId('key-1'), list(), 0)(before)
    expect(state.servers).toEqual({})
    expect(state.consoles).toEqual({})
  })

  it('learns nothing of what a panel speaks from a list without servers', () => {
    const keys = [aKey(), aKey({ id: keyId('key-2') })]
    const one = applyList(keyId('key-1'), list(listed('a1b2c3d4')), 0)(aState({ keys, servers: [] }))
    const both = applyList(keyId('key-2'), { ...list(), dialect: 'core' }, 0)(one)
    expect(both.panels[panelId('home')]?.dialect).toBe('pterodactyl')
  })

  it('shows a server of two keys once, with the keys in the order of the key list', () => {
    const keys = [aKey(), aKey({ id: keyId('key-2') })]
    const one = applyList(keyId('key-2'), list(listed('a1b2c3d4')), 0)(aState({ keys, servers: [] }))
    const both = applyList(keyId('key-1'), list(listed('a1b2c3d4')), 0)(one)
    expect(Object.values(both.servers).map((server) => server.keyIds)).toEqual([['key-1', 'key-2']])
  })

  it('renames in place and leaves an unchanged server as the same value', () => {
    const server = aServer({ state: 'running' })
    const same = applyList(keyId('key-1'), list(listed('a1b2c3d4', 'Survival')), 0)(aState({ servers: [server] }))
    expect(same.servers[server.ref]).toBe(server)
    const renamed = applyList(keyId('key-1'), list(listed('a1b2c3d4', 'New')), 0)(aState({ servers: [server] }))
    expect(renamed.servers[server.ref]).toMatchObject({ name: 'New', state: 'running' })
  })

  it('does nothing for a key that is gone', () => {
    const state = aState()
    expect(applyList(keyId('gone'), list(listed('a1b2c3d4')), 0)(state)).toBe(state)
  })
})

describe('what a panel says of the account behind a key', () => {
  const id = keyId('key-1')
  const of = (isOwner: boolean) => applyList(id, list({ ...listed('a1b2c3d4'), isOwner }), 0)
  const accounts = (state: ReturnType<typeof aState>) => Object.values(state.servers)[0]?.accounts?.[id]
  const told = noteAccount(aServer().ref, id, { isOwner: null, permissions: ['control.stop'] })

  it('is whether it owns the server, by its list, and what it may, by the server and its console', () => {
    const guest = of(false)(aState({ servers: [] }))
    expect(accounts(guest)).toEqual({ isOwner: false, may: null })
    const known = told(guest)
    expect(accounts(known)).toEqual({ isOwner: false, may: ['control.stop'] })
    expect([told(known), of(false)(known).servers]).toEqual([known, known.servers])
    expect(accounts(of(true)(known))).toEqual({ isOwner: true, may: null })
  })

  it('is forgotten where a person tries again', () => {
    const known = told(of(false)(aState({ servers: [] })))
    expect(accounts(forgetRefusals(known))).toEqual({ isOwner: false, may: null })
  })

  it('is nothing of a key that does not reach the server', () => {
    const state = aState()
    expect(noteAccount(aServer().ref, keyId('key-9'), { isOwner: true, permissions: ['*'] })(state)).toBe(state)
  })
})

describe('dropKey', () => {
  it('takes the servers and the panel along when no other key uses them', () => {
    const state = dropKey(keyId('key-1'))(aState())
    expect([state.keys, state.servers, state.panels]).toEqual([{}, {}, {}])
  })

  it('leaves what another key of the panel reaches', () => {
    const server = aServer({ keyIds: [keyId('key-1'), keyId('key-2')] })
    const state = dropKey(keyId('key-1'))(aState({ keys: [aKey(), aKey({ id: keyId('key-2') })], servers: [server] }))
    expect(Object.keys(state.panels)).toEqual(['home'])
    expect(Object.values(state.servers)[0]?.keyIds).toEqual(['key-2'])
  })
})

describe('setKeyHealth', () => {
  it('keeps the time at which the same failure began', () => {
    const error = appError('timeout')
    const first = setKeyHealth(keyId('key-1'), { kind: 'failing', since: 1, error })(aState())
    const second = setKeyHealth(keyId('key-1'), { kind: 'failing', since: 9, error })(first)
    expect(second.keys[keyId('key-1')]?.health).toMatchObject({ since: 1 })
    const other = setKeyHealth(keyId('key-1'), { kind: 'failing', since: 9, error: appError('token-refused') })(second)
    expect(other.keys[keyId('key-1')]?.health).toMatchObject({ since: 9 })
  })
})

describe('changeAction', () => {
  it('leaves a newer action alone', () => {
    const server = aServer({ action: anAction({ id: 'new' }) })
    const state = aState({ servers: [server] })
    expect(changeAction(server.ref, 'old', { phase: 'confirmed' })(state)).toBe(state)
    expect(changeAction(server.ref, 'new', { phase: 'confirmed' })(state).servers[server.ref]?.action?.phase).toBe(
      'confirmed',
    )
  })
})

describe('setConsoleEntry', () => {
  const entry = (id: string, phase: ConsoleEntry['phase']): ConsoleEntry => ({
    id,
    command: 'list',
    sentAt: 0,
    phase,
    retryAt: null,
    error: null,
    otherKeyId: null,
  })
  const { ref } = aServer()

  it('keeps nothing of a server that has gone', () => {
    const state = aState({ servers: [] })
    expect(setConsoleEntry(ref, entry('1', 'sent'))(state)).toBe(state)
  })

  it('adds and then replaces by id', () => {
    const one = setConsoleEntry(ref, entry('1', 'sending'))(aState())
    const two = setConsoleEntry(ref, entry('1', 'sent'))(one)
    expect(two.consoles[ref]?.entries).toEqual([entry('1', 'sent')])
  })

  it('forgets the oldest beyond its bound', () => {
    let state = aState()
    for (let index = 0; index < 250; index += 1) state = setConsoleEntry(ref, entry(String(index), 'sent'))(state)
    const entries = state.consoles[ref]?.entries ?? []
    expect([entries.length, entries[0]?.id, entries.at(-1)?.id]).toEqual([200, '50', '249'])
  })
})

describe('names that every object has', () => {
  it.each(['constructor', 'valueof', '__proto__'])('%s is no key and no panel', (name) => {
    const state = aState({})
    const id = name as KeyId
    expect(changeKey(id, { learned: [] })(state)).toBe(state)
    expect(setKeyHealth(id, { kind: 'checking' })(state)).toBe(state)
    expect(dropKey(id)(state)).toBe(state)
    expect(changePanel(name as PanelId, { allowsHttp: true })(state)).toBe(state)
  })
})

it('keeps what is not saved in each page apart', () => {
  const text = { ref: aServer().ref, path: filePath('/a.txt') }
  const other = { ...text, path: null }
  const first = setUnsaved(1, [text])(aState())
  const both = setUnsaved(2, [text, other])(first)
  expect(both.app.unsaved).toEqual([
    { ...text, pageId: 1 },
    { ...text, pageId: 2 },
    { ...other, pageId: 2 },
  ])
  expect(setUnsaved(2, [])(both).app.unsaved).toEqual([{ ...text, pageId: 1 }])
  expect(setUnsaved(3, [])(both)).toBe(both)
})
