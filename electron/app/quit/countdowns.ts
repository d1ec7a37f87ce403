import { isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import { firstNames } from '../../../shared/model/text.ts'
import { wasAnnounced } from '../../../shared/restarts/plan-words.ts'
import { serverNames } from '../../../shared/servers/names.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import type { Clock } from '../../lib/clock.ts'
import type { PlanRunner } from '../../restart/plan-runner.ts'
import type { StateStore } from '../../state/store.ts'

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
  readonly clock: Pick<Clock, 'after'>
  readonly plans: Pick<PlanRunner, 'cancel'>
}): Promise<void> {
  const { store, clock, plans } = deps
  const warned = warnedOf(store.get())
  for (const { id } of warned) plans.cancel(id, true, 'window')
  const isTelling = () =>
    warned.some(({ id }) =>
      store.get().plans[id]?.steps.some(({ kind, result }) => kind === 'cancel-text' && result === 'sending'),
    )
  const { promise, resolve } = Promise.withResolvers<void>()
  const unsubscribe = store.subscribe(() => {
    if (!isTelling()) resolve()
  })
  const cancelWait = clock.after(isTelling() ? patienceMs : 0, resolve)
  await promise
  unsubscribe()
  cancelWait()
}
