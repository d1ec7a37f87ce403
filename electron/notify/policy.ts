import type { AppError } from '../../shared/error-schema.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import { isMuted, type NotificationKind } from '../../shared/model/preferences.ts'
import { capitalised, safeText } from '../../shared/model/text.ts'
import { isBackingUp } from '../../shared/restart/plan-words.ts'
import { maxNameLength, serverNames } from '../../shared/servers/names.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { AppEvent } from './event.ts'
import {
  type DelayedEvent,
  delayedWords,
  errorText,
  groupWords,
  immediateMessage,
  missedWords,
  unsentWords,
} from './messages.ts'
import { isOutOfSight } from './network-sight.ts'

/** What is shown to the person outside the window. */
export type Notification = {
  readonly id: string
  /** The server that a click leads to; null opens the window as it is. */
  readonly ref: ServerRef | null
  readonly title: string
  readonly body: string
  readonly buttons: readonly NotificationButton[]
  /** No sound: it only updates an earlier one. */
  readonly silent: boolean
  /** Ids of earlier ones that this one replaces. */
  readonly replaces: readonly string[]
}
export type NotificationButton = 'restart' | 'start' | 'mute'

type DelayedKind = DelayedEvent['kind']

/** An event that is delayed before it is shown. Times here and in `Wave` are steady milliseconds. */
type Delayed = {
  readonly event: DelayedEvent
  readonly since: number
  readonly dueAt: number
  /** When this computer's network was last seen to be gone meanwhile: no reading from before that is believed. */
  readonly doubtedAt: number | null
}

/** Recent notifications of one kind: further events of that kind soon after are shown together with them. */
type Wave = {
  readonly lastAt: number
  readonly servers: readonly { readonly ref: ServerRef; readonly name: string }[]
  /** The ids of the notifications. */
  readonly ids: readonly string[]
}

export type PolicyMemory = {
  readonly delayed: readonly Delayed[]
  readonly waves: Readonly<Partial<Record<DelayedKind, Wave>>>
}

export type PolicyContext = {
  /** Unix milliseconds. */
  readonly now: number
  /** The same moment in steady milliseconds. */
  readonly steady: number
  readonly state: AppState
  /** The person looks at the window, which shows the outcome of its own actions. */
  readonly isWindowFocused: boolean
}

/** `nameOf` gives a server's name at the time of the event, which tells it apart from those that now look alike. */
type Named = PolicyContext & { readonly nameOf: ReturnType<typeof serverNames> }

type Decision = { readonly notifications: readonly Notification[]; readonly memory: PolicyMemory }

export const nothingDelayed: PolicyMemory = { delayed: [], waves: {} }

/** How long an event is delayed: longer than a lost network takes to be noticed (5 s). */
const delayMs = 6_000
/** Events of one kind at most this far apart are shown together. */
const waveGapMs = 60_000
/** Number of servers from which on their events share one notification. */
const groupFrom = 3
/** Longest time that a doubted event is kept before it is dropped. */
const doubtForMs = 10 * 60_000

/** The kind that the person chooses by; null for what is always shown, or is never. */
const kinds: Readonly<Record<AppEvent['kind'], NotificationKind | null>> = {
  down: 'stop',
  flapping: 'stop',
  back: 'return',
  action: 'action',
  plan: 'action',
  bulk: 'action',
  backup: 'action',
  restore: 'action',
  reinstall: 'action',
  'key-refused': 'key',
  joined: 'joined',
  left: 'left',
  frozen: 'frozen',
  escalation: null,
  keep: null,
  command: null,
  off: null,
}

const kindOf = (event: AppEvent) =>
  event.kind === 'plan' && event.plan.phase === 'missed' ? 'missed' : kinds[event.kind]

const plain = { buttons: ['mute'], silent: false, replaces: [] } as const
/** What tells of the app and not of a server. */
export const ofApp = { ...plain, ref: null, buttons: [] } as const

/** What was begun in the window, also where a link led there. */
const isOfWindow = ({ origin }: { origin: Origin }) => origin === 'window' || origin === 'link'

/** A restart that is given up since its backup did not succeed reports both. */
const isReportedByPlan = ({ plans }: AppState, ref: ServerRef): boolean =>
  Object.values(plans).some((plan) => plan.ref === ref && isBackingUp(plan) && plan.choices.backupFirst === 'must')

/** Where the backup before a reinstall fails, the reinstall's own notification reports both. */
const isReportedByReinstall = ({ reinstalls }: AppState, ref: ServerRef): boolean =>
  reinstalls[ref]?.phase === 'backing-up'

