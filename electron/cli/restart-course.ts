import { appError } from '../../shared/errors.ts'
import { rightsOfRestart } from '../../shared/keys/rights.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { notSeenText } from '../../shared/model/power-words.ts'
import { hasEnded, longestWarningSeconds, warningTime } from '../../shared/model/restart.ts'
import type { PlanStep, PlanView, RestartChoices } from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { clockTime, systemZone } from '../../shared/model/time-words.ts'
import { sentBefore, waitText } from '../../shared/restarts/plan-words.ts'
import { nextRun } from '../restart/next-run.ts'
import { findServer } from './find-server.ts'
import { accessOf, openForegroundCore } from './foreground-core.ts'
import { type ExitCode, exitCodes } from './format.ts'
import { eventOfPlan } from './noted.ts'
import { tellProgress } from './progress.ts'
import { type Session, whenStopped } from './session.ts'
import { socketsFor } from './sockets.ts'
import type { PanelTools } from './tools.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** The next moment for that time of day by the clocks here, in unix milliseconds; days with a clock change included. */
export const nextTimeOfDay = (time: string, now: number, timeZone = systemZone()): number =>
  nextRun({ days: everyDay, time, timeZone }, now)

/** Zero is this much later than the longest warning asks, in milliseconds: one that is due already does not go out. */
const headStartMs = 100

const stepWords: Readonly<Record<Exclude<PlanStep['kind'], 'warning'>, string>> = {
  backup: 'Backup',
  'last-command': 'Last command',
  'last-call': 'Last warning',
  'cancel-text': 'Cancellation',
  restart: 'Restart',
  stop: 'Stop',
  start: 'Start',
  kill: 'Kill',
}

/** A backup is made, not sent. */
const resultOf = ({ kind, result }: PlanStep) => (kind === 'backup' && result === 'sent' ? 'made' : result)

function stepText(step: PlanStep): string {
  const { kind, secondsBefore, error } = step
  const what = kind === 'warning' ? `Warning: ${warningTime(secondsBefore)}` : stepWords[kind]
  return `${what}, ${resultOf(step)}${error === null ? '' : ` (${safeText(error.message, 300)})`}`
}

/** True once a step has its result. Steps skipped because the restart ended are not told. */
const isTold = (plan: PlanView, { result }: PlanStep): boolean =>
  result === 'skipped' ? !hasEnded(plan) : result !== 'waiting' && result !== 'sending'

const whenEmptyText = (until: number, otherwise: 'restart' | 'skip') =>
  `when nobody is on, ${otherwise === 'restart' ? `at ${clockTime(until)} at the latest` : `until ${clockTime(until)}`}`

/** Writes that a restart is planned, then each step when it has its result. */
function createTeller({ say, clock }: Session) {
  const told = new Set<string>()
  let toldOnline: number | null | undefined
  const time = () => new Date(clock.now()).toISOString()
  return {
    planned({ name, zeroAt, choices: { players, backupFirst } }: PlanView) {
      const seconds = Math.round((zeroAt - clock.now()) / 1_000)
      const at = seconds > 0 ? `at ${clockTime(zeroAt)}, in ${warningTime(seconds)}` : 'now'
      const when = players.rule === 'when-empty' ? whenEmptyText(zeroAt, players.otherwise) : at
      say({
        words: `${safeText(name)} restarts ${when}${backupFirst === 'no' ? '' : ', after a backup'}. Ctrl+C cancels.\n`,
        json: { time: time(), kind: 'planned', at: new Date(zeroAt).toISOString() },
      })
    },
    steps(plan: PlanView) {
      for (const [index, step] of plan.steps.entries()) {
        const { kind, secondsBefore, sentAt, error } = step
        // A plan that waits for an empty server may say the same again.
        const key = `${index} ${kind} ${sentAt}`
        if (told.has(key) || !isTold(plan, step)) continue
        told.add(key)
        const failed = error !== null && { error: error.code }
        say({
          words: `${time()} ${stepText(step)}\n`,
          json: { time: time(), kind, secondsBefore, result: resultOf(step), ...failed },
        })
      }
    },
    waits({ waiting }: PlanView) {
      if (waiting === null || waiting.online === toldOnline) return
      toldOnline = waiting.online
      const { online, since } = waiting
      const json = { time: time(), kind: 'waiting', online, since: new Date(since).toISOString() }
      say({ words: `${time()} Waiting: ${waitText(waiting)}\n`, json })
    },
    ended(outcome: PlanView['outcome']) {
      const words = outcome === 'confirmed' ? 'It is running again.\n' : 'The panel accepted the restart.\n'
      say({ words, json: { time: time(), kind: 'ended', outcome: outcome ?? 'unconfirmed' } })
    },
  }
}
type Teller = ReturnType<typeof createTeller>

