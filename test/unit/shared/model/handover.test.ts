import { Cron } from 'croner'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRun } from '../../../../electron/restart/next-run.ts'
import { warningTime } from '../../../../shared/model/restart.ts'
import type { RestartChoices, Schedule } from '../../../../shared/model/restart-schema.ts'
import type { PanelTaskEdit } from '../../../../shared/panel-schedules/contract.ts'
import { panelScheduleEditSchema, panelTaskEditSchema } from '../../../../shared/panel-schedules/contract.ts'
import {
  handOver,
  handoverRefusal,
  zoneChangeText,
  zoneMinutesAt,
  zoneText,
} from '../../../../shared/restart/handover.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const winter = Date.UTC(2026, 0, 15, 12)
const summer = Date.UTC(2026, 6, 15, 12)

const schedule = (choices: Partial<RestartChoices> = {}, more: Partial<Schedule> = {}) => ({
  days: [1, 5],
  time: '04:00',
  timeZone: 'Europe/Berlin',
  choices: restartChoices({ text: 'say {time}', lastCommand: null, ...choices }),
  ...more,
})

function handed(choices: Partial<RestartChoices>, more: Partial<Schedule> = {}, at = winter, panel = 0) {
  return handOver(schedule(choices, more), 'Survival', at, panel)
}

/** The times that a sentence about them lists, as it says them. */
const told = (losses: readonly string[], sentence: RegExp) =>
  losses.flatMap((loss) => sentence.exec(loss)?.[1]?.split(', ') ?? [])
const inTime = /these warnings in time: (.*) before/
const moreOften = /more often: also (.*) before/

const drawn = (tasks: readonly PanelTaskEdit[]) =>
  tasks.map(({ payload, offsetSeconds }) => `+${offsetSeconds} ${payload}`)
const cronText = ({ edit: { cron } }: ReturnType<typeof handed>) => `${cron.minute} ${cron.hour} ${cron.dayOfWeek}`

describe('the tasks', () => {
  it.each<[string, Partial<RestartChoices>, string[], number]>([
    [
      'warnings of whole minutes',
      { warnings: [600, 60] },
      ['+0 say 10 minutes', '+540 say 1 minute', '+60 restart'],
      600,
    ],
    [
      'a last command, after the warning of the same moment',
      { warnings: [60, 10], lastCommand: { text: 'save-all', waitSeconds: 10 } },
      ['+0 say 1 minute', '+50 say 10 seconds', '+0 save-all', '+10 restart'],
      60,
    ],
    [
      'an hour, with warnings between',
      { warnings: [3_600] },
      ['+0 say 1 hour', '+900 say 45 minutes', '+900 say 30 minutes', '+900 say 15 minutes', '+900 restart'],
      3_600,
    ],
  ])('%s', (_what, choices, tasks, lead) => {
    const handover = handed(choices)
    expect(drawn(handover.tasks)).toEqual(tasks)
    expect(handover.leadSeconds).toBe(lead)
  })

  it('restart at the end, only while the server runs', () => {
    const { edit, tasks } = handed({ warnings: [60] })
    expect(tasks.at(-1)).toMatchObject({ action: 'power', payload: 'restart' })
    expect(edit).toMatchObject({ name: 'Restart at 04:00', isActive: true, onlyWhenOnline: true })
  })

  it.each(['go-on', 'stop'] as const)('stop after one that fails, whatever the app does: %s', (onWarningFailed) => {
    const { tasks } = handed({ warnings: [60], onWarningFailed })
    expect(tasks.map(({ continuesOnFailure }) => continuesOnFailure)).toEqual([false, false])
  })

  const stops = { onWarningFailed: 'stop' } as const
  it('leave out what cannot be told in time, or is too much', () => {
    const dropped = (warnings: number[]) => told(handed({ ...stops, warnings }).losses, inTime)
    expect(dropped([600, 300, 60, 30, 10, 5, 4, 3, 2, 1])).toEqual([4, 3, 2, 1].map(warningTime))
    const many = [600, 540, 480, 420, 360, 300, 240, 180, 120, 60, 30]
    expect(dropped(many)).toEqual([60, 30].map(warningTime))
    expect(dropped([86_400, 600])).toEqual([warningTime(86_400)])
  })
})

