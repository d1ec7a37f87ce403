import type { ActivityEvent } from '../../shared/model/activity.ts'
import { cronText, isStuck, type PanelSchedule } from '../../shared/model/panel-schedule.ts'
import type { Target } from './action.ts'
import { type ExitCode, exitCodes, formatJson, formatTable } from './format.ts'
import type { ScheduleCommand } from './schedule-args.ts'
import { patientCall, report, type Session } from './session.ts'

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

function stateOf(schedule: PanelSchedule, now: number): string {
  if (isStuck(schedule, now)) return 'stuck'
  if (schedule.isProcessing) return 'running'
  return schedule.isActive ? 'active' : 'paused'
}

function listOf(schedules: readonly PanelSchedule[], now: number, json: boolean): string {
  if (json) {
    const told = schedules.map((schedule) => {
      const { lastRunAt, nextRunAt, updatedAt, cron: _, ...rest } = schedule
      const times = { lastRunAt: timeOf(lastRunAt), nextRunAt: timeOf(nextRunAt), updatedAt: timeOf(updatedAt) }
      return { ...rest, cron: cronText(schedule.cron), ...times, isStuck: isStuck(schedule, now) }
    })
    return formatJson(told)
  }
  const cells = schedules.map((schedule) => [
    String(schedule.id),
    schedule.name,
    stateOf(schedule, now),
    cronText(schedule.cron),
    // As the panel has it; a paused one does not run then.
    (schedule.isActive ? timeOf(schedule.nextRunAt) : null) ?? '–',
    timeOf(schedule.lastRunAt) ?? '–',
    String(schedule.tasks.length),
  ])
  return formatTable(['ID', 'NAME', 'STATE', 'CRON', 'NEXT RUN', 'LAST RUN', 'TASKS'], cells, 'No schedules.\n')
}

const doneWords = {
  run: 'The panel began schedule',
  pause: 'Paused schedule',
  resume: 'Resumed schedule',
} as const

const deeds = { run: 'run', pause: 'paused', resume: 'resumed' } as const

/** Runs one command on the panel's own schedules of a server. */
export async function runSchedule(
  session: Session,
  command: ScheduleCommand,
  { access }: Target,
  keep: (event: ActivityEvent) => Promise<void>,
): Promise<ExitCode> {
  const { stdout, stderr, options, clock } = session
  const { schedules } = access.client
  const { identifier } = command
  const call = patientCall(session)
  if (command.action === 'list') {
    const list = await schedules.list(identifier, call)
    if (!list.ok) return report(stderr, list.error, options.json)
    stdout.write(listOf(list.value.schedules, clock.now(), options.json))
    return exitCodes.done
  }
  const { action, schedule } = command
  const done =
    action === 'run'
      ? await schedules.run(identifier, schedule, call)
      : await schedules.setActive(identifier, schedule, action === 'resume', call)
  if (!done.ok) return report(stderr, done.error, options.json)
  await keep({ kind: 'panel-schedule', act: deeds[action], schedule: `No. ${schedule}`, origin: 'cli' })
  stdout.write(options.json ? formatJson({ schedule, action }) : `${doneWords[action]} ${schedule}.\n`)
  return exitCodes.done
}
