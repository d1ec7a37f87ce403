import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { begunPath } from '../../electron/backups/begun.ts'
import type { Core } from '../../electron/core/core.ts'
import { ok } from '../../shared/result.ts'
import { setUpBackupsRig } from '../fixtures/backups-rig.ts'
import { must } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'

const from = { pageId: 1 }
const minute = 60_000

let folder: string
const { rig, demo, call, run, given, requests } = setUpBackupsRig({ pickFile: { folder: async () => folder } })
const { seen } = rig
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cut-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const create = (name = '') => call()['backups:create']({ ref: rig.ref, name, isLocked: false, before: [] }, from)
const end = () => seen(rig.core.dispose().then(() => ok()))

/** The next start of an app that was killed: on the disk is what it held then. */
async function afterKill(): Promise<Core> {
  const kept = readFileSync(begunPath(rig.profile), 'utf8')
  await end()
  writeFileSync(begunPath(rig.profile), kept)
  return rig.reopen()
}
const noticeOf = (core: Core) => core.store.get().notices['backups-cut']
const eventsOf = (core: Core) => Object.values(core.store.get().activity).map(({ event, name }) => ({ ...event, name }))
const left = () => JSON.parse(readFileSync(begunPath(rig.profile), 'utf8')).begun

describe('a backup that the app’s end cut off', () => {
  it('goes on at the panel, is followed to its end and told, and is never asked for again', async () => {
    must(await seen(create('Before 1.21')))
    const next = await afterKill()
    expect(noticeOf(next)).toMatchObject({
      message: 'Servertray ended before the backup of Survival was done.',
      hint: 'The panel may still be making it. How it ends is told here.',
    })
    expect(next.store.get().backupRuns[rig.ref]).toMatchObject({ phase: 'running' })
    await rig.until(() => next.store.get().backupRuns[rig.ref]?.phase === 'done', 10 * minute)
    expect(noticeOf(next)?.hint).toBe('The panel has finished it, and it is good.')
    expect(eventsOf(next)).toEqual([expect.objectContaining({ kind: 'backup', phase: 'done', name: 'Survival' })])
    expect(requests('POST', '/backups')).toHaveLength(1)
    expect(left()).toEqual([])
  })

  it('is found by its time where the answer never came, also after the app ended in order', async () => {
    must(await seen(create()))
    await end()
    const [kept] = left()
    writeFileSync(
      begunPath(rig.profile),
      JSON.stringify({ version: 1, begun: [{ ...kept, run: { ...kept.run, backupId: null, phase: 'asking' } }] }),
    )
    demo().setTrap(rig.identifier, null)
    const next = await rig.reopen()
    await rig.until(() => next.store.get().backupRuns[rig.ref]?.endedAt !== null, 10 * minute)
    expect(next.store.get().backupRuns[rig.ref]).toMatchObject({ phase: 'done' })
    expect(noticeOf(next)?.hint).toBe('A backup of that time is there, and it is good.')
    expect(requests('POST', '/backups')).toHaveLength(1)
  })

  it('is not looked for with a key that the panel refused', async () => {
    must(await seen(create()))
    await end()
    const next = await rig.reopen()
    await rig.until(() => next.store.get().servers[rig.ref] !== undefined)
    for (const { id } of rig.demo.panel.listKeys()) must(rig.demo.panel.deleteKey(id))
    await seen(next.handlers['backups:list']({ ref: rig.ref }, from))
    const read = requests('GET', '/backups').length
    await rig.until(() => next.store.get().backupRuns[rig.ref]?.phase === 'not-seen', 10 * minute)
    expect(requests('GET', '/backups')).toHaveLength(read)
  })

  it('does not count as the one that a restart wants to begin with', async () => {
    const id = await given('Yesterday', { agoMs: 24 * 60 * minute })
    must(await seen(create()))
    await rig.until(() => run()?.phase === 'done')
    const begun = { ...run(), id: 'run-2', phase: 'running', backupId: id, endedAt: null }
    await end()
    const kept = { kind: 'backup', id: 'run-2', run: begun, asked: '', askedAt: rig.clock.now() - 24 * 60 * minute }
    writeFileSync(begunPath(rig.profile), JSON.stringify({ version: 1, begun: [kept] }))
    const next = await rig.reopen()
    expect(next.store.get().backupRuns[rig.ref]).toMatchObject({ id: 'run-2', phase: 'running' })
    const both = [next.backups.makePlain(rig.ref, 'window'), next.backups.makePlain(rig.ref, 'window')]
    for (const made of both) must(await seen(made, 10 * minute))
    expect(requests('POST', '/backups')).toHaveLength(2)
    expect(next.store.get().backupRuns[rig.ref]).toMatchObject({
      phase: 'done',
      backupId: expect.not.stringMatching(id),
    })
  })

  it('that failed meanwhile is told as failed', async () => {
    demo().setTrap(rig.identifier, 'backup-fails')
    must(await seen(create()))
    const next = await afterKill()
    await rig.until(() => next.store.get().backupRuns[rig.ref]?.phase === 'failed', 10 * minute)
    expect(noticeOf(next)?.hint).toBe('It failed on the server’s machine. Back up again.')
    expect(eventsOf(next)).toEqual([expect.objectContaining({ kind: 'backup', phase: 'failed' })])
  })

  it('that was never asked for is told so, with what its keep rule had deleted', async () => {
    must(await seen(create()))
    await rig.until(() => run()?.phase === 'done')
    await end()
    const { activity, backupRuns } = rig.core.store.get()
    const before = Object.keys(activity).length
    const begun = { ...backupRuns[rig.ref], id: 'run-2', phase: 'making-room', deleted: ['Old 1'], endedAt: null }
    const kept = { kind: 'backup', id: 'run-2', run: begun, asked: '', askedAt: null }
    writeFileSync(begunPath(rig.profile), JSON.stringify({ version: 1, begun: [kept] }))
    const next = await rig.reopen()
    await rig.until(() => next.store.get().backupRuns[rig.ref]?.phase === 'failed')
    expect(noticeOf(next)?.hint).toBe('The panel was not asked for it yet. Back up again if you still want it.')
    expect(eventsOf(next)).toHaveLength(before + 2)
    expect(eventsOf(next)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'keep', names: 'Old 1' }),
        expect.objectContaining({ kind: 'backup', phase: 'failed' }),
      ]),
    )
    expect(requests('POST', '/backups')).toHaveLength(1)
  })

  it('whose notice was dismissed is not told in it again', async () => {
    must(await seen(create()))
    const next = await afterKill()
    must(await next.handlers['notices:dismiss']({ id: 'backups-cut' }, from))
    await rig.until(() => next.store.get().backupRuns[rig.ref]?.phase === 'done', 10 * minute)
    expect(noticeOf(next)).toBeUndefined()
  })
})

