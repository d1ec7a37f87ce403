import { beforeEach, describe, expect, it } from 'vitest'
import { withoutColours } from '../../electron/console/line-text.ts'
import { hasEnded } from '../../shared/model/restart.ts'
import type { PlanView, RestartChoices } from '../../shared/model/restart-schema.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'
import { whileTimePasses } from '../fixtures/open-core.ts'
import { restartChoices } from '../fixtures/plan-view.ts'

const rig = setUpCoreRig()

/** A restart goes on for minutes. */
const until = (holds: () => boolean) => rig.until(holds, 10 * 60_000)

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

  const fails = () => rig.demo.panel.backups.setTrap(rig.identifier, 'backup-fails')
  const fills = async () => {
    await rig.demo.panel.backups.add(rig.identifier, { name: 'Nightly', agoMs: 3_600_000 })
    rig.demo.panel.backups.setLimit(rig.identifier, 1)
  }

  it.each<[string, () => unknown, why: string, hint: RegExp]>([
    ['fails', fails, 'The backup failed', /^Try again\./],
    ['is over the limit', fills, 'as many backups', /^Delete one /],
    ['is refused for its rate', () => throttle(), 'rate limit', /^The panel makes another backup from \d\d:\d\d on\./],
  ])('is off where the backup it must have %s', async (_, arrange, why, hint) => {
    await arrange()
    begin(5)
    await until(() => hasEnded(plan()))
    expect(plan()).toMatchObject({
      phase: 'failed',
      error: {
        code: 'restart-without-backup',
        message: expect.stringMatching(new RegExp(`^The backup before the restart did not.*${why}`)),
        hint: expect.stringMatching(hint),
      },
    })
    expect({ backups: posts('/backups').length, power: posts('/power').length }).toEqual({ backups: 1, power: 0 })
  })

  it.each([
    ['must have', 'must', { backups: 0, power: 0 }],
    ['can do without', 'anyway', { backups: 0, power: 1 }],
  ] as const)('sends only what comes to its end with a backup it %s and may not make', async (_, backupFirst, sent) => {
    rig.demo.panel.deny(['backup.create'])
    begin(5, { backupFirst })
    await until(() => hasEnded(plan()))
    expect({ backups: posts('/backups').length, power: posts('/power').length }).toEqual(sent)
    if (backupFirst === 'must')
      expect(plan().error).toMatchObject({
        code: 'permission-lacking',
        message: expect.stringContaining('(backup.create)'),
      })
  })

  it('makes no backup, nor tells a game to save, before a restart that it may not do', async () => {
    rig.demo.panel.deny(['control.restart'])
    begin(5)
    await until(() => hasEnded(plan()))
    expect(plan()).toMatchObject({ phase: 'failed', error: { message: expect.stringContaining('(control.restart)') } })
    expect({ backups: posts('/backups').length, commands: posts('/command').length }).toEqual({
      backups: 0,
      commands: 0,
    })
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
    await whileTimePasses(rig.clock, rig.core.dispose())
    expect(hasWord('save-on')).toBe(true)
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
