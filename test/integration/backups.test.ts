import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { journalFolder } from '../../electron/jobs/journal.ts'
import type { BackupId } from '../../shared/backups/contract.ts'
import { isUnderWay } from '../../shared/model/under-way.ts'
import { ok } from '../../shared/result.ts'
import { attentionIn } from '../../shared/servers/attention.ts'
import { setUpBackupsRig } from '../fixtures/backups-rig.ts'
import { must } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import { setUpFolder } from '../fixtures/temporary-folder.ts'

const from = { pageId: 1 }
const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** Where downloads go. */
const folder = setUpFolder()
const { rig, demo, call, create, read, run, given, requests, saves } = setUpBackupsRig({
  pickFile: { folder: async () => folder() },
})
const { seen } = rig

const remove = (id: BackupId, typedName: string | null = null) =>
  seen(call()['backups:remove']({ ref: rig.ref, id, typedName }, from))

describe('what nobody looks at', () => {
  const lists = () => requests('GET', '/backups')
  const needs = () => attentionIn(rig.core.store.get(), rig.clock.now()).servers

  it('is read by itself only where a person chose what goes by it', async () => {
    await given('Broken', { state: 'failed' })
    must(await seen(call()['preferences:setKeepRule']({ ref: rig.ref, rule: { newest: 3, days: 0 } }, from)))
    await rig.until(() => needs().includes(rig.ref), 2 * minute)
    expect(needs()).toContain(rig.ref)
    await rig.clock.advance(10 * second)
    // Of the other servers nothing was asked.
    expect(lists()).toHaveLength(1)
  })

  it('is read of every server that has backups where an age was chosen for all', async () => {
    await given('Broken', { state: 'failed' })
    must(await seen(call()['preferences:set']({ backupDays: 3 }, from)))
    await rig.until(() => needs().includes(rig.ref), 2 * minute)
    const { servers, panels } = rig.core.store.get()
    const known = Object.values(servers).filter(({ panelId }) => panels[panelId]?.dialect === 'pterodactyl')
    await rig.until(() => lists().length >= known.length, 5 * minute)
    expect(new Set(lists().map(({ path }) => path)).size).toBe(known.length)
    // Each once, and not again before it is old.
    await rig.clock.advance(30 * minute)
    expect(lists()).toHaveLength(known.length)
  })

  it('somebody else’s backup is known a second after its machine tells of its end, where the console is open', async () => {
    rig.look(rig.ref)
    await rig.until(() => rig.phase(rig.ref) === 'open')
    await read()
    const before = lists().length
    await rig.seen(callsOn(rig.demo, rig.token, rig.identifier).send('POST', '/backups', {}).then(ok))
    await rig.until(() => rig.core.store.get().backupHealth[rig.ref]?.newestGoodAt !== null, minute)
    expect(lists().length).toBe(before + 1)
    await rig.clock.advance(minute)
    expect(lists().length).toBe(before + 1)
  })
})

describe('what attention goes by', () => {
  const needs = () => attentionIn(rig.core.store.get(), rig.clock.now()).servers

  it('is read again when a backup from here has ended, though nobody looks', async () => {
    await given('Broken', { state: 'failed' })
    await read()
    expect(needs()).toContain(rig.ref)
    must(await seen(rig.core.backups.makePlain(rig.ref, 'tray'), 5 * minute))
    await rig.until(() => !needs().includes(rig.ref), minute)
    demo().setTrap(rig.identifier, 'backup-fails')
    expect(await seen(rig.core.backups.makePlain(rig.ref, 'tray'), 5 * minute)).toMatchObject({ ok: false })
    await rig.until(() => needs().includes(rig.ref), minute)
  })

  it('is forgotten after a good backup where it cannot be read again', async () => {
    await given('Broken', { state: 'failed' })
    await read()
    rig.core.store.subscribe(() => {
      if (run()?.phase === 'done') rig.demo.panel.deny(['backup.read'])
    })
    must(await seen(rig.core.backups.makePlain(rig.ref, 'tray'), 5 * minute))
    await rig.until(() => !needs().includes(rig.ref), minute)
    expect(rig.core.store.get().backupHealth[rig.ref]).toBeUndefined()
  })
})