describe('what is lost', () => {
  it.each<[Partial<RestartChoices>, RegExp[]]>([
    [{ warnings: [60] }, []],
    [{ warnings: [60], onWarningFailed: 'go-on' }, [/^If a warning can’t be sent, the panel stops there/]],
    [{ warnings: [], onWarningFailed: 'go-on' }, []],
    [{ warnings: [60, 2] }, [/^The panel can’t say these warnings in time: 2 seconds before\.$/]],
    [{ warnings: [1_800] }, [/also 15 minutes before\.$/]],
    [{ warnings: [], atZero: 'stop-start', killAfterMinutes: 5 }, [/one restart/, /doesn’t kill/]],
    [{ warnings: [], players: { rule: 'when-empty', otherwise: 'restart' } }, [/without waiting/]],
    [{ warnings: [], backupFirst: 'anyway' }, [/without backing up first/]],
  ])('%j', (choices, texts) => {
    const lost = handed({ atZero: 'restart', killAfterMinutes: null, onWarningFailed: 'stop', ...choices }).losses
    expect(lost).toHaveLength(texts.length)
    for (const [i, text] of texts.entries()) expect(lost[i]).toMatch(text)
  })

  it('is on Pelican, which takes a warning to a stopped server for sent, that the restart starts it', () => {
    const onPelican = (warnings: number[]) =>
      handOver(schedule({ warnings, onWarningFailed: 'stop' }), 'Survival', winter, 0, 0, true).losses
    expect(onPelican([60])).toEqual([expect.stringMatching(/the restart starts it again\.$/)])
    expect(onPelican([])).toEqual([])
  })

  it.each<[Partial<RestartChoices>, ReturnType<typeof handoverRefusal>]>([
    [{ players: { rule: 'any' } }, null],
    [{ players: { rule: 'when-empty', otherwise: 'restart' } }, null],
    [{ players: { rule: 'when-empty', otherwise: 'skip' } }, 'handover-needs-players'],
    [{ players: { rule: 'at-most', players: 2 } }, 'handover-needs-players'],
    [{ backupFirst: 'anyway' }, null],
    [{ backupFirst: 'must' }, 'handover-needs-backup'],
  ])('is too much for %j: %s', (choices, refusal) => {
    expect(handoverRefusal(schedule(choices).choices)).toBe(refusal)
  })
})

describe('the time, by the panel’s clock', () => {
  it.each([
    ['UTC in winter', {}, winter, 0, '0 3 1,5'],
    ['the day before', { time: '00:30' }, winter, 0, '30 23 0,4'],
    ['every day', { time: '00:30', days: [0, 1, 2, 3, 4, 5, 6] }, winter, 0, '30 23 *'],
  ])('%s', (_what, more, at, panel, text) => expect(cronText(handed({ warnings: [] }, more, at, panel))).toBe(text))

  it.each([
    ['UTC', winter, 0],
    ['Europe/Berlin', winter, 60],
    ['Europe/Berlin', summer, 120],
    ['America/St_Johns', winter, -210],
  ])('%s at %d is %d minutes ahead', (zone, at, minutes) => expect(zoneMinutesAt(zone, at)).toBe(minutes))

  it.each([
    [0, 'UTC'],
    [120, 'UTC+2'],
    [-210, 'UTC−3:30'],
  ])('%d minutes are %s', (minutes, text) => expect(zoneText(minutes)).toBe(text))

  it('says what summer changes', () => {
    expect(zoneChangeText(schedule(), 0, winter)).toContain('moves from 04:00 to 05:00')
    expect(zoneChangeText(schedule({}, { time: '00:30' }), 0, summer)).toContain('moves from 00:30 to 23:30')
    expect(zoneChangeText(schedule({}, { timeZone: 'Asia/Tokyo' }), 0, winter)).toBeNull()
    expect(zoneChangeText(schedule(), 60, winter)).toContain('at UTC+1 now')
  })
})

