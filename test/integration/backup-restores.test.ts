import { describe, expect, it } from 'vitest'
import type { BackupId } from '../../shared/backups/contract.ts'
import { ok } from '../../shared/result.ts'
import { setUpBackupsRig } from '../fixtures/backups-rig.ts'
import { must } from '../fixtures/demo.ts'

const { rig, demo, call, run, given, requests, saves } = setUpBackupsRig()
const { seen } = rig
const from = { pageId: 1 }
const minute = 60_000

describe('a guided restore', () => {
  const begin = (id: BackupId, more: { deletesFiles?: boolean; backsUpFirst?: boolean } = {}) =>
    seen(
      call()['restores:begin'](
        { ref: rig.ref, id, deletesFiles: false, backsUpFirst: false, confirmed: true, ...more },
        from,
      ),
    )
  const view = () => Object.values(rig.core.store.get().restores)[0]
  const restores = () => requests('POST', '/restore')
  const until = (...phases: string[]) => rig.until(() => phases.includes(view()?.phase ?? ''), 10 * minute)

  it('backs up, stops the server, restores once, and tells the end as the panel’s activity does', async () => {
    must(await begin(await given('Good'), { backsUpFirst: true }))
    expect(view()?.phase).toBe('backing-up')
    await until('stopping')
    expect(run()?.phase).toBe('done')
    // A world that is not saved would be backed up in the middle of being written.
    expect(saves()).toEqual(['save-off', 'save-all flush', 'save-on'])
    // The stop follows at once.
    await rig.until(() => requests('POST', '/power').length === 1, 3_000)
    await until('requesting', 'following')
    expect(rig.server().state).toBe('offline')
    await until('done')
    expect(restores()).toHaveLength(1)
    expect(requests('POST', '/power')).toHaveLength(1)
    // It is left off.
    expect(rig.server().state).toBe('offline')
    call()['restores:dismiss']({ id: view()?.id ?? '' }, from)
    expect(view()).toBeUndefined()
  })

  it('waits until a server has saved that is told to be offline from the signal of its stop on', async () => {
    const secondsOfSaving = 25
    await rig.restart({ timings: { stopMs: secondsOfSaving * 1_000 } })
    const { files, stopBySignal } = rig.demo.panel
    const world = ['world/level.dat', 'as it was backed up'] as const
    files.put(rig.identifier, ...world)
    const id = await given('Good')
    stopBySignal(rig.identifier, () => files.put(rig.identifier, 'world/level.dat', 'saved at its end'))
    must(await begin(id))
    await until('done')
    await rig.clock.advance(minute)
    expect(files.read(rig.identifier, 'world/level.dat')).toEqual(new Uint8Array(Buffer.from(world[1])))
  })

  const hours = 60 * minute
  it.each([
    ['while it backs up, and the system told', 'backing-up', () => rig.core.sleepWatch.note()],
    ['while it backs up, and nobody told', 'backing-up', () => rig.clock.set(8 * hours)],
    ['for some minutes while it stops the server', 'stopping', () => rig.clock.set(5 * minute)],
  ] as const)('overwrites nothing where the computer slept %s', async (_, phase, sleep) => {
    must(await begin(await given('Good'), { backsUpFirst: true }))
    await until(phase)
    await rig.until(() => phase === 'backing-up' || requests('POST', '/power').length === 1)
    const stops = requests('POST', '/power').length
    sleep()
    await rig.until(() => view()?.phase === 'failed', 2_000)
    const state = phase === 'stopping' ? ' Look at the server’s state.' : ''
    const hint = `The backup that was begun before it stays.${state} Begin again if you still want it.`
    expect(view()?.error).toMatchObject({ code: 'slept', hint })
    await rig.until(() => run()?.phase === 'done', 10 * minute)
    await rig.clock.advance(10 * minute)
    expect([restores().length, requests('POST', '/power').length]).toEqual([0, stops])
  })

  it('is not begun where the computer slept before the panel told whether the backup is good', async () => {
    const id = await given('Good')
    const beginning = begin(id)
    rig.clock.set(8 * hours)
    expect(await beginning).toMatchObject({ error: { code: 'slept' } })
    expect(view()).toBeUndefined()
  })

  it('is begun only with a good backup, and one at a time', async () => {
    const [good, failed] = [await given('Good'), await given('Broken', { state: 'failed' })]
    expect(await begin(failed)).toMatchObject({ error: { code: 'backup-not-good' } })
    must(await begin(good))
    expect(await begin(good)).toMatchObject({ error: { code: 'action-running' } })
    expect(await call()['restores:cancel']({ id: view()?.id ?? '' }, from)).toEqual(ok())
    expect(view()?.phase).toBe('cancelled')
    await rig.clock.advance(minute)
    expect(restores()).toEqual([])
  })

  it('is not begun while a backup is being made, by the app or by the panel', async () => {
    const good = await given('Good')
    demo().setTrap(rig.identifier, 'backup-stalls')
    must(
      await seen(call()['backups:create']({ ref: rig.ref, name: '', isLocked: false, ignored: '', before: [] }, from)),
    )
    expect(await begin(good)).toMatchObject({ error: { code: 'backup-running' } })
    await rig.restart()
    const again = await given('Good')
    demo().setThrottle(null)
    const pending = await given('Of a schedule', { state: 'pending', agoMs: minute })
    expect(await begin(pending)).toMatchObject({ error: { message: 'This backup is still being made.' } })
    expect(await begin(again)).toMatchObject({ error: { code: 'backup-running' } })
    expect(requests('POST', '/power')).toEqual([])
  })

  it('keeps a backup from being begun, also one that nobody clicked', async () => {
    must(await begin(await given('Good')))
    const refused = { error: { code: 'action-running' } }
    expect(await rig.core.backups.makePlain(rig.ref, 'schedule')).toMatchObject(refused)
    expect(await rig.core.backups.startPlain(rig.ref, 'tray')).toMatchObject(refused)
    expect(run()).toBeUndefined()
  })

  it('that the app’s end cut off is followed by the next one, and nothing is sent again', async () => {
    must(await begin(await given('Good')))
    await until('following')
    await seen(rig.core.dispose().then(() => ok()))
    const next = await rig.reopen()
    const phase = () => Object.values(next.store.get().restores)[0]?.phase
    expect(phase()).toBe('following')
    await rig.until(() => phase() === 'done', 10 * minute)
    expect(restores()).toHaveLength(1)
  })
})
