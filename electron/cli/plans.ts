import type { Schedule } from '../../shared/model/restart-schema.ts'
import { own } from '../../shared/own.ts'
import { fail } from '../../shared/result.ts'
import type { Profile } from '../keys/profile.ts'
import { nextRun } from '../restart/next-run.ts'
import { missIfPast } from '../restart/plan.ts'
import { profileCommand } from './command.ts'
import { exitCodes, formatTable } from './format.ts'
import type { Outcome, Session } from './session.ts'

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const whenText = ({ days, time, timeZone }: Schedule) =>
  `${days.length === 7 ? 'every day' : days.map((day) => dayNames[day]).join(' ')} ${time} ${timeZone}`

/** The planned restarts of the profile: those under way or missed as the app last wrote them, and those that repeat. */
function runPlanList({ sayRows, clock }: Session, profile: Profile): Outcome {
  const blocked = profile.settings.blocked()
  if (blocked !== null) return fail(blocked)
  const { schedules } = profile.settings.get()
  const { plans, runs } = profile.restarts()
  // Plans of the past may never have run, as the app was not running.
  const known = plans.map((plan) => missIfPast(plan, clock.now(), false))
  const once = known.map(({ ref, phase, zeroAt }) => ({ refs: [ref], at: zeroAt, status: phase, repeats: '' }))
  const repeating = schedules.map((schedule) => {
    const status = schedule.enabled ? 'enabled' : 'paused'
    const at = schedule.enabled ? (own(runs, schedule.id)?.nextAt ?? nextRun(schedule, clock.now())) : null
    return { refs: schedule.refs, at, status, repeats: whenText(schedule) }
  })
  const all = [...once, ...repeating].map(({ at, ...rest }) => ({
    ...rest,
    at: at === null ? '' : new Date(at).toISOString(),
  }))
  const rows = all.map(({ refs, at, status, repeats }) => [at || '–', status, repeats, refs.join(' ')])
  const table = formatTable(['NEXT', 'STATUS', 'REPEATS', 'SERVERS'], rows, 'No restarts are planned.\n')
  sayRows(`${table}${schedules.length > 0 ? 'They run only while Servertray is running.\n' : ''}`, all)
  return exitCodes.done
}

export const planCommand = profileCommand({
  name: 'plan list',
  help: 'planned restarts of the app',
  run: async (session, { profile }) => runPlanList(session, profile),
})
