import { areaNeeds } from '../../shared/keys/rights.ts'
import type { PanelSchedule } from '../../shared/panel-schedules/contract.ts'
import { panelScheduleIdSchema } from '../../shared/panel-schedules/contract.ts'
import { cronText, isStuck } from '../../shared/panel-schedules/panel-schedules.ts'
import { ok } from '../../shared/result.ts'
import { listSchedules, runSchedule, setScheduleActive } from '../panel-schedules/panel.ts'
import { argument, bySchema, server } from './argument-types.ts'
import { serverCommand } from './command.ts'
import { formatTable } from './format.ts'

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

function stateOf(schedule: PanelSchedule, now: number): string {
  if (isStuck(schedule, now)) return 'stuck'
  if (schedule.isProcessing) return 'running'
  return schedule.isActive ? 'active' : 'paused'
}

function jsonOf(schedule: PanelSchedule, now: number) {
  const { lastRunAt, nextRunAt, updatedAt, cron, ...rest } = schedule
  const times = { lastRunAt: timeOf(lastRunAt), nextRunAt: timeOf(nextRunAt), updatedAt: timeOf(updatedAt) }
  return { ...rest, cron: cronText(cron), ...times, isStuck: isStuck(schedule, now) }
}

const columns = ['ID', 'NAME', 'STATE', 'CRON', 'NEXT RUN', 'LAST RUN', 'TASKS']

const rowOf = (schedule: PanelSchedule, now: number) => [
  String(schedule.id),
  schedule.name,
  stateOf(schedule, now),
  cronText(schedule.cron),
  // As the panel has it; a paused one does not run then.
  (schedule.isActive ? timeOf(schedule.nextRunAt) : null) ?? '–',
  timeOf(schedule.lastRunAt) ?? '–',
  String(schedule.tasks.length),
]

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
    usage: `schedule ${action} needs a server and the ID of a schedule, as schedule list shows it.`,
    permission: areaNeeds.schedules.change,
    async run({ call }, { client, identifier, note }, { schedule }) {
      const at = client.at(identifier, call)
      const done =
        action === 'run' ? await runSchedule(at, schedule) : await setScheduleActive(at, schedule, action === 'resume')
      if (!done.ok) return done
      await note({ kind: 'panel-schedule', act: acts[action].deed, schedule: `No. ${schedule}`, origin: 'cli' })
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
    async run({ call, clock }, { client, identifier }) {
      const list = await listSchedules(client.at(identifier, call))
      if (!list.ok) return list
      const { schedules } = list.value
      const now = clock.now()
      const rows = schedules.map((schedule) => rowOf(schedule, now))
      return ok({
        words: formatTable(columns, rows, 'No schedules.\n'),
        json: schedules.map((schedule) => jsonOf(schedule, now)),
      })
    },
  }),
  actCommand('run'),
  actCommand('pause'),
  actCommand('resume'),
]
