import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BackupId } from '../../shared/backups/contract.ts'
import { ok } from '../../shared/result.ts'
import { setUpBackupsRig } from '../fixtures/backups-rig.ts'
import { must } from '../fixtures/demo.ts'

const from = { pageId: 1 }
const [second, minute, hour] = [1_000, 60_000, 3_600_000]

const { rig, demo, call, create, read, run, given, requests } = setUpBackupsRig()
const { seen } = rig

describe('a keep rule', () => {
  let old: BackupId[]
  const setRule = (newest: number) =>
    call()['preferences:setKeepRule']({ ref: rig.ref, rule: { newest, days: 0 } }, from)
  const names = async () => (await read()).backups.map(({ name }) => name)
  const happened = (kind: string) =>
    Object.values(rig.core.store.get().activity)
      .map(({ event }) => event)
      .filter((event) => event.kind === kind)
  const creations = () => requests('POST').filter(({ path }) => path.endsWith('/backups'))

  beforeEach(async () => {
    old = []
    for (const n of [1, 2, 3, 4]) old.push(await given(`Old ${n}`, { agoMs: (10 - n) * hour }))
    demo().setLimit(rig.identifier, 4)
    expect(await setRule(2)).toEqual(ok())
  })

  const keptAt = () => rig.core.store.get().keepRuns[rig.ref]?.endedAt ?? null

  it('makes room for the next backup once the new one is good, not before, and says so', async () => {
    demo().setLimit(rig.identifier, 5)
    expect(await create({ name: 'New' })).toEqual(ok())
    expect(requests('DELETE')).toEqual([])
    await rig.until(() => keptAt() !== null)
    expect(run()?.phase).toBe('done')
    expect(await names()).toEqual(['New', 'Old 4', 'Old 3', 'Old 2'])
    expect(requests('DELETE')).toHaveLength(1)
    expect(happened('keep')).toEqual([{ kind: 'keep', count: 1, names: 'Old 1', origin: 'schedule' }])
    expect(happened('backup')).toMatchObject([{ phase: 'done' }])
  })

  it('deletes nothing for a backup that fails', async () => {
    demo().setLimit(rig.identifier, 5)
    demo().setTrap(rig.identifier, 'backup-fails')
    await create({ name: 'New' })
    await rig.until(() => run()?.phase === 'failed')
    expect([requests('DELETE'), keptAt()]).toEqual([[], null])
  })

  // Seen on a real panel: the throttle counts deleted ones too, so no list tells that it will refuse.
  it('deletes nothing where the panel refuses another backup, by its throttle or its limit', async () => {
    demo().setThrottle({ backups: 0, windowMs: 600 * second })
    expect(await create()).toMatchObject({ error: { code: 'rate-limited' } })
    // Also one that no window holds back.
    const refused = await seen(rig.core.backups.makePlain(rig.ref, 'schedule'))
    expect(refused).toMatchObject({ error: { code: 'rate-limited', retryAfterMs: expect.any(Number) } })
    expect(creations()).toHaveLength(1)
    demo().setThrottle(null)
    await rig.clock.advance(600 * second)
    expect(await create()).toMatchObject({ error: { code: 'backup-limit' } })
    expect(requests('DELETE')).toEqual([])
    expect(happened('keep')).toEqual([])
  })

  it('that looks daily deletes by itself a day later, also at a next start, and says so', async () => {
    const rule = { newest: 2, days: 0, daily: true } as const
    expect(await call()['preferences:setKeepRule']({ ref: rig.ref, rule }, from)).toEqual(ok())
    await rig.core.dispose()
    const lookedAt = { [rig.ref]: rig.clock.now() - 24 * hour }
    writeFileSync(join(rig.profile, 'keep-rules.json'), JSON.stringify({ version: 1, lookedAt }))
    const app = await rig.reopen()
    await rig.clock.advance(minute)
    await rig.until(() => app.store.get().keepRuns[rig.ref]?.endedAt != null)
    expect(requests('DELETE')).toHaveLength(2)
    expect(Object.values(app.store.get().activity)).toMatchObject([
      { ref: rig.ref, event: { kind: 'keep', count: 2, names: 'Old 1, Old 2', origin: 'schedule' } },
    ])
  })

  it('does not make room for the backup before a restore', async () => {
    demo().setLimit(rig.identifier, 6)
    const id = await given('Good')
    must(
      await seen(
        call()['restores:begin']({ ref: rig.ref, id, deletesFiles: false, backsUpFirst: true, confirmed: true }, from),
      ),
    )
    await rig.until(() => run()?.phase === 'done')
    await rig.clock.advance(minute)
    expect([requests('DELETE'), keptAt()]).toEqual([[], null])
  })
})
