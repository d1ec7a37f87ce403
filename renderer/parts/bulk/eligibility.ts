import { missingPermissionOfServer, missingPower } from '../../../shared/keys/server-keys.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import { hasEnded } from '../../../shared/model/restart.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { uncapitalised } from '../../../shared/model/text.ts'
import { powerChoices } from '../../../shared/servers/choices.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { precondition } from '../commands/messages.ts'

/** What can be done to several servers at once. */
export type BulkWork = PowerSignal | 'command' | 'restart-warning'

type Known = Pick<AppState, 'keys' | 'plans'>

/** Why a server is left out; null where it takes part. @param now unix milliseconds */
export function reasonAgainst(state: Known, server: ServerView, work: BulkWork, now: number): string | null {
  const lackConsole = missingPermissionOfServer(state, server, 'control.console', now)
  const lower = (text: string | null) => text && uncapitalised(text)
  if (work === 'command') return lower(precondition(server, lackConsole).stop)
  const choices = powerChoices(server, missingPower(state, server, now))
  if (work !== 'restart-warning') return choices[work]
  const isPlanned = Object.values(state.plans).some((plan) => plan.ref === server.ref && !hasEnded(plan))
  return isPlanned ? 'a restart is planned already' : (choices.restart ?? lackConsole?.reason ?? null)
}

export type Out = { readonly name: string; readonly reason: string }

/** The servers that take part, and those that are left out with their reasons. */
export function leftOut(
  state: Known,
  servers: readonly ServerView[],
  work: BulkWork,
  now: number,
  nameOf: (ref: ServerRef) => string,
): { readonly able: readonly ServerView[]; readonly out: readonly Out[] } {
  const judged = servers.map((server) => ({ server, reason: reasonAgainst(state, server, work, now) }))
  return {
    able: judged.flatMap(({ server, reason }) => (reason === null ? [server] : [])),
    out: judged.flatMap(({ server, reason }) => (reason === null ? [] : [{ name: nameOf(server.ref), reason }])),
  }
}

/** The text in a server's row while a bulk action has yet to reach it, or sends it a command. */
export function bulkTurnText({ bulks }: Pick<AppState, 'bulks'>, ref: ServerRef): string | null {
  for (const { items, phase, work } of Object.values(bulks)) {
    if (phase !== 'running' && phase !== 'paused') continue
    const outcome = items.find((item) => item.ref === ref)?.outcome
    if (outcome === 'waiting') return phase === 'paused' ? 'Queued, paused' : 'Queued'
    if (outcome === 'running' && work.kind === 'command') return 'Sending the command'
  }
  return null
}