describe('the list', () => {
  it('tells the backups of a server, and how its game saves', async () => {
    await given('Old', { agoMs: 2 * hour, isLocked: true })
    await given('Broken', { state: 'failed' })
    demo().setLimit(rig.identifier, 7)
    const { backups, counted, limit, denied, saveCommands } = await read()
    expect(backups.map(({ name, state, isLocked }) => [name, state, isLocked])).toEqual([
      ['Broken', 'failed', false],
      ['Old', 'good', true],
    ])
    expect({ counted, limit, denied }).toEqual({ counted: 1, limit: 7, denied: [] })
    expect(saveCommands).toEqual(['save-off', 'save-all flush'])
  })
})

describe('Back up now', () => {
  it('is followed until the panel has finished it', async () => {
    expect(await create({ name: 'Before 1.21', isLocked: true })).toEqual(ok())
    expect(run()).toMatchObject({ phase: 'running', endedAt: null })
    await rig.until(() => run()?.phase === 'done')
    const { backups } = await read()
    expect(backups).toMatchObject([{ name: 'Before 1.21', state: 'good', isLocked: true, id: run()?.backupId }])
    expect(rig.core.store.get().activity).toSatisfy((entries: object) =>
      Object.values(entries).some(({ event }) => event.kind === 'backup' && event.phase === 'done'),
    )
  })

  it.each([
    ['over its console', true],
    ['over the panel', false],
  ])('lets go of a game when the app ends, %s', async (_way, liveOutput) => {
    await rig.restart({ liveOutput })
    demo().setTrap(rig.identifier, 'backup-stalls')
    await create({ before: ['save-off', 'save-all flush'] })
    await seen(rig.core.dispose().then(() => ok()))
    expect(saves().at(-1)).toBe('save-on')
  })

  it('lets go of a game at the next start where the app was killed, once a person wants it', async () => {
    demo().setTrap(rig.identifier, 'backup-stalls')
    await create({ before: ['save-off', 'save-all flush'] })
    const journals = journalFolder(rig.profile)
    const [file = ''] = readdirSync(journals)
    const left = readFileSync(join(journals, file), 'utf8')
    await seen(rig.core.dispose().then(() => ok()))
    const before = saves().length
    writeFileSync(join(journals, file), left)
    const next = await rig.reopen()
    await rig.until(() => next.store.get().servers[rig.ref] !== undefined)
    const [notice] = Object.values(next.store.get().notices)
    expect(notice).toMatchObject({ hint: expect.stringContaining('save-on'), job: { undo: ['save-on'] } })
    expect(saves()).toHaveLength(before)
    must(await seen(next.handlers['jobs:undo']({ id: notice?.job?.id ?? '' }, from)))
    expect(saves().slice(before)).toEqual(['save-on'])
  })

  it('that takes long says so once', async () => {
    demo().setTrap(rig.identifier, 'backup-stalls')
    await create()
    await rig.clock.advance(30 * minute)
    expect(run()).toMatchObject({ phase: 'running', isSlow: true })
  })

  it.each<[string, () => unknown, string]>([
    ['where none may be', () => demo().setLimit(rig.identifier, 0), 'backups-off'],
    ['by the throttle', () => demo().setThrottle({ backups: 0, windowMs: 600 * second }), 'rate-limited'],
    ['by a machine that is down', () => rig.demo.panel.node.stop(), 'node-unreachable'],
  ])('is refused %s, once', async (_, arrange, code) => {
    await arrange()
    expect(await create()).toMatchObject({ error: { code } })
    expect(run()?.phase).toBe(code === 'node-unreachable' ? 'not-seen' : 'failed')
    expect(requests('POST').filter(({ path }) => path.endsWith('/backups'))).toHaveLength(1)
  })

  it('is made one at a time', async () => {
    await create()
    expect(await create()).toMatchObject({ error: { code: 'backup-running' } })
    await rig.until(() => run()?.phase === 'done')
    call()['jobs:dismiss']({ id: run()?.id ?? '' }, from)
    expect(run()).toBeUndefined()
  })
})

