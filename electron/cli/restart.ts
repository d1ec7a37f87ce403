import { z } from 'zod'
import { rightsOfRestart } from '../../shared/keys/rights.ts'
import { consoleCommandSchema } from '../../shared/model/console-schema.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { notSeenText } from '../../shared/model/power.ts'
import { defaultRestartChoices, hasEnded, longestWarningSeconds, warningTime } from '../../shared/model/restart.ts'
import {
  type PlanStep,
  type PlanView,
  type PlayersRule,
  playersRuleSchema,
  type RestartChoices,
  timeOfDaySchema,
  warningsSchema,
} from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { clockTime, systemZone } from '../../shared/model/time-words.ts'
import { sentBefore, waitText } from '../../shared/restart/plan-words.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { nextRun } from '../restart/next-run.ts'
import { bySchema, flag, identifier, misuse, option } from './argument-types.ts'
import { panelCommand } from './command.ts'
import { accessOf, type ForegroundCore, follow, inForeground } from './core.ts'
import { findServer } from './find-server.ts'
import { exitCodes, isoTime } from './format.ts'
import { notedPlan } from './noted.ts'
import { playersOption } from './players.ts'
import { tellProgress } from './progress.ts'
import type { Outcome, Session } from './session.ts'
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

/** True while a step is out. The panel finishes a backup by itself. */
export const isSending = ({ steps }: PlanView) =>
  steps.some(({ kind, result }) => kind !== 'backup' && result === 'sending')

const whenEmptyText = (until: number, otherwise: 'restart' | 'skip') =>
  `when nobody is on, ${otherwise === 'restart' ? `at ${clockTime(until)} at the latest` : `until ${clockTime(until)}`}`

/** Says that a restart is planned. */
function tellPlanned({ say, clock }: Session, { name, zeroAt, choices: { players, backupFirst } }: PlanView): void {
  const now = clock.now()
  const seconds = Math.round((zeroAt - now) / 1_000)
  const at = seconds > 0 ? `at ${clockTime(zeroAt)}, in ${warningTime(seconds)}` : 'now'
  const when = players.rule === 'when-empty' ? whenEmptyText(zeroAt, players.otherwise) : at
  say({
    words: `${safeText(name)} restarts ${when}${backupFirst === 'no' ? '' : ', after a backup'}. Ctrl+C cancels.\n`,
    json: { time: isoTime(now), kind: 'planned', at: isoTime(zeroAt) },
  })
}

/** Says each step of a restart once it has its result, and what it waits for. */
function createTeller({ step: say }: Session) {
  const shown = new Set<string>()
  let toldOnline: number | null | undefined
  return (plan: PlanView): void => {
    for (const [index, step] of plan.steps.entries()) {
      const { kind, secondsBefore, sentAt, error } = step
      // A plan that waits for an empty server may say the same again.
      const key = `${index} ${kind} ${sentAt}`
      if (shown.has(key) || !isTold(plan, step)) continue
      shown.add(key)
      say(stepText(step), { kind, secondsBefore, result: resultOf(step), ...(error !== null && { error: error.code }) })
    }
    const { waiting } = plan
    if (waiting === null || waiting.online === toldOnline) return
    toldOnline = waiting.online
    const { online, since } = waiting
    say(`Waiting: ${waitText(waiting)}`, { kind: 'waiting', online, since: isoTime(since) })
  }
}

/** How far ahead zero is where no time was given, in milliseconds: as soon as its warnings allow, or a day of waiting. */
function openMs({ players, warnings: [longest] }: RestartChoices): number {
  if (players.rule === 'when-empty') return longestWarningSeconds * 1_000
  return longest === undefined ? 0 : longest * 1_000 + headStartMs
}