/** How far ahead zero is where no time was given, in milliseconds: as soon as its warnings allow, or a day of waiting. */
function openMs({ players, warnings: [longest] }: RestartChoices): number {
  if (players.rule === 'when-empty') return longestWarningSeconds * 1_000
  return longest === undefined ? 0 : longest * 1_000 + headStartMs
}

function exitOf(plan: PlanView, server: ServerView, tell: Teller, session: Session): ExitCode {
  if (plan.error !== null) return session.report(plan.error)
  if (plan.phase === 'cancelled') return session.reportStopped()
  if (plan.phase === 'missed') {
    const missed = {
      message: 'The time passed while this computer was asleep.',
      hint: `${sentBefore(plan)} Plan it again.`,
    }
    return session.report(appError('plan-past', missed))
  }
  if (plan.outcome === 'stalled') {
    const stalled = { message: notSeenText('restart', server), hint: 'Look at its console.' }
    return session.report(appError('panel-refused', stalled))
  }
  tell.ended(plan.outcome)
  return exitCodes.done
}

export type RestartWanted = {
  readonly server: ServerIdentifier
  readonly choices: RestartChoices
  /**
   * Zero as the clocks here show it; null for as soon as the longest warning allows, or for a day from now where it waits
   * for an empty server.
   */
  readonly at: string | null
  /** Waits for what comes of it, not only for the panel's answer. */
  readonly waits: boolean
}

/**
 * Restarts one server with warnings, in the foreground. Stopped (Ctrl+C), it cancels, and tells the players where a
 * text for that was given. Ends when the panel has taken the signal, or with `waits` when the server was seen to run.
 */
export async function runRestart(
  session: Session,
  tools: PanelTools,
  { server: identifier, choices, at, waits }: RestartWanted,
): Promise<ExitCode> {
  const { clock, stopped } = session
  const { accesses, journal } = tools
  const openPlayers = choices.players.rule === 'any' ? undefined : tools.openPlayers
  const isAllowed = (server: ServerView) => server.identifier === identifier
  const openSocket = socketsFor(accesses, clock, tools)
  const core = openForegroundCore(accesses, clock, { openSocket, journal, openPlayers, isAllowed })
  const ended = new AbortController()
  const tell = createTeller(session)
  const planNow = (): PlanView | undefined => Object.values(core.store.get().plans)[0]
  let waitsOn = waits
  let endProgress: (() => void) | undefined
  function look(): void {
    const plan = planNow()
    if (plan === undefined) return
    tell.steps(plan)
    tell.waits(plan)
    if (waitsOn && plan.phase === 'watching') endProgress ??= tellProgress(session, core.store, plan.ref)
    const isOver = hasEnded(plan) || (!waitsOn && plan.phase === 'watching')
    // The panel finishes a backup by itself.
    const isOpen = plan.steps.some(({ kind, result }) => kind !== 'backup' && result === 'sending')
    if (isOver && !isOpen) ended.abort()
  }
  try {
    await core.lists.refreshAll()
    if (stopped.aborted) return session.reportStopped()
    const found = findServer(core.store.get(), identifier)
    if (!found.ok) return session.report(found.error)
    const may = await core.checkRights(found.value.ref, rightsOfRestart(choices))
    if (stopped.aborted) return session.reportStopped()
    if (!may.ok) return session.report(may.error)
    // One that is off is not restarted, however soon that is.
    await core.states.read(found.value.ref)
    if (stopped.aborted) return session.reportStopped()
    const zeroAt = at === null ? clock.now() + openMs(choices) : nextTimeOfDay(at, clock.now())
    const started = core.plans.start({ ref: found.value.ref, choices, zeroAt, origin: 'cli' })
    if (!started.ok) return session.report(started.error)
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
    await clock.sleep(Number.POSITIVE_INFINITY, ended.signal)
    const plan = planNow()
    if (plan === undefined) return exitCodes.refused
    await tools.note(eventOfPlan(plan), found.value, accessOf(found.value, core.store.get(), accesses))
    return exitOf(plan, core.store.get().servers[plan.ref] ?? found.value, tell, session)
  } finally {
    ended.abort()
    endProgress?.()
    await core.dispose()
  }
}