it('a download that the app’s end cut off is told with what is left of it, and begins anew only when asked', async () => {
  const id = await given('Old')
  demo().setDownloadTrap(rig.identifier, { what: 'hold', atBytes: 0 })
  must(await seen(call()['backups:download']({ ref: rig.ref, id }, from)))
  await rig.until(() => left()[0]?.part !== null)
  const { part } = left()[0]
  const kept = readFileSync(begunPath(rig.profile), 'utf8')
  await end()
  // What the disk holds of a run that was killed.
  writeFileSync(begunPath(rig.profile), kept)
  writeFileSync(part, 'half')
  const links = requests('GET', '/download').length
  const next = await rig.reopen()
  await rig.until(() => eventsOf(next).length > 0)
  const [name = ''] = readdirSync(folder)
  const hint = `Download it again, and delete what is left of it: ${name}.`
  expect(noticeOf(next)?.hint).toBe('It is not complete. Open its server’s backups to download it again.')
  expect(Object.values(next.store.get().downloads)).toMatchObject([
    { backupId: id, phase: 'failed', error: { message: 'Servertray ended before it was complete.', hint } },
  ])
  expect(eventsOf(next)).toEqual([
    { kind: 'backup-cut', what: expect.stringMatching(/^Survival-.*\.tar\.gz$/), came: 'not-whole', name: 'Survival' },
  ])
  await rig.clock.advance(minute)
  expect(requests('GET', '/download')).toHaveLength(links)
  expect(left()).toEqual([])
  expect(existsSync(part)).toBe(true)
})

