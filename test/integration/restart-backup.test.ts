import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { withoutColours } from '../../electron/console/line-text.ts'
import type { PlanView, RestartChoices } from '../../shared/model/restart.ts'
import { hasEnded } from '../../shared/model/restart-choices.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'
import { restartChoices } from '../fixtures/plan-view.ts'

const rig = setUpCoreRig()

/** Lets time go by for app and panel until something holds. */
async function until(holds: () => boolean, limitMs = 10 * 60_000): Promise<void> {
  for (const end = rig.clock.now() + limitMs; !holds(); ) {
    if (rig.clock.now() > end) throw new Error('it did not come to hold in time')
    await rig.clock.advance(500)
    // Requests go over real sockets.
    await delay(3)
  }
}

beforeEach(() => rig.demo.panel.backups.setThrottle(null))

function begin(inSeconds: number, more: Partial<RestartChoices> = {}): void {
  const choices = restartChoices({ warnings: [], backupFirst: 'must', ...more })
  const zeroAt = rig.clock.now() + inSeconds * 1_000
  must(rig.core.restart.plans.start({ ref: rig.ref, choices, zeroAt, origin: 'window' }))
}
function plan(core = rig.core): PlanView {
  const [found] = Object.values(core.store.get().plans)
  if (found === undefined) throw new Error('there is no plan')
  return found
}
const posts = (end: string) =>
  rig.demo.panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(end))
const hasWord = (word: string) =>
  rig.demo.panel.consoleLines(rig.identifier).some((line) => withoutColours(line).endsWith(word))

describe('a restart that backs up first', () => {
  it('has the game save, makes one backup, and restarts once that is good', async () => {
    begin(5, { warnings: [2] })
    await until(() => plan().phase === 'backing-up')
    expect(posts('/power')).toEqual([])
    await until(() => hasEnded(plan()))
    expect(plan()).toMatchObject({
      phase: 'done',
      steps: [{ kind: 'backup', result: 'sent' }, {}, { kind: 'restart' }],
    })
    expect(rig.core.store.get().backupRuns[rig.ref]).toMatchObject({ phase: 'done', origin: 'window' })
    expect(hasWord('save-off')).toBe(true)
    const sent = rig.demo.panel.requests().flatMap(({ method, path }) => {
      const what = /\/(backups|power)$/.exec(path)?.[1]
      return method === 'POST' && what !== undefined ? [what] : []
    })
    expect(sent).toEqual(['backups', 'power'])
  })

  it.each<[string, RestartChoices['backupFirst'], () => void, string]>([
    ['fails', 'must', () => rig.demo.panel.backups.setTrap(rig.identifier, 'backup-fails'), 'The backup failed'],
    ['is over the limit', 'must', () => rig.demo.panel.backups.setLimit(rig.identifier, 0), 'as many backups'],
    ['is refused for its rate', 'must', () => throttle(), 'rate limit'],
    ['is not permitted', 'must', () => rig.demo.panel.deny(['backup.create']), ''],
    ['fails, and does not matter', 'anyway', () => rig.demo.panel.backups.setTrap(rig.identifier, 'backup-fails'), ''],
  ])('does as was chosen where the backup %s', async (_, backupFirst, arrange, why) => {
    arrange()
    begin(5, { backupFirst })
    await until(() => hasEnded(plan()))
    const isOff = backupFirst === 'must'
    expect(plan().phase).toBe(isOff ? 'failed' : 'done')
    if (isOff) expect(plan().error).toMatchObject({ code: 'restart-without-backup' })
    if (isOff) expect(plan().error?.message).toMatch(new RegExp(`^The backup before the restart did not.*${why}`))
    if (plan().error?.retryAfterMs !== undefined)
      expect(plan().error?.hint).toMatch(/^The panel makes another backup from \d\d:\d\d on\./)
    expect(posts('/backups')).toHaveLength(1)
    expect(posts('/power')).toHaveLength(isOff ? 0 : 1)
  })

  it('goes by the backup that a person is making already, and makes no second one', async () => {
    void rig.core.backups.startPlain(rig.ref, 'window')
    begin(0)
    await until(() => hasEnded(plan()))
    expect(plan()).toMatchObject({ phase: 'done', steps: [{ kind: 'backup', result: 'sent' }, {}] })
    expect({ backups: posts('/backups').length, power: posts('/power').length }).toEqual({ backups: 1, power: 1 })
  })

  it('waits while the backup outlasts it, and is missed where the app ends then; a next start makes no second one', async () => {
    rig.demo.panel.backups.setTrap(rig.identifier, 'backup-stalls')
    begin(5)
    await until(() => plan().phase === 'backing-up')
    const zero = plan().zeroAt
    await until(() => rig.clock.now() > zero + 60_000)
    expect(plan().phase).toBe('backing-up')
    const ended = rig.core.dispose()
    await until(() => hasWord('save-on'))
    await ended
    const next = await rig.reopen()
    await until(() => Object.keys(next.store.get().servers).length > 0)
    expect(plan(next)).toMatchObject({ phase: 'missed', steps: [{ kind: 'backup', result: 'unconfirmed' }, {}] })
    await rig.clock.advance(60_000)
    expect({ backups: posts('/backups').length, power: posts('/power').length }).toEqual({ backups: 1, power: 0 })
  })
})

function throttle(): void {
  rig.demo.panel.backups.setThrottle({ backups: 0, windowMs: 600_000 })
}
