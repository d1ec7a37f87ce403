import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PlayersView } from '../../shared/model/players-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { changedValues } from '../../shared/tables.ts'
import type { ServerEvent } from './event.ts'

/** Whether anybody was on by the last count that tells it, and when that was read, in unix milliseconds. */
type Seen = { readonly isAnybodyOn: boolean; readonly at: number }

/** What is remembered of each server's players. */
export type PlayersMemory = ReadonlyMap<ServerRef, Seen>

/** A count tells nothing of how it has become so after a longer time than this without one, in milliseconds. */
const longestGapMs = 20 * 60_000

/** Whether anybody is on: a 0 tells only where it is sure. Null where it is not known. */
function seenIn({ count }: PlayersView): Seen | null {
  if (count === null || (count.online === 0 && !count.isSure)) return null
  return { isAnybodyOn: count.online > 0, at: count.at }
}

type Step = { readonly memory: PlayersMemory; readonly events: readonly ServerEvent[] }

/**
 * What happened to the players of servers that run, between two states: the first one joined, the last one left, a game
 * does not answer any more. A count that becomes unknown is not told, nor is the end of a run, with which everybody
 * leaves.
 * @param now unix milliseconds
 */
export function playerNews(memory: PlayersMemory, before: AppState, after: AppState, now: number): Step {
  const changed = changedValues(before.players, after.players)
  const gone = [...memory.keys()].filter((ref) => after.servers[ref]?.state !== 'running' || !after.players[ref])
  if (changed.length === 0 && gone.length === 0) return { memory, events: [] }
  const next = new Map(memory)
  for (const ref of gone) next.delete(ref)
  const events = changed.flatMap((view): ServerEvent[] => {
    const { ref, frozenSince } = view
    const server = after.servers[ref]
    if (server?.state !== 'running') return []
    const about = { ref, name: server.name, at: now }
    const earlier = before.players[ref]
    const isNewlyFrozen = frozenSince !== null && earlier !== undefined && earlier.frozenSince === null
    const frozen: ServerEvent[] = isNewlyFrozen
      ? [{ kind: 'frozen', since: frozenSince, restartsAt: null, ...about }]
      : []
    const [known, seen] = [next.get(ref), seenIn(view)]
    if (seen === null) return frozen
    next.set(ref, seen)
    const isNews = known !== undefined && known.isAnybodyOn !== seen.isAnybodyOn && seen.at - known.at <= longestGapMs
    return isNews ? [...frozen, { kind: seen.isAnybodyOn ? 'joined' : 'left', ...about }] : frozen
  })
  return { memory: next, events }
}
