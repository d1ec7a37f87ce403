import { canCancelRestore } from '../../../shared/backups/restore.ts'
import { bulkCounts } from '../../../shared/bulk/words.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import { appError } from '../../../shared/errors.ts'
import type { UnsavedChange } from '../../../shared/files/contract.ts'
import { isReinstalling } from '../../../shared/jobs/reinstall.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Notice } from '../../../shared/model/notice-schema.ts'
import { signalName } from '../../../shared/model/power.ts'
import { hasEnded, isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import { firstNames, safeText } from '../../../shared/model/text.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { isUnderWay } from '../../../shared/model/under-way.ts'
import { isBackingUp, isHeldByBackup, wasAnnounced } from '../../../shared/restart/plan-words.ts'
import { serverNames } from '../../../shared/servers/names.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import type { Clock } from '../../lib/clock.ts'
import type { PlanRunner } from '../../restart/plan-runner.ts'
import { isBusy } from '../../state/busy.ts'
import type { StateStore } from '../../state/store.ts'
import { untilState } from '../../state/until.ts'

/** What a person asked for and a panel's rate limit still holds back, each in a few words. */
export function unsentOf(state: AppState): readonly string[] {
  const { servers, consoles } = state
  const nameOf = serverNames(state)
  return Object.values(servers).flatMap(({ ref, action }) => {
    const commands = consoles[ref]?.entries.filter(({ phase }) => phase === 'waiting') ?? []
    return [
      ...(action?.phase === 'waiting' ? [`${signalName[action.signal]} of ${nameOf(ref)}`] : []),
      ...commands.map(() => `Command for ${nameOf(ref)}`),
    ]
  })
}

/** What a plan has still to do, in a few words; null where it needs the app no more. */
function plannedRestart(plan: PlanView, name: string): string | null {
  if (isHeldByBackup(plan)) return `Restart of ${name} after its backup`
  if (isAhead(plan)) return `Restart of ${name} at ${clockTime(plan.zeroAt)}`
  // Until the panel has answered, the end of the app could keep the signal from being sent.
  if (plan.phase === 'signalling') return `Restart of ${name}, on its way`
  const isStarted = plan.steps.some(({ kind }) => kind === 'start')
  const awaitsStart = !hasEnded(plan) && plan.choices.atZero === 'stop-start' && !isStarted
  return awaitsStart ? `Start of ${name} after its stop` : null
}

/** What is planned and needs the app to run, each in a few words. */
export function plannedOf(state: AppState): readonly string[] {
  const serverName = serverNames(state)
  const nameOf = ({ ref, name }: { ref: ServerRef; name: string }) => serverName(ref, name)
  const each = <V>(table: Readonly<Record<string, V>>, words: (value: V) => string | false | null) =>
    Object.values(table).flatMap((value) => words(value) || [])
  return [
    ...each(state.plans, (plan) => plannedRestart(plan, nameOf(plan))),
    // Once the panel makes it, a backup needs nobody here.
    ...each(state.backupRuns, (run) => ['saving', 'asking'].includes(run.phase) && `Backup of ${nameOf(run)}`),
    ...each(
      state.restores,
      (restore) => (canCancelRestore(restore) || restore.phase === 'requesting') && `Restore of ${nameOf(restore)}`,
    ),
    ...each(
      state.reinstalls,
      (run) => isReinstalling(run) && run.phase !== 'installing' && `Reinstall of ${nameOf(run)}`,
    ),
    ...each(state.downloads, (download) => isUnderWay(download) && `Download of ${download.file}`),
    ...each(
      state.fileMoves,
      (move) => isUnderWay(move) && `${move.direction === 'up' ? 'Upload' : 'Download'} of ${move.name}`,
    ),
    // What waits for the person is kept for the next start.
    ...each(state.ownEdits, ({ phase, path }) => phase === 'saving' && `Save of ${safeText(path)} from your editor`),
    ...each(state.bulks, (bulk) => {
      const count = bulk.endedAt === null ? bulkCounts(bulk).waiting : 0
      return count > 0 && `Bulk action for ${count} server${count === 1 ? '' : 's'}`
    }),
  ]
}

/** What was changed in a window of the app and is not saved, each in a few words. */
export function unsavedOf(state: AppState): readonly string[] {
  const nameOf = serverNames(state)
  return state.app.unsaved.map((one) => unsavedPlace(one, nameOf))
}

/** Whether a quit now would drop nothing. */
export const isFree = (state: AppState): boolean =>
  [unsentOf, plannedOf, unsavedOf].every((of) => of(state).length === 0)

export type QuitWords = { readonly message: string; readonly detail: string; readonly other?: string }

function plannedWords(planned: readonly string[], hasCountdown: boolean): QuitWords {
  const again = 'if you open Servertray again before its time'
  if (planned.length === 1) {
    const then = hasCountdown ? `it goes on only ${again}` : 'it will not happen'
    const detail = `It needs Servertray to stay open. If you quit now, ${then}.`
    return { message: `${planned[0]} is still to come. Quit anyway?`, detail }
  }
  const but = hasCountdown ? `, but for a restart ${again}` : ''
  return {
    message: `${planned.length} actions are still to come. Quit anyway?`,
    detail: `They need Servertray to stay open: ${planned.join(', ')}. If you quit now, they will not happen${but}.`,
  }
}

/**
 * The question before what is `unsent` or `planned` is given up, or what is `unsaved` is lost.
 * @param hasCountdown a restart that would go on at the next start is among what is planned
 */
export function quitWords(
  unsent: readonly string[],
  planned: readonly string[] = [],
  unsaved: readonly string[] = [],
  hasCountdown = false,
): QuitWords {
  const all = [...unsent, ...planned]
  const list = all.join(', ')
  if (unsaved.length > 0) {
    const lost = unsavedWords(unsaved)
    const rest = all.length === 0 ? '' : `\n\nStill to come, and not sent: ${list}.`
    return { message: `${lost.message} Quit anyway?`, detail: `${lost.detail}${rest}` }
  }
  if (unsent.length === 0) return plannedWords(planned, hasCountdown)
  if (all.length === 1) {
    const detail = 'It waits for the panel’s rate limit. If you quit now, it is not sent.'
    return { message: `${list} was not sent yet. Quit anyway?`, detail }
  }
  const why = planned.length > 0 ? 'Still to come' : 'They wait for a panel’s rate limit'
  return {
    message: `${all.length} actions were not sent yet. Quit anyway?`,
    detail: `${why}: ${list}. If you quit now, they are not sent.`,
  }
}

/** The question before a quit now, with the offer to tell players who wait for a restart. */
export function quitWordsOf(state: AppState): QuitWords {
  const goesOn = (plan: PlanView) => isAhead(plan) && !isBackingUp(plan) && plan.origin !== 'frozen'
  const hasCountdown = Object.values(state.plans).some(goesOn)
  const words = quitWords(unsentOf(state), plannedOf(state), unsavedOf(state), hasCountdown)
  const offer = offerToTell(state)
  return offer === null ? words : { ...words, ...offer, detail: `${words.detail}\n\n${offer.detail}` }
}

/**
 * Asks before a quit that would drop what waits for a rate limit, what is planned, or a change that is not saved. When
 * all of it has been done meanwhile, the question is withdrawn and the app quits, as it was asked to.
 * @param deps.ask resolves true on a yes, after `onOther` where it was the other one; withdraws the question when the
 *   signal says so. Where it is open already it only comes to the front, since a person who quits again may not see it.
 * @param deps.tellPlayers cancels what players were warned of, and resolves once they know
 * @param deps.isSessionEnding nothing is asked then
 * @param deps.quit asks for the end again
 * @param deps.onStay what follows on a no
 * @returns the listener for `before-quit`
 */
export function createQuitGuard(deps: {
  store: StateStore
  ask: (words: QuitWords, withdraw: AbortSignal, onOther: () => void) => Promise<boolean>
  tellPlayers: () => Promise<void>
  isSessionEnding: () => boolean
  quit: () => void
  onStay: () => void
}): (event: { preventDefault(): void }) => void {
  const { store, ask, tellPlayers, isSessionEnding, quit, onStay } = deps
  let phase: 'running' | 'asking' | 'telling' | 'ending' = 'running'

  async function settle(): Promise<void> {
    let tells = false
    const sent = new AbortController()
    const unsubscribe = store.subscribe(() => {
      if (isFree(store.get())) sent.abort()
    })
    // Where the question cannot be asked the app quits.
    const isYes = await ask(quitWordsOf(store.get()), sent.signal, () => {
      tells = true
    }).catch(() => true)
    unsubscribe()
    phase = 'telling'
    if (tells) await tellPlayers()
    phase = isYes || sent.signal.aborted ? 'ending' : 'running'
    if (phase === 'ending') quit()
    // A question that closes with its session was not answered.
    else if (!isSessionEnding()) onStay()
  }

  return (event) => {
    if (phase === 'ending' || isSessionEnding() || (phase === 'running' && isFree(store.get()))) return
    event.preventDefault()
    if (phase === 'asking') void ask(quitWordsOf(store.get()), new AbortController().signal, () => {})
    if (phase !== 'running') return
    phase = 'asking'
    void settle()
  }
}

/** How long the app's end waits until players were told, in milliseconds. */
const patienceMs = 10_000

/** The countdowns of which players were warned, and who can be told that they are cancelled. */
const warnedOf = ({ plans }: AppState): readonly PlanView[] =>
  Object.values(plans).filter((plan) => isAhead(plan) && wasAnnounced(plan) && plan.choices.cancelText !== null)

/** What a person is offered before a quit where players wait for a restart; null where none do. */
export function offerToTell(state: AppState): { readonly detail: string; readonly other: string } | null {
  const nameOf = serverNames(state)
  const names = warnedOf(state).map(({ ref, name }) => nameOf(ref, name))
  if (names.length === 0) return null
  const what = names.length === 1 ? 'the restart' : 'the restarts'
  const detail = `Players were warned of ${what} of ${firstNames(names)}. “Tell players and cancel” sends them the cancel message, then quits.`
  return { detail, other: 'Tell players and cancel' }
}

/** Cancels those countdowns; resolves once their players were told, or could not be in time. */
export async function tellPlayers(deps: {
  readonly store: StateStore
  readonly clock: Pick<Clock, 'sleep'>
  readonly plans: Pick<PlanRunner, 'cancel'>
}): Promise<void> {
  const { store, plans } = deps
  const warned = warnedOf(store.get())
  for (const { id } of warned) plans.cancel(id, true, 'window')
  const isTold = ({ plans: now }: AppState) =>
    !warned.some(({ id }) => now[id]?.steps.some(({ kind, result }) => kind === 'cancel-text' && result === 'sending'))
  await untilState(deps, isTold, { ms: patienceMs })
}

/** Maximum length of a path in a question, in characters. */
const maxPathLength = 120

/** Where something is changed and not saved, in a few words. */
export const unsavedPlace = ({ ref, path }: UnsavedChange, nameOf: (ref: ServerRef) => string): string =>
  `${path === null ? 'the startup' : safeText(path, maxPathLength)} of ${nameOf(ref)}`

/** What is lost in these places, for a question before that. */
export function unsavedWords(places: readonly string[]): { message: string; detail: string } {
  if (places.length === 1)
    return {
      message: `What you changed in ${places[0]} is not saved.`,
      detail: 'It is lost then. To keep it, cancel and save it first.',
    }
  return {
    message: `What you changed in ${places.length} places is not saved.`,
    detail: `It is lost then: ${places.join(', ')}. To keep it, cancel and save it first.`,
  }
}

/** Told in the next window after the page of one has died. */
export const lostNotice = (places: readonly string[]): Notice => ({
  id: 'lost-text',
  level: 'error',
  message: `A window ended because something went wrong in it. What you changed in ${places.join(', ')} was not saved, and is lost.`,
  hint: 'On the server is what was saved last. Open it again to go on.',
})

/** Why the app is not ended for a new version now; null where it may be. */
export function updateHeldBy(state: AppState): AppError | null {
  if (isBusy(state) || unsentOf(state).length + plannedOf(state).length > 0) return appError('update-busy')
  const unsaved = unsavedOf(state)
  if (unsaved.length === 0) return null
  const { message } = unsavedWords(unsaved)
  const hint =
    unsaved.length === 1
      ? 'Save it or discard it, then restart to update.'
      : `Save or discard ${unsaved.join(', ')}, then restart to update.`
  return appError('update-busy', { message, hint })
}
