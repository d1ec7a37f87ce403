import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountActivityKind } from '../../shared/model/panel-activity.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'

const rig = setUpCoreRig({ hasKeychain: true })
const { seen, restart } = rig
const from = { pageId: 1 }
const publicKey = `ssh-ed25519 ${'B'.repeat(68)} me@here`
/** One with a slash in its fingerprint, as about half of all have. */
const slashKey = `ssh-ed25519 ${'A'.repeat(68)} me@here`

const call = () => rig.core.handlers
const keyId = () => {
  const [id] = rig.server().keyIds
  if (id === undefined) throw new Error('no key')
  return id
}
const account = () => rig.demo.panel.account
const names = () => rig.demo.panel.listKeys().map(({ description }) => description)
const rotate = () => seen(call()['accounts:rotate']({ keyId: keyId() }, from))
const keys = async () => must(await seen(call()['accounts:keys']({ keyId: keyId() }, from)))
const notices = () => Object.keys(rig.core.store.get().notices)

describe('the keys of an account', () => {
  it('are told with the one of this app marked, and deleted', async () => {
    rig.demo.token({ description: 'Other program', allowedIps: '10.0.0.0/8' })
    const told = await keys()
    expect(told.username).toBe('demo')
    const mine = told.keys.find(({ usedBy }) => usedBy?.keyId === keyId())
    expect(mine?.identifier).toBe(rig.token.slice(0, 16))
    const other = told.keys.find(({ description }) => description === 'Other program')
    expect(other).toMatchObject({ usedBy: null, allowedIps: ['10.0.0.0/8'], lastUsedAt: null })
    const identifier = other?.identifier ?? ''
    must(await seen(call()['accounts:removeKey']({ keyId: keyId(), identifier }, from)))
    expect(names()).not.toContain('Other program')
    expect(await seen(call()['accounts:removeKey']({ keyId: keyId(), identifier }, from))).toMatchObject({
      error: { code: 'account-entry-not-found' },
    })
    expect(JSON.stringify(told)).not.toContain(rig.token)
  })

  it('of which nobody knows whether one was deleted are to be looked at, not the server', async () => {
    account().trap('delete-fails')
    const [{ identifier } = { identifier: '' }] = (await keys()).keys
    expect(await seen(call()['accounts:removeKey']({ keyId: keyId(), identifier }, from))).toMatchObject({
      error: {
        mayHaveActed: true,
        hint: 'It is not known whether the panel acted. Look at the account before you send it again.',
      },
    })
  })

  it('are not on a panel without an account', async () => {
    account().trap('no-pages')
    expect(await seen(call()['accounts:keys']({ keyId: keyId() }, from))).toMatchObject({
      error: { code: 'not-on-panel' },
    })
    expect(await rotate()).toMatchObject({ error: { code: 'not-on-panel' } })
  })
})