/** True for what the person sees in the window as it happens, or what another notification reports. */
function isShownElsewhere(event: AppEvent, { isWindowFocused, state }: PolicyContext): boolean {
  switch (event.kind) {
    case 'bulk':
    case 'restore':
      return isWindowFocused
    case 'action':
      return isWindowFocused && isOfWindow(event.action)
    case 'plan': {
      const { plan, ref } = event
      const isReportedByAction = plan.error !== null && state.servers[ref]?.action?.error === plan.error
      const isSeen = isWindowFocused && isOfWindow(plan) && plan.phase === 'failed'
      return isSeen || isReportedByAction || plan.outcome === 'stalled'
    }
    case 'backup': {
      const { run, ref } = event
      const isReported = run.error !== null && (isReportedByPlan(state, ref) || isReportedByReinstall(state, ref))
      return isReported || (isWindowFocused && isOfWindow(run) && run.backupId === null)
    }
    default:
      // A reinstall is shown also while the person looks at the window: it may show something else by then.
      return false
  }
}

/** Joins three or more missed restarts into one notification. */
function groupMissed(events: readonly AppEvent[], { now, nameOf }: Named) {
  const missed = events.filter((event) => event.kind === 'plan').filter(({ plan }) => plan.phase === 'missed')
  if (missed.length < groupFrom) return { rest: events, notifications: [] }
  const rest = events.filter((event) => event.kind !== 'plan' || !missed.includes(event))
  const words = missedWords(missed.map(({ ref, name }) => nameOf(ref, name)))
  return { rest, notifications: [{ id: `missed ${now}`, ref: null, ...words, ...plain }] }
}

/** The notification of an event that is shown at once; null where there is none. */
function immediateNotification(event: AppEvent, context: Named): Notification | null {
  const ref = 'ref' in event ? event.ref : null
  const name = ref === null ? safeText(event.name, maxNameLength) : context.nameOf(ref, event.name)
  const message = immediateMessage(event, name, ref === null ? undefined : context.state.servers[ref])
  if (message === null || isShownElsewhere(event, context)) return null
  const isReinstalled = event.kind === 'reinstall' && event.run.phase === 'done'
  return { ref, ...plain, ...message, ...(isReinstalled && { buttons: ['start', 'mute'] }) }
}

/**
 * True for events that are delayed: they may turn out false, or be followed by more. Of a server that keeps restarting
 * only `flapping` is shown.
 */
const isDelayedKind = (event: AppEvent): event is DelayedEvent =>
  event.kind === 'flapping' || ((event.kind === 'down' || event.kind === 'back') && !event.isRepeated)

/** The delayed events after one more. */
function take(delayed: readonly Delayed[], event: AppEvent, { state, steady }: PolicyContext): readonly Delayed[] {
  const others = (ref: ServerRef) => delayed.filter((one) => one.event.ref !== ref)
  // The person acts on the server, so they know; a stop may be judged only after that.
  if (event.kind === 'action') return event.action.phase === 'sending' ? others(event.ref) : delayed
  if (!isDelayedKind(event) || (state.servers[event.ref]?.action?.startedAt ?? 0) > event.at) return delayed
  // The delayed notification of the stop will say that it runs again.
  if (event.kind === 'back' && others(event.ref).length < delayed.length) return delayed
  return [...others(event.ref), { event, since: steady, dueAt: steady + delayMs, doubtedAt: null }]
}

/** What becomes of an event that is due: it is shown, dropped, or delayed further. */
function judge(one: Delayed, { now, steady, state }: PolicyContext): Delayed | 'show' | 'drop' {
  const { event, since, doubtedAt } = one
  const server = state.servers[event.ref]
  if (server === undefined || steady - since > doubtForMs) return 'drop'
  if (isOutOfSight(state, event.ref)) return { ...one, dueAt: steady + delayMs, doubtedAt: steady }
  if (doubtedAt === null) return 'show'
  const readAt = steady - (now - (server.observedAt ?? 0))
  if (readAt < doubtedAt) return { ...one, dueAt: steady + delayMs }
  return event.kind === 'down' && server.state !== 'offline' ? 'drop' : 'show'
}

/** Shows events of one kind: one by one, from three on in one notification that grows. */
function notifyWave(
  kind: DelayedKind,
  events: readonly DelayedEvent[],
  before: Wave | undefined,
  { now, steady, state, nameOf }: Named,
) {
  const isOver = before === undefined || steady - before.lastAt > waveGapMs
  const known = isOver ? { servers: [], ids: [] } : before
  const fresh = events.filter(({ ref }) => !known.servers.some((one) => one.ref === ref))
  const servers = [...known.servers, ...fresh.map(({ ref, name }) => ({ ref, name }))]
  const isGroup = servers.length >= groupFrom
  const names = servers.map(({ ref, name }) => nameOf(ref, name))
  const isUpdate = known.servers.length >= groupFrom
  const group = { ...plain, id: `${kind} ${now}`, ref: null, silent: isUpdate, replaces: known.ids }
  const notifications: Notification[] = isGroup
    ? [{ ...group, ...groupWords(kind, names) }]
    : events.map((event) => ({
        ...plain,
        id: `${kind} ${event.ref} ${event.at}`,
        ref: event.ref,
        ...delayedWords(
          { ...event, name: nameOf(event.ref, event.name) },
          state.servers[event.ref]?.state ?? 'unknown',
        ),
        buttons: kind === 'down' ? ['restart', 'mute'] : plain.buttons,
      }))
  const ids = [...(isGroup ? [] : known.ids), ...notifications.map(({ id }) => id)]
  return { notifications, wave: { lastAt: steady, servers, ids } }
}

