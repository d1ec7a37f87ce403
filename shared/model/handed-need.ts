import type { HandedTrouble, HandedView } from './handed.ts'
import type { ServerRef } from './identifier.ts'

/** The part of the app's state that this reads. */
export type WithHandovers = { readonly handovers: Readonly<Record<string, HandedView>> }

/** What somebody did on the panel to planned restarts that it runs, as it was seen last; the worst of each server. */
export function handedTroubles(handovers: WithHandovers['handovers']): ReadonlyMap<ServerRef, HandedTrouble> {
  const troubles = new Map<ServerRef, HandedTrouble>()
  for (const { phase, parts } of Object.values(handovers)) {
    if (phase !== 'handed') continue
    for (const { ref, trouble } of parts) {
      const known = troubles.get(ref)
      if (trouble !== null && (known === undefined || worst.indexOf(trouble) < worst.indexOf(known))) {
        troubles.set(ref, trouble)
      }
    }
  }
  return troubles
}

const worst: readonly HandedTrouble[] = ['gone', 'paused', 'changed']

/** In one line, without a full stop. */
export const handedTroubleText: Readonly<Record<HandedTrouble, string>> = {
  gone: 'Planned restart was deleted on the panel',
  paused: 'Planned restart is paused on the panel',
  changed: 'Planned restart was changed on the panel',
}