describe('what is done to a backup', () => {
  it('is deleted, the last good one and a locked one only by its name', async () => {
    const [kept, free, failed] = [
      await given('Kept', { isLocked: true }),
      await given('Free'),
      await given('Broken', { state: 'failed' }),
    ]
    expect(await remove(kept)).toMatchObject({ error: { code: 'invalid-request' } })
    expect(await remove(kept, 'kept')).toMatchObject({ error: { code: 'invalid-request' } })
    expect(requests('DELETE')).toEqual([])
    expect(await remove(failed)).toEqual(ok())
    expect(await remove(kept, ' Kept ')).toEqual(ok())
    expect(await remove(free)).toMatchObject({ error: { code: 'invalid-request' } })
    expect(await remove(free, 'Free')).toEqual(ok())
    expect((await read()).backups).toEqual([])
    expect(await remove(free)).toMatchObject({ error: { code: 'backup-not-found' } })
  })
})

describe('downloads', () => {
  const download = async (id: BackupId) =>
    must(await seen(call()['backups:download']({ ref: rig.ref, id }, from)))?.id ?? ''
  const view = (id: string) => rig.core.store.get().downloads[id]
  const ended = (id: string) => rig.until(() => !isUnderWay(view(id) ?? ({ phase: 'done' } as never)), 5 * minute)
  const files = () => readdirSync(folder())

  it('go two at a time, and are cancelled without a trace', async () => {
    demo().setArchiveBytes(rig.identifier, 500_000)
    demo().setDownloadTrap(rig.identifier, { what: 'hold', atBytes: 100_000 })
    const [a, b, c] = [await given('A'), await given('B'), await given('C')]
    const ids = [await download(a), await download(b), await download(c)]
    const phases = () => ids.map((id) => view(id)?.phase)
    await rig.until(() => ids.slice(0, 2).every((id) => (view(id)?.movedBytes ?? 0) > 0))
    expect(phases()).toEqual(['running', 'running', 'waiting'])
    expect(await seen(call()['backups:download']({ ref: rig.ref, id: a }, from))).toMatchObject({
      error: { code: 'download-running' },
    })
    expect(await remove(a, 'A')).toMatchObject({ error: { code: 'action-running' } })
    expect(requests('DELETE')).toEqual([])
    for (const id of ids.slice(0, 2)) call()['jobs:cancel']({ id }, from)
    await rig.until(() => phases().join() === 'cancelled,cancelled,running')
    demo().setDownloadTrap(rig.identifier, null)
    await ended(ids[2] ?? '')
    expect(phases()[2]).toBe('done')
    expect(files()).toHaveLength(1)
    for (const id of ids) call()['jobs:dismiss']({ id }, from)
    expect(rig.core.store.get().downloads).toEqual({})
  })

  it.each([
    ['failed', 'This backup did not finish well, so it can’t be used.'],
    ['pending', 'This backup is still being made.'],
  ] as const)('are of good backups alone, not of one that is %s', async (state, message) => {
    const id = await given('Broken', { state })
    expect(await seen(call()['backups:download']({ ref: rig.ref, id }, from))).toMatchObject({
      error: { code: 'backup-not-good', message },
    })
    expect(files()).toEqual([])
  })
})

it('nothing is left on disk of what came to its end', async () => {
  await given('Other')
  const id = await given('Old')
  const left = () => readdirSync(journalFolder(rig.profile))
  must(await seen(call()['backups:download']({ ref: rig.ref, id }, from)))
  await rig.until(() => Object.values(rig.core.store.get().downloads)[0]?.phase === 'done')
  must(await remove(id))
  must(await create())
  expect(left()).toHaveLength(1)
  await rig.until(() => run()?.phase === 'done')
  expect(left()).toEqual([])
})
