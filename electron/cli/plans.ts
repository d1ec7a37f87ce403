import type { Schedule } from '../../shared/model/restart-schema.ts'
import { own } from '../../shared/own.ts'
import { fail } from '../../shared/result.ts'
import type { Profile } from '../keys/profile.ts'
import { nextRun } from '../restart/next-run.ts'
import { missIfPast } from '../restart/plan.ts'
import { profileCommand } from './command.ts'
import { type Columns, exitCodes, formatTable, isoTime } from './format.ts'
import type { Outcome, Session } from './session.ts'

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const whenText = ({ days, time, timeZone }: Schedule) =>
  `${days.length === 7 ? 'every day' : days.map((day) => dayNames[day]).join(' ')} ${time} ${timeZone}`

type Row = { readonly refs: readonly string[]; readonly at: string; readonly status: string; readonly repeats: string }

const columns: Columns<Row> = {
  NEXT: ({ at }) => at || '–',
  STATUS: ({ status }) => status,
  REPEATS: ({ repeats }) => repeats,
  SERVERS: ({ refs }) => refs.join(' '),
}

/** The planned restarts of the profile: those under way or missed as the app last wrote them, and those that repeat. */
function runPlanList({ sayRows, clock }: Session, profile: Profile): Outcome {
  const blocked = profile.settings.blocked()
  if (blocked !== null) return fail(blocked)
  const { schedules } = profile.settings.get()
  const { plans, runs } = profile.restarts()
  const now = clock.now()
  const rows: Row[] = [
    ...plans.map((plan) => {
      // Plans of the past may never have run, as the app was not running.
      const { ref, phase, zeroAt } = missIfPast(plan, now, false)
      return { refs: [ref], status: phase, repeats: '', at: isoTime(zeroAt) }
    }),
    ...schedules.map((schedule) => {
      const { refs, enabled, id } = schedule
      // One of the past is of before the app was closed.
      const kept = own(runs, id)?.nextAt ?? 0
      const at = enabled ? isoTime(kept > now ? kept : nextRun(schedule, now)) : ''
      return { refs, status: enabled ? 'enabled' : 'paused', repeats: whenText(schedule), at }
    }),
  ]
  const table = formatTable(columns, rows, 'No restarts are planned.\n')
  sayRows(`${table}${schedules.length > 0 ? 'They run only while Servertray is running.\n' : ''}`, rows)
  return exitCodes.done
}

export const planCommand = profileCommand({
  name: 'plan list',
  help: 'planned restarts of the app',
  run: async (session, profile) => runPlanList(session, profile),
})