describe('a deletion that the app’s end cut off', () => {
  const cut = async (name: string, isLocked: boolean, then: (id: string) => Promise<unknown>) => {
    const id = await given(name, { isLocked: false })
    await then(id)
    const deletion = { kind: 'delete', id: 'd-1', ref: rig.ref, server: 'Survival', backup: { id, name, isLocked } }
    await end()
    writeFileSync(begunPath(rig.profile), JSON.stringify({ version: 1, begun: [deletion] }))
    const next = await rig.reopen()
    await rig.until(() => eventsOf(next).length > 0, 5 * minute)
    return { next, told: eventsOf(next) }
  }

  it('is told as done where the backup is gone', async () => {
    const { next, told } = await cut('Old', true, async (id) => {
      await given('Other')
      must(await seen(call()['backups:remove']({ ref: rig.ref, id: id as never, typedName: null }, from)))
    })
    expect(told).toEqual([{ kind: 'backup-cut', what: 'Old', came: 'gone', name: 'Survival' }])
    expect(noticeOf(next)?.hint).toBe('It is gone.')
    expect(left()).toEqual([])
  })

  it('is told as done where the machine still worked on it at the first look', async () => {
    const id = await given('Old')
    const backup = { id, name: 'Old', isLocked: false }
    const deletion = { kind: 'delete', id: 'd-1', ref: rig.ref, server: 'Survival', backup }
    await end()
    writeFileSync(begunPath(rig.profile), JSON.stringify({ version: 1, begun: [deletion] }))
    const next = await rig.reopen()
    const before = requests('GET', '/backups').length
    await rig.until(() => requests('GET', '/backups').length > before)
    await callsOn(rig.demo, rig.token, rig.identifier).send('DELETE', `/backups/${id}`)
    await rig.until(() => eventsOf(next).length > 0, 5 * minute)
    expect(noticeOf(next)?.hint).toBe('It is gone.')
  })

  it('is told as not done where it is there, and that it is not locked any more', async () => {
    const { next } = await cut('Old', true, async () => undefined)
    expect(noticeOf(next)?.hint).toMatch(/^It is still there, but not locked any more\./)
    expect(requests('DELETE')).toEqual([])
  })
})

it('what a keep rule deleted by itself before the app’s end cut it off is told in Activity alone', async () => {
  const run = { ref: rig.ref, name: 'Survival', startedAt: 1, endedAt: null, deleted: ['Old 1', 'Old 2'], error: null }
  await end()
  writeFileSync(begunPath(rig.profile), JSON.stringify({ version: 1, begun: [{ kind: 'keep', id: 'keep', run }] }))
  const next = await rig.reopen()
  expect(eventsOf(next)).toEqual([
    { kind: 'keep', count: 2, names: 'Old 1, Old 2', origin: 'schedule', name: 'Survival' },
  ])
  expect(noticeOf(next)).toBeUndefined()
  expect(left()).toEqual([])
})

it('nothing is left on disk of what came to its end', async () => {
  await given('Other')
  const id = await given('Old')
  must(await seen(call()['backups:download']({ ref: rig.ref, id }, from)))
  await rig.until(() => Object.values(rig.core.store.get().downloads)[0]?.phase === 'done')
  must(await seen(call()['backups:remove']({ ref: rig.ref, id, typedName: null }, from)))
  must(await seen(create()))
  expect(left()).toMatchObject([{ kind: 'backup' }])
  await rig.until(() => run()?.phase === 'done')
  expect(left()).toEqual([])
})