describe('one of several servers', () => {
  const later = (seconds: number) => handOver(schedule({ warnings: [60] }), 'Survival', winter, 0, seconds)

  it('has its turn later, by the same schedule', () => {
    expect(later(10)?.edit).toEqual(later(0)?.edit)
    expect(drawn(later(10)?.tasks ?? [])).toEqual(['+10 say 1 minute', '+60 restart'])
    expect(later(10)?.leadSeconds).toBe(70)
  })

  it('waits no longer than a panel takes', () => {
    const { tasks } = handOver(schedule({ warnings: [61] }), 'Survival', winter, 0, 5_000) ?? { tasks: [] }
    expect(tasks.every((task) => panelTaskEditSchema.safeParse(task).success)).toBe(true)
  })
})

const runs = sizeOf({ short: 400, long: 4_000 })

const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati')
const warningsArb = fc
  .uniqueArray(
    fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(86_400, 3_600)),
    {
      maxLength: 14,
    },
  )
  .map((all) => all.sort((a, b) => b - a))

it('restarts when the app would, each warning at its time, within what the panel takes', () => {
  fc.assert(
    fc.property(
      fc.record({
        days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
        minutes: fc.integer({ min: 0, max: 1_439 }),
        timeZone: zones,
        panelZone: fc.constantFrom(0, 60, -300, 345, 840, -720),
        warnings: warningsArb,
        lastWait: fc.option(fc.integer({ min: 1, max: 600 })),
      }),
      ({ days, minutes, timeZone, panelZone, warnings, lastWait }) => {
        const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
        const lastCommand = lastWait === null ? null : { text: 'save-all', waitSeconds: lastWait }
        // In midwinter no clock changes.
        const zero = nextRun({ days, time, timeZone }, winter)
        const { edit, tasks, leadSeconds, losses } = handed(
          { warnings, lastCommand },
          { days, time, timeZone },
          zero,
          panelZone,
        )
        expect(panelScheduleEditSchema.safeParse(edit).success).toBe(true)
        expect(tasks.every((task) => panelTaskEditSchema.safeParse(task).success)).toBe(true)
        expect(tasks.length).toBeLessThanOrEqual(10)

        const { minute, hour, dayOfWeek } = edit.cron
        const panelClock = (at: number) => at + panelZone * 60_000
        const before = panelClock(zero - leadSeconds * 1_000) - 1_000
        const run = new Cron(`${minute} ${hour} * * ${dayOfWeek}`, { timezone: 'UTC', paused: true }).nextRun(
          new Date(before),
        )
        expect(run?.getTime()).toBe(panelClock(zero - leadSeconds * 1_000))

        let left = leadSeconds
        const said = tasks.map(({ action, payload, offsetSeconds }) => {
          left -= offsetSeconds
          return action === 'power' ? 'restart' : payload === 'save-all' ? 'save' : `${left}`
        })
        expect(left).toBe(0)
        expect(said.at(-1)).toBe('restart')
        expect(said.includes('save')).toBe(lastCommand !== null)
        const warned = said.filter((one) => one !== 'save' && one !== 'restart').map(Number)
        expect(warned).toEqual(warned.toSorted((a, b) => b - a))
        const dropped = told(losses, inTime)
        const kept = warnings.map(warningTime).filter((one) => !dropped.includes(one))
        expect(warned.map(warningTime).sort()).toEqual([...kept, ...told(losses, moreOften)].sort())
      },
    ),
    { numRuns: runs },
  )
})
