import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { missingPower } from '../../shared/keys/server-keys.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { effectText } from '../../shared/model/player-words.ts'
import { type PowerSignal, signalName } from '../../shared/model/power.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import { asksFirst } from '../../shared/model/preferences.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import { wasAnnounced } from '../../shared/restart/plan-words.ts'
import { ok, type Result } from '../../shared/result.ts'
import { powerChoices, retryChoices, whyNoBackupNow } from '../../shared/servers/choices.ts'
import { serverNames } from '../../shared/servers/names.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { BackupsApi } from '../backups/feature.ts'
import type { Clock } from '../lib/clock.ts'
import { type Notification, notificationOfLateClick, notificationOfUnsent } from '../notify/policy.ts'
import type { PlanRunner } from '../restart/plan-runner.ts'
import type { Power } from '../servers/power.ts'
import type { PreferenceEdits } from '../settings/preferences.ts'
import type { StateStore } from '../state/store.ts'
import type { CommandKind, PlanEdit, TrayCommand } from '../tray/menu.ts'
import type { Ask } from '../windows/questions.ts'
import type { Windows } from './windows.ts'

export type SendPower = (click: PowerClick, origin: Origin) => Promise<void>

type SendPowerDeps = {
  store: Pick<StateStore, 'get'>
  clock: Pick<Clock, 'now'>
  power: Pick<Power, 'send'>
  ask: Ask
  tell: (notification: Notification) => void
}

/**
 * Sends a signal from tray or notification, after the question that the person chose; a failure is shown as a
 * notification. So is what keeps it from being sent: the server may have changed since the place of the click was drawn,
 * or while the question stood.
 */
export function createSendPower({ store, clock, power, ask, tell }: SendPowerDeps): SendPower {
  const powerQuestion = ({ ref, signal }: PowerClick) => ({
    message: `${signalName[signal]} ${serverNames(store.get())(ref)}?`,
    detail: effectText(signal, store.get().players[ref]),
    yes: signalName[signal],
    look: signal === 'kill' ? ('bad' as const) : ('go' as const),
    about: `${signal} ${ref}`,
  })

  /** Whether it is still to be sent. */
  function mayGo(click: PowerClick): boolean {
    const state = store.get()
    const error = whyNotSent(state, click, clock.now())
    const notification = error && notificationOfUnsent(state, click.ref, click.signal, error, click.name)
    if (notification) tell(notification)
    return error === null
  }

  return async (click, origin) => {
    if (!mayGo(click)) return
    const { ref, signal, keyId } = click
    const { preferences, servers, players } = store.get()
    const state = servers[ref]?.state ?? 'unknown'
    const asks = click.asks || asksFirst(preferences.confirm, signal, state, players[ref]?.count, clock.now())
    if (asks && !((await ask(powerQuestion(click))) && mayGo(click))) return
    const sent = await power.send(ref, signal, origin, { keyId })
    const notification = sent.ok ? null : notificationOfUnsent(store.get(), ref, signal, sent.error, click.name)
    if (notification !== null) tell(notification)
  }
}

type Deps = {
  store: Pick<StateStore, 'get'>
  plans: Pick<PlanRunner, 'postpone' | 'now' | 'cancel' | 'dismiss'>
  preferences: Pick<PreferenceEdits, 'mute'>
  backups: Pick<BackupsApi, 'startPlain'>
  windows: Pick<Windows, 'focusOn'> & { readonly main: Pick<Windows['main'], 'show'> }
  sendPower: SendPower
  clock: Pick<Clock, 'now'>
  tell: (notification: Notification) => void
  quit: () => void
}

const planEdits = { postpone: 'postponed', now: 'brought forward', cancel: 'cancelled', dismiss: 'dismissed' } as const

/**
 * What each item of the tray menu does. A menu may be older than the state: a click does what its label said for the
 * server that it named, or tells why not.
 */
