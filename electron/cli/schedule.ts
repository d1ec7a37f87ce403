import { areaNeeds } from '../../shared/keys/rights.ts'
import type { PanelSchedule } from '../../shared/panel-schedules/contract.ts'
import { panelScheduleIdSchema } from '../../shared/panel-schedules/contract.ts'
import { cronText, isStuck } from '../../shared/panel-schedules/panel-schedules.ts'
import { ok } from '../../shared/result.ts'
import { listSchedules, runSchedule, setScheduleActive } from '../panel-schedules/panel.ts'
import { argument, bySchema, server } from './argument-types.ts'
import { serverCommand } from './command.ts'
import { type Columns, isoTime, listing } from './format.ts'
import { noteLeftOut } from './session.ts'

function stateOf(schedule: PanelSchedule, now: number): string {
  if (isStuck(schedule, now)) return 'stuck'
  if (schedule.isProcessing) return 'running'
  return schedule.isActive ? 'active' : 'paused'
}

function jsonOf(schedule: PanelSchedule, now: number) {
  const { lastRunAt, nextRunAt, updatedAt, cron, ...rest } = schedule
  const times = { lastRunAt: isoTime(lastRunAt), nextRunAt: isoTime(nextRunAt), updatedAt: isoTime(updatedAt) }
  return { ...rest, cron: cronText(cron), ...times, isStuck: isStuck(schedule, now) }
}

const columnsAt = (now: number): Columns<PanelSchedule> => ({
  ID: ({ id }) => String(id),
  NAME: ({ name }) => name,
  STATE: (schedule) => stateOf(schedule, now),
  CRON: ({ cron }) => cronText(cron),
  // As the panel has it; a paused one does not run then.
  'NEXT RUN': ({ isActive, nextRunAt }) => (isActive ? isoTime(nextRunAt) : null) ?? '–',
  'LAST RUN': ({ lastRunAt }) => isoTime(lastRunAt) ?? '–',
  TASKS: ({ tasks }) => String(tasks.length),
})

const acts = {
  run: { deed: 'run', done: 'The panel began schedule', help: 'run a schedule of the panel now, once' },
  pause: { deed: 'paused', done: 'Paused schedule', help: 'pause a schedule of the panel' },
  resume: { deed: 'resumed', done: 'Resumed schedule', help: 'resume a schedule of the panel' },
} as const

const readId = bySchema(panelScheduleIdSchema)
const scheduleId = argument('SCHEDULE', (typed = '') => readId(/^\d{1,12}$/.test(typed) ? Number(typed) : null))

const actCommand = (action: keyof typeof acts) =>
  serverCommand({
    name: `schedule ${action}`,
    help: acts[action].help,
    args: { server, schedule: scheduleId },
    permission: areaNeeds.schedules.change,
    async run(_session, { at, noteHere }, { schedule }) {
      const done =
        action === 'run' ? await runSchedule(at, schedule) : await setScheduleActive(at, schedule, action === 'resume')
      if (!done.ok) return done
      await noteHere({ kind: 'panel-schedule', act: acts[action].deed, schedule: `No. ${schedule}`, origin: 'cli' })
      return ok({ words: `${acts[action].done} ${schedule}.\n`, json: { schedule, action } })
    },
  })

/** The panel's own schedules of a server. */
export const scheduleCommands = [
  serverCommand({
    name: 'schedule list',
    help: 'the panel’s own schedules of a server',
    args: { server },
    permission: areaNeeds.schedules.change,
    async run(session, { at }) {
      const list = noteLeftOut(session, await listSchedules(at))
      if (!list.ok) return list
      const now = session.clock.now()
      return ok(listing(columnsAt(now), list.value.schedules, 'No schedules.\n', (one) => jsonOf(one, now)))
    },
  }),
  actCommand('run'),
  actCommand('pause'),
  actCommand('resume'),
]