function outcomeOf(plan: PlanView, server: ServerView, { clock }: Session): Outcome {
  const { error, phase, outcome } = plan
  if (error !== null) return fail(error)
  if (phase === 'cancelled') return fail('cancelled')
  if (phase === 'missed') {
    return fail('too-late', {
      message: 'The time passed while this computer was asleep.',
      hint: `${sentBefore(plan)} Plan it again.`,
    })
  }
  if (outcome === 'stalled') {
    return fail('panel-refused', { message: notSeenText('restart', server), hint: 'Look at its console.' })
  }
  return ok({
    words: outcome === 'confirmed' ? 'It is running again.\n' : 'The panel accepted the restart.\n',
    json: { time: isoTime(clock.now()), kind: 'ended', outcome: outcome ?? 'unconfirmed' },
  })
}

type RestartWanted = {
  readonly server: string
  readonly choices: RestartChoices
  /**
   * Zero as the clocks here show it; null for as soon as the longest warning allows, or for a day from now where it waits
   * for an empty server.
   */
  readonly at: string | null
  /** Waits for what comes of it, not only for the panel's answer. */
  readonly waits: boolean
}

/** Plans the restart, where the account may do all of it. */
async function begin(
  { clock, stopped }: Session,
  { checkRights, states, plans }: ForegroundCore,
  ref: ServerRef,
  { choices, at }: RestartWanted,
): Promise<Result<{ readonly id: string }>> {
  const may = await checkRights(ref, rightsOfRestart(choices))
  // One that is off is not restarted, however soon that is.
  if (may.ok && !stopped.aborted) await states.read(ref)
  if (stopped.aborted) return fail('cancelled')
  if (!may.ok) return may
  const zeroAt = at === null ? clock.now() + openMs(choices) : nextTimeOfDay(at, clock.now())
  return plans.start({ ref, choices, zeroAt, origin: 'cli' })
}

/**
 * Restarts one server with warnings, in the foreground. Stopped (Ctrl+C), it cancels, and tells the players where a
 * text for that was given. Ends when the panel has taken the signal, or with `waits` when the server was seen to run.
 */
async function runRestart(session: Session, tools: PanelTools, wanted: RestartWanted): Promise<Outcome> {
  const { server: typed, choices, waits } = wanted
  let chosen: ServerRef | null = null
  const openPlayers = choices.players.rule === 'any' ? undefined : session.openPlayers
  const isAllowed = ({ ref }: ServerView) => ref === chosen
  return inForeground(session, tools, { openPlayers, isAllowed }, async (core) => {
    const { store, plans } = core
    const found = await findServer(session, core, typed)
    if (!found.ok) return found
    const { ref } = found.value
    chosen = ref
    const started = await begin(session, core, ref, wanted)
    if (!started.ok) return started
    const { id } = started.value
    const planned = store.get().plans[id]
    if (planned !== undefined) tellPlanned(session, planned)
    const tell = createTeller(session)
    let endProgress: (() => void) | undefined
    let waitsOn = waits
    const plan = await follow(session, store, {
      view: (state) => state.plans[id],
      look(plan) {
        tell(plan)
        if (waitsOn && plan.phase === 'watching') endProgress ??= tellProgress(session, store, ref)
        return !isSending(plan) && (hasEnded(plan) || (!waitsOn && plan.phase === 'watching'))
      },
      stop() {
        // Once the signal is out there is nothing to cancel. Whether the panel took it is still told.
        if (!plans.cancel(id, choices.cancelText !== null, 'cli').ok) waitsOn = false
      },
    })
    endProgress?.()
    if (plan === undefined) return exitCodes.refused
    await tools.note(notedPlan(plan), found.value, accessOf(found.value, store.get(), tools.accesses))
    return outcomeOf(plan, store.get().servers[ref] ?? found.value, session)
  })
}

const usualWarnings = [300, 60, 30, 10, 5, 4, 3, 2, 1]

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 }

/** `5m,1m,10s` in seconds, the longest first; an empty text for none. */
function parseWarnings(typed: string | undefined): Result<number[]> {
  if (typed === undefined) return ok(usualWarnings)
  const spans = typed === '' ? [] : typed.split(',').map((span) => /^(\d{1,5})([smh])$/.exec(span.trim()))
  const seconds = spans.map((span) => Number(span?.[1]) * (secondsOf[span?.[2] ?? ''] ?? Number.NaN))
  const warnings = warningsSchema.safeParse(seconds.toSorted((a, b) => b - a))
  return warnings.success ? ok(warnings.data) : misuse('--warn needs spans such as 5m,1m,10s, each once.')
}

