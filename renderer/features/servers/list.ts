import { describeServer } from '../../../shared/model/describe-server.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { needsAttention } from '../../../shared/model/summary.ts'
import type { AppState } from '../../../shared/state.ts'
import type { Filter } from '../../state/view.ts'

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function inFilter(server: ServerView, filter: Filter): boolean {
  if (filter.kind === 'panel') return server.panelId === filter.id
  return filter.kind === 'all' || needsAttention(server)
}

/** Every word of the query must occur in name, identifier, panel or state. */
function matches(server: ServerView, words: readonly string[], panelName: string): boolean {
  if (words.length === 0) return true
  const text = `${server.name} ${server.identifier} ${panelName} ${describeServer(server, 0).word}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The servers to list, in an order that no change of state moves: by name, then identifier. */
export function listServers(state: AppState, filter: Filter, query: string): ServerRef[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return Object.values(state.servers)
    .filter((server) => inFilter(server, filter) && matches(server, words, state.panels[server.panelId]?.name ?? ''))
    .sort((a, b) => byName.compare(a.name, b.name) || byName.compare(a.ref, b.ref))
    .map((server) => server.ref)
}

/**
 * The list while the pointer is over it: what is shown stays in its place for as long as it exists, and
 * what is new comes last, so that no click lands on a row that has just moved.
 */
export function holdStill(
  shown: readonly ServerRef[],
  wanted: readonly ServerRef[],
  exists: (ref: ServerRef) => boolean,
): ServerRef[] {
  const kept = shown.filter(exists)
  return [...kept, ...wanted.filter((ref) => !kept.includes(ref))]
}