/** Shows all that is due, by kind. */
function notifyDue(due: readonly DelayedEvent[], waves: PolicyMemory['waves'], context: Named) {
  const byKind = [...Map.groupBy(due, ({ kind }) => kind)]
  const shown = byKind.map(([kind, events]) => [kind, notifyWave(kind, events, waves[kind], context)] as const)
  return {
    notifications: shown.flatMap(([, { notifications }]) => notifications),
    waves: { ...waves, ...Object.fromEntries(shown.map(([kind, { wave }]) => [kind, wave])) },
  }
}

/**
 * The notifications for these events and for delayed ones that are due. To be called again, without events, at
 * `nextDue`. Nothing is shown while notifications are muted, of a server that the person made quiet, or of a kind that
 * they turned off.
 */
export function decide(memory: PolicyMemory, events: readonly AppEvent[], given: PolicyContext): Decision {
  const { now, steady, state } = given
  const context = { ...given, nameOf: serverNames(state) }
  const { preferences } = state
  const isSilent = isMuted(preferences, now)
  const isQuiet = (ref: ServerRef) => preferences.quiet.includes(ref)
  const isWanted = (event: AppEvent) => {
    const kind = kindOf(event)
    return kind === null || !preferences.quietKinds.includes(kind)
  }
  const delayed = isSilent ? [] : events.reduce((all, event) => take(all, event, given), memory.delayed)

  const judged = delayed.map((one) => ({ one, verdict: one.dueAt <= steady ? judge(one, context) : one }))
  const kept = judged.flatMap(({ verdict }) => (typeof verdict === 'string' ? [] : [verdict]))
  const due = judged.filter(({ one, verdict }) => verdict === 'show' && !isQuiet(one.event.ref) && isWanted(one.event))
  const shown = notifyDue(isSilent ? [] : due.map(({ one }) => one.event), memory.waves, context)
  const heard = events.filter((event) => isWanted(event) && (event.kind !== 'plan' || !isQuiet(event.ref)))
  const { rest, notifications: grouped } = groupMissed(heard, context)
  const atOnce = rest.flatMap((event) => {
    const one = immediateNotification(event, context)
    const isHeard = one !== null && !isSilent && (one.ref === null || !isQuiet(one.ref))
    // A kill that nobody pressed is always shown; while muted without a sound.
    if (one !== null && event.kind === 'escalation') return [{ ...one, silent: !isHeard }]
    return one !== null && isHeard ? [one] : []
  })
  return {
    notifications: [...(isSilent ? [] : grouped), ...atOnce, ...shown.notifications],
    memory: { delayed: kept, waves: shown.waves },
  }
}

/** When `decide` is to be called again, in steady milliseconds; null while nothing is delayed. */
export const nextDue = ({ delayed }: PolicyMemory): number | null =>
  delayed.length === 0 ? null : Math.min(...delayed.map(({ dueAt }) => dueAt))

/** What the person asks for to see that notifications come; in mute as well. */
export const testNotification: Notification = {
  ...ofApp,
  id: 'test',
  title: 'Notifications work',
  body: 'Servertray tells you here when a server goes down.',
}

/** For a link that leads nowhere. Shown while muted as well, since it answers a click. */
export const notificationOfLink = (why: string): Notification => ({
  id: 'link',
  ref: null,
  title: 'That link leads nowhere here',
  body: why,
  ...plain,
})

/**
 * For a signal from the tray or a notification that was not sent and so shows nowhere in the state. Shown while muted as
 * well, since it answers a click. Null where there is nothing to show.
 * @param name what a server that has gone was called
 */
export function notificationOfUnsent(
  state: AppState,
  ref: ServerRef,
  signal: PowerSignal,
  error: AppError,
  name?: string,
): Notification | null {
  const server = state.servers[ref]
  // It was cancelled in favour of another signal, as the person wanted.
  if (error.code === 'cancelled' || server?.action?.error === error) return null
  return { id: `unsent ${ref}`, ref, ...unsentWords(serverNames(state)(ref, name), signal, error), ...plain }
}

/** A click in the tray that came too late to do what it said. As the answer to a click it is shown while muted as well. */
export function notificationOfLateClick(ref: ServerRef, title: string, why: AppError | string): Notification {
  const body = typeof why === 'string' ? `${capitalised(why)}.` : errorText(why)
  return { id: `late ${ref}`, ref, title, body, ...plain }
}