describe('a rotation', () => {
  it('makes no key whose token would be gone with the app, and leaves the old one', async () => {
    await restart({ hasKeychain: false })
    const before = names()
    expect(await rotate()).toMatchObject({ error: { code: 'token-would-be-lost' } })
    expect(names()).toEqual(before)
    expect((await keys()).isRotating).toBe(false)
    expect(rig.demo.panel.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('leaves one key with another token, which works, and its token nowhere', async () => {
    expect(await rotate()).toEqual({ ok: true, value: { end: 'rotated' } })
    const [made, ...others] = names().filter((name) => name.startsWith('Servertray: '))
    expect([made, others]).toEqual([expect.any(String), []])
    const told = await keys()
    const mine = told.keys.find(({ usedBy }) => usedBy?.keyId === keyId())
    expect(mine?.description).toBe(made)
    expect(mine?.identifier).not.toBe(rig.token.slice(0, 16))
    expect(told.keys.map(({ identifier }) => identifier)).not.toContain(rig.token.slice(0, 16))
    const state = JSON.stringify(rig.core.store.get())
    expect(state).not.toMatch(/ptlc_[A-Za-z0-9]{12,}/)
  })

  it('changes nothing where the panel makes no key', async () => {
    account().trap('create-refused')
    const before = names()
    expect(await rotate()).toMatchObject({ ok: false, error: { code: 'permission-lacking' } })
    expect(names()).toEqual(before)
    expect(notices()).toEqual([])
    expect((await keys()).isRotating).toBe(false)
  })

  it('deletes a new key of which no answer came', async () => {
    account().trap('create-unanswered')
    const before = names()
    const end = await rotate()
    expect(names()).toEqual(before)
    // It might still have come, so the record waits, and is told.
    expect(end).toEqual({ ok: true, value: { end: 'unfinished' } })
    expect(notices()).toContain(`rotation-${keyId()}`)
    account().trap(null)
    await rig.clock.advance(180_000)
    await rig.until(() => !notices().includes(`rotation-${keyId()}`))
    expect((await keys()).isRotating).toBe(false)
  })

  it('tells of an old key that cannot be deleted, and goes on until it is', async () => {
    account().trap('delete-fails')
    const before = names().length
    expect(await rotate()).toEqual({ ok: true, value: { end: 'unfinished' } })
    expect(names()).toHaveLength(before + 1)
    expect((await keys()).isRotating).toBe(true)
    expect(notices()).toContain(`rotation-${keyId()}`)
    account().trap(null)
    await rig.clock.advance(180_000)
    await rig.until(() => names().length === before)
    expect(notices()).toEqual([])
  })
})

describe.each(['pterodactyl', 'pelican'] as const)('on %s', (dialect) => {
  it('SSH keys are added and removed in its own way, and its activity tells of keys in sentences', async () => {
    if (dialect === 'pelican') await restart({ dialect })
    const id = keyId()
    const list = async () => must(await seen(call()['accounts:sshKeys']({ keyId: id }, from))).keys
    must(await seen(call()['accounts:addSshKey']({ keyId: id, name: 'Laptop', publicKey }, from)))
    const [key] = await list()
    expect(key).toMatchObject({ name: 'Laptop' })
    expect(await seen(call()['accounts:addSshKey']({ keyId: id, name: 'Again', publicKey }, from))).toMatchObject({
      error: { code: 'panel-refused', detail: expect.stringMatching(/already exists/) },
    })
    must(await seen(call()['accounts:removeSshKey']({ keyId: id, fingerprint: key?.fingerprint ?? '' }, from)))
    expect(await list()).toEqual([])
    must(await rotate())
    const page = must(await seen(call()['accounts:activity']({ keyId: keyId(), page: 1, kind: 'all' }, from)))
    expect(page.lines.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Deleted the API key ptlc_/),
      expect.stringMatching(/^Created the API key ptlc_/),
      'Removed an SSH key',
      'Added an SSH key',
    ])
    const linesOf = async (kind: AccountActivityKind) =>
      must(await seen(call()['accounts:activity']({ keyId: keyId(), page: 1, kind }, from))).lines.length
    expect([await linesOf('keys'), await linesOf('sign-ins'), await linesOf('account')]).toEqual([4, 0, 0])
    const [first] = page.lines
    const details = must(await seen(call()['accounts:activityDetails']({ keyId: keyId(), id: first?.id ?? '' }, from)))
    expect(details.details).toEqual([{ name: 'From', value: '127.0.0.1' }])
  })
})

it.each(['pterodactyl', 'pelican'] as const)('which panel it is is known by its list: %s', async (dialect) => {
  if (dialect === 'pelican') await restart({ dialect })
  const panel = rig.core.store.get().panels[rig.server().panelId]
  expect(panel).toMatchObject({ dialect: 'pterodactyl', isPelican: dialect === 'pelican' })
})

describe('an SSH key on Pelican', () => {
  const list = async () => must(await seen(call()['accounts:sshKeys']({ keyId: keyId() }, from))).keys
  const remove = (fingerprint: string) => seen(call()['accounts:removeSshKey']({ keyId: keyId(), fingerprint }, from))
  /** Adds a key and tells its fingerprint. */
  const add = async (key: string) => {
    must(await seen(call()['accounts:addSshKey']({ keyId: keyId(), name: 'Laptop', publicKey: key }, from)))
    return (await list())[0]?.fingerprint ?? ''
  }
  beforeEach(() => restart({ dialect: 'pelican' }))

  it('whose fingerprint has a slash is not called gone while it is there', async () => {
    const fingerprint = await add(slashKey)
    expect(fingerprint).toContain('/')
    expect(await remove(fingerprint)).toMatchObject({
      error: { code: 'panel-refused', message: 'The panel’s API can’t remove this SSH key.' },
    })
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['with a slash', slashKey],
    ['without one', publicKey],
  ])('is removed in the older way where the panel has only that: %s', async (_name, key) => {
    account().trap('older-ssh-removal')
    must(await remove(await add(key)))
    expect(await list()).toEqual([])
  })

  it('that is gone is called gone', async () => {
    const fingerprint = await add(publicKey)
    must(await remove(fingerprint))
    expect(await remove(fingerprint)).toMatchObject({ error: { code: 'account-entry-not-found' } })
  })

  it('of which the list cannot be read is not called gone', async () => {
    const fingerprint = await add(slashKey)
    account().trap('no-ssh-list')
    expect(await remove(fingerprint)).toMatchObject({ error: { code: 'panel-failed' } })
  })
})