const readTime = bySchema(timeOfDaySchema.optional(), misuse('--at and --until need a time such as 03:00.'))
const readText = bySchema(consoleCommandSchema.optional(), fail('invalid-command'))
const readOtherwise = bySchema(z.enum(['skip', 'restart']).optional(), misuse('--else needs skip or restart.'))
const readBackupFirst = bySchema(
  z.enum(['no', 'must', 'anyway']),
  misuse('--backup-first stands alone, or with =anyway.'),
)

/** A rule that leaves the restart out while more players are on; undefined where none was typed. */
function parseAtMost(typed: string | undefined): Result<PlayersRule | undefined> {
  if (typed === undefined) return ok(undefined)
  const players = /^\d{1,5}$/.test(typed) ? Number(typed) : null
  const rule = playersRuleSchema.safeParse({ rule: 'at-most', players })
  return rule.success ? ok(rule.data) : misuse('--at-most needs a number of players.')
}

export const backupFirstOption = option(
  'anyway',
  'back up first, and restart only if that succeeded, or =anyway',
  (typed = 'no') => readBackupFirst(typed),
  'must',
)

export const restartCommand = panelCommand({
  name: 'restart',
  help: 'restart with warnings at the console; Ctrl+C cancels',
  args: { server: identifier },
  options: {
    warn: option('SPANS', 'when to warn before the restart (5m,1m,30s,10s,5s,4s,3s,2s,1s)', parseWarnings),
    message: option('T', 'console command of a warning, with {time} and {server}', readText),
    at: option('HH:MM', 'restart at that time of this computer’s clock, not after the longest warning', readTime),
    'cancel-message': option('T', 'console command that tells of a cancellation', readText),
    'when-empty': flag('restart as soon as nobody is on (with --players)'),
    until: option('HH:MM', 'how long --when-empty waits (a day)', readTime),
    else: option('WHAT', 'what --when-empty does at its end: skip or restart (skip)', readOtherwise),
    'at-most': option('N', 'restart only if no more players are on (with --players)', parseAtMost),
    'backup-first': backupFirstOption,
    players: playersOption,
    wait: flag('end once the server is running again'),
  },
  combine(values): Result<RestartWanted> {
    const { until, at, 'when-empty': whenEmpty, 'at-most': atMost, else: otherwise } = values
    const asksPlayers = whenEmpty || atMost !== undefined
    const faults: readonly (readonly [isSo: boolean, message: string])[] = [
      [whenEmpty && atMost !== undefined, 'Choose one of --when-empty and --at-most.'],
      [!whenEmpty && (until ?? otherwise) !== undefined, '--until and --else need --when-empty.'],
      // Games are asked only with the yes.
      [asksPlayers && !values.players, '--when-empty and --at-most ask the game how many are on: add --players.'],
      [!asksPlayers && values.players, '--players needs --when-empty or --at-most.'],
      [otherwise === 'restart' && until === undefined, '--else restart needs --until.'],
      [whenEmpty && at !== undefined, '--when-empty takes --until, not --at.'],
    ]
    const fault = faults.find(([isSo]) => isSo)
    if (fault !== undefined) return misuse(fault[1])
    const whenEmptyRule = { rule: 'when-empty', otherwise: otherwise ?? 'skip' } as const
    const choices = {
      ...defaultRestartChoices,
      warnings: values.warn,
      text: values.message ?? defaultRestartChoices.text,
      cancelText: values['cancel-message'] ?? null,
      players: atMost ?? (whenEmpty ? whenEmptyRule : ({ rule: 'any' } as const)),
      backupFirst: values['backup-first'],
    }
    return ok({ server: values.server, choices, at: at ?? until ?? null, waits: values.wait })
  },
  run: runRestart,
})
