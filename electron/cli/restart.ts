import { appError } from '../../shared/errors.ts'
import type { PlanStep, PlanView } from '../../shared/model/restart.ts'
import { hasEnded, warningTime } from '../../shared/model/restart-choices.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import type { Clock } from '../clock.ts'
import type { Access } from './access.ts'
import { findServer, openDesk } from './desk.ts'
import { type ExitCode, exitCodes, formatJson } from './format.ts'
import type { RestartCommand } from './restart-args.ts'
import { longestSleepMs, report, type Session, whenStopped } from './session.ts'

/** The next moment at which the clocks here show that time of day, in unix milliseconds. */
export function nextTimeOfDay(time: string, now: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = new Date(now).setHours(hours, minutes, 0, 0)
  return today > now ? today : new Date(today).setDate(new Date(today).getDate() + 1)
}

const stepWords: Readonly<Record<Exclude<PlanStep['kind'], 'warning'>, string>> = {
  'last-command': 'Last command',
  'cancel-text': 'Cancellation',
  restart: 'Restart',
  stop: 'Stop',
  start: 'Start',
  kill: 'Kill',
}

function stepText({ kind, secondsBefore, result, error }: PlanStep): string {
  const what = kind === 'warning' ? `Warning: ${warningTime(secondsBefore)}` : stepWords[kind]
  return `${what}, ${result}${error === null ? '' : ` (${error.message})`}`
}

/** Writes each step of a plan when it has its result. */
function createTeller({ stdout, options }: Session, clock: Clock) {
  const told = new Set<number>()
  return ({ steps }: PlanView) => {
    for (const [index, step] of steps.entries()) {
      if (told.has(index) || step.sentAt === null || step.result === 'sending') continue
      told.add(index)
      const time = new Date(clock.now()).toISOString()
      const { kind, secondsBefore, result, error } = step
      const json = { time, kind, secondsBefore, result, ...(error !== null && { error: error.code }) }
      stdout.write(options.json ? formatJson(json) : `${time} ${stepText(step)}\n`)
    }
  }
}

function exitOf(plan: PlanView, { stdout, stderr, options }: Session): ExitCode {
  if (plan.error !== null) return report(stderr, plan.error, options.json)
  if (plan.phase === 'cancelled') return report(stderr, appError('cancelled'), options.json)
  if (plan.phase === 'missed') {
    const missed = { message: 'The time passed while this computer slept.', hint: 'Nothing was sent. Plan it anew.' }
    return report(stderr, appError('plan-past', missed), options.json)
  }
  if (plan.outcome === 'stalled') {
    const stalled = { message: 'The server did not come back within the limit.', hint: 'Look at its console.' }
    return report(stderr, appError('panel-refused', stalled), options.json)
  }
  const words = plan.outcome === 'confirmed' ? 'It runs again.' : 'The panel accepted the restart.'
  if (!options.json) stdout.write(`${words}\n`)
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
    readonly stopped: AbortSignal | undefined
    /** Adds how it ended to the activity list. */
    readonly noteEnd: (plan: PlanView, server: ServerView, access: Access | undefined) => Promise<void>
  },
): Promise<ExitCode> {
  const { clock, stdout, stderr, options } = session
  const desk = openDesk(accesses, clock)
  const ended = new AbortController()
  const tell = createTeller(session, clock)
  const planNow = (): PlanView | undefined => Object.values(desk.store.get().plans)[0]
  try {
    await desk.lists.refreshAll()
    const found = findServer(desk.store.get(), identifier)
    if (!found.ok) return report(stderr, found.error, options.json)
    const soonest = clock.now() + (choices.warnings[0] ?? 0) * 1_000
    const zeroAt = at === null ? soonest : nextTimeOfDay(at, clock.now())
    desk.store.subscribe(() => {
      const plan = planNow()
      if (plan === undefined) return
      tell(plan)
      const isOver = hasEnded(plan) || (!waits && plan.phase === 'watching')
      if (isOver && !plan.steps.some(({ result }) => result === 'sending')) ended.abort()
    })
    const started = desk.plans.start({ ref: found.value.ref, choices, zeroAt, origin: 'cli' })
    if (!started.ok) return report(stderr, started.error, options.json)
    if (!options.json) stdout.write(`${found.value.name} restarts at ${clockTime(zeroAt)}. Ctrl+C cancels.\n`)
    const stop = () => {
      // Once the signal is out there is nothing to cancel, and nothing to wait for.
      if (!desk.plans.cancel(started.value.id, choices.cancelText !== null).ok) ended.abort()
    }
    whenStopped(deps.stopped, stop)
    await clock.sleep(longestSleepMs, ended.signal)
    const plan = planNow()
    if (plan === undefined) return exitCodes.refused
    const { panelId } = found.value
    const baseUrl = desk.store.get().panels[panelId]?.baseUrl
    await deps.noteEnd(
      plan,
      found.value,
      accesses.find((access) => access.baseUrl === baseUrl),
    )
    return exitOf(plan, session)
  } finally {
    ended.abort()
    desk.dispose()
  }
}
