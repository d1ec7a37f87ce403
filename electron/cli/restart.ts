import { appError } from '../../shared/errors.ts'
import type { PlanStep, PlanView } from '../../shared/model/restart.ts'
import { hasEnded, warningTime } from '../../shared/model/restart-choices.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { safeText } from '../../shared/model/text.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { nextRun } from '../restart/next-run.ts'
import type { Access } from './access.ts'
import { accessOf, findServer, openForegroundCore } from './foreground-core.ts'
import { type ExitCode, exitCodes, formatJson } from './format.ts'
import type { RestartCommand } from './restart-args.ts'
import { longestSleepMs, report, reportStopped, type Session, whenStopped } from './session.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The next moment for that time of day by the clocks here, in unix milliseconds; days with a clock change included. */
export const nextTimeOfDay = (time: string, now: number, timeZone = zoneHere()): number =>
  nextRun({ days: everyDay, time, timeZone }, now)

/** Zero is this much later than the longest warning asks, in milliseconds: one that is due already does not go out. */
const headStartMs = 100

const stepWords: Readonly<Record<Exclude<PlanStep['kind'], 'warning'>, string>> = {
  'last-command': 'Last command',
  'last-call': 'Last warning',
  'cancel-text': 'Cancellation',
  restart: 'Restart',
  stop: 'Stop',
  start: 'Start',
  kill: 'Kill',
}

function stepText({ kind, secondsBefore, result, error }: PlanStep): string {
  const what = kind === 'warning' ? `Warning: ${warningTime(secondsBefore)}` : stepWords[kind]
  return `${what}, ${result}${error === null ? '' : ` (${safeText(error.message, 300)})`}`
}

/** True once a step has its result. What an end left undone is no news. */
const isTold = (plan: PlanView, { result }: PlanStep): boolean =>
  result === 'skipped' ? !hasEnded(plan) : result !== 'waiting' && result !== 'sending'

/** Writes that a restart is planned, then each step when it has its result. */
function createTeller({ stdout, options, clock }: Session) {
  const told = new Set<number>()
  const time = () => new Date(clock.now()).toISOString()
  return {
    planned({ name, zeroAt }: PlanView) {
      const seconds = Math.round((zeroAt - clock.now()) / 1_000)
      const when = seconds > 0 ? `at ${clockTime(zeroAt)}, in ${warningTime(seconds)}` : 'now'
      const json = { time: time(), kind: 'planned', at: new Date(zeroAt).toISOString() }
      stdout.write(options.json ? formatJson(json) : `${safeText(name)} restarts ${when}. Ctrl+C cancels.\n`)
    },
    steps(plan: PlanView) {
      for (const [index, step] of plan.steps.entries()) {
        if (told.has(index) || !isTold(plan, step)) continue
        told.add(index)
        const { kind, secondsBefore, result, error } = step
        const json = { time: time(), kind, secondsBefore, result, ...(error !== null && { error: error.code }) }
        stdout.write(options.json ? formatJson(json) : `${time()} ${stepText(step)}\n`)
      }
    },
    ended(outcome: PlanView['outcome']) {
      const words = outcome === 'confirmed' ? 'It is running again.' : 'The panel accepted the restart.'
      const json = { time: time(), kind: 'ended', outcome: outcome ?? 'unconfirmed' }
      stdout.write(options.json ? formatJson(json) : `${words}\n`)
    },
  }
}
type Teller = ReturnType<typeof createTeller>

function exitOf(plan: PlanView, tell: Teller, session: Session): ExitCode {
  const { stderr, options } = session
  if (plan.error !== null) return report(stderr, plan.error, options.json)
  if (plan.phase === 'cancelled') return reportStopped(session)
  if (plan.phase === 'missed') {
    const missed = {
      message: 'The time passed while this computer was asleep.',
      hint: 'Nothing was sent. Plan it again.',
    }
    return report(stderr, appError('plan-past', missed), options.json)
  }
  if (plan.outcome === 'stalled') {
    const stalled = { message: 'The server did not come back within the limit.', hint: 'Look at its console.' }
    return report(stderr, appError('panel-refused', stalled), options.json)
  }
  tell.ended(plan.outcome)
  return exitCodes.done
}

/**
 * Restarts one server with warnings, in the foreground. Stopped (Ctrl+C), it cancels, and tells the players where a
 * text for that was given. Ends when the panel has taken the signal, or with `waits` when the server was seen to run.
 */
export async function runRestart(
  session: Session,
  accesses: readonly Access[],
  { identifier, choices, at, waits }: RestartCommand,
  deps: {
    /** Adds how it ended to the activity list. */
    readonly noteEnd: (plan: PlanView, server: ServerView, access: Access | undefined) => Promise<void>
  },
): Promise<ExitCode> {
  const { clock, stderr, options, stopped } = session
  const core = openForegroundCore(accesses, clock)
  const ended = new AbortController()
  const tell = createTeller(session)
  const planNow = (): PlanView | undefined => Object.values(core.store.get().plans)[0]
  let waitsOn = waits
  function look(): void {
    const plan = planNow()
    if (plan === undefined) return
    tell.steps(plan)
    const isOver = hasEnded(plan) || (!waitsOn && plan.phase === 'watching')
    if (isOver && !plan.steps.some(({ result }) => result === 'sending')) ended.abort()
  }
  try {
    await core.lists.refreshAll()
    if (stopped.aborted) return reportStopped(session)
    const found = findServer(core.store.get(), identifier)
    if (!found.ok) return report(stderr, found.error, options.json)
    const [longest] = choices.warnings
    const soonest = clock.now() + (longest === undefined ? 0 : longest * 1_000 + headStartMs)
    const zeroAt = at === null ? soonest : nextTimeOfDay(at, clock.now())
    const started = core.plans.start({ ref: found.value.ref, choices, zeroAt, origin: 'cli' })
    if (!started.ok) return report(stderr, started.error, options.json)
    const planned = planNow()
    if (planned !== undefined) tell.planned(planned)
    core.store.subscribe(look)
    look()
    whenStopped(stopped, () => {
      if (core.plans.cancel(started.value.id, choices.cancelText !== null, 'cli').ok) return
      // Once the signal is out there is nothing to cancel. Whether the panel took it is still told.
      waitsOn = false
      look()
    })
    await clock.sleep(longestSleepMs, ended.signal)
    const plan = planNow()
    if (plan === undefined) return exitCodes.refused
    await deps.noteEnd(plan, found.value, accessOf(found.value, core.store.get(), accesses))
    return exitOf(plan, tell, session)
  } finally {
    ended.abort()
    core.dispose()
  }
}