export function createTrayCommands(deps: Deps): (command: TrayCommand) => void {
  const { store, plans, preferences, backups, windows, sendPower, clock, tell, quit } = deps

  const nameOf = ({ ref, name }: { ref: ServerRef; name: string }) => serverNames(store.get())(ref, name)
  const tellLate = (ref: ServerRef, title: string, why: AppError | string) =>
    tell(notificationOfLateClick(ref, title, why))

  const planEdit: Readonly<Record<PlanEdit, (id: string, plan: PlanView | undefined) => Result<void>>> = {
    postpone: (id) => plans.postpone(id),
    now: (id) => plans.now(id, 'tray'),
    cancel: (id, plan) => plans.cancel(id, plan !== undefined && wasAnnounced(plan), 'tray'),
    // One that has gone already needs no dismissing.
    dismiss: (id, plan) => (plan === undefined ? ok() : plans.dismiss(id)),
  }

  function runPlan(command: TrayCommand<'plan'>): void {
    const { id, ref, what } = command
    const edited = planEdit[what](id, store.get().plans[id])
    if (!edited.ok) tellLate(ref, `The restart of ${nameOf(command)} was not ${planEdits[what]}`, edited.error)
  }

  /** Shows a server in the window, if there is one. */
  function show(
    command: TrayCommand<'open-console' | 'open-server-settings' | 'restart-dialog'>,
    what: { readonly area: 'console' | 'settings' } | { readonly dialog: 'restart' },
  ): void {
    const { ref } = command
    if (store.get().servers[ref] === undefined) {
      tellLate(ref, `${nameOf(command)} was not opened`, appError('unknown-server'))
    } else windows.focusOn({ ref, ...what, at: clock.now() })
  }

  /** Begins a backup; what fails later is told as of any backup. */
  function backUp({ ref, name }: TrayCommand<'backup'>): void {
    const state = store.get()
    const server = state.servers[ref]
    const why = server === undefined ? 'it is no longer in the list' : whyNoBackupNow(state, server, clock.now())
    if (why === null) void backups.startPlain(ref, 'tray')
    else tellLate(ref, `No backup of ${nameOf({ ref, name })} was made`, why)
  }

  const runs: { readonly [K in CommandKind]: (command: TrayCommand<K>) => void } = {
    backup: backUp,
    power: (command) => void sendPower(command, 'tray'),
    'open-console': (command) => show(command, { area: 'console' }),
    'open-server-settings': (command) => show(command, { area: 'settings' }),
    'open-window': () => windows.main.show(),
    'open-settings': () => windows.focusOn({ page: 'settings', section: 'general', at: clock.now() }),
    'restart-dialog': (command) => show(command, { dialog: 'restart' }),
    plan: runPlan,
    // A failure to save is shown as a notice in the window.
    mute: ({ choice }) => void preferences.mute(choice),
    quit: () => quit(),
  }
  return <K extends CommandKind>(command: TrayCommand<K>) => runs[command.kind](command)
}

/** A click on a signal outside the window, and what was promised where it was clicked. */
export type PowerClick = {
  readonly ref: ServerRef
  readonly signal: PowerSignal
  /** What the server was called there. */
  readonly name?: string | undefined
  /** Uses exactly that key. */
  readonly keyId?: KeyId | undefined
  /** A question was to come first. */
  readonly asks?: boolean | undefined
  /** The stalled action that was to be tried again. */
  readonly retryOf?: string | undefined
}

/**
 * Why a signal is not to be sent any more: a menu, a notification or a question may be older than what is known now.
 * Null where it may go. @param now unix milliseconds
 */
export function whyNotSent(state: AppState, { ref, signal, keyId, retryOf }: PowerClick, now: number): AppError | null {
  const server = state.servers[ref]
  if (server === undefined) return appError('unknown-server')
  const { action } = server
  const isRetry =
    retryOf !== undefined && action?.id === retryOf && action.signal === signal && action.phase === 'stalled'
  if (retryOf !== undefined && !isRetry) {
    return appError('state-changed', { message: 'The action that was to be tried again is over.' })
  }
  // A key that a person names is always tried.
  const missing = keyId === undefined ? missingPower(state, server, now) : null
  const reason = (isRetry ? retryChoices : powerChoices)(server, missing)[signal]
  return reason === null ? null : appError('state-changed', { message: `The server’s state has changed: ${reason}.` })
}
