import type { ActivityEntry, ActivityEvent } from '../../../shared/activity/contract.ts'
import { wordsOf } from '../../../shared/activity/words.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { clockTime } from '../../../shared/model/time-words.ts'

/** What happened to a server, the gravest first: it went down by itself, or was stopped, restarted or started. */
export const markKinds = ['down', 'stop', 'restart', 'start'] as const
export type MarkKind = (typeof markKinds)[number]

/** `at` in unix milliseconds. */
export type LiveMark = { readonly at: number; readonly kind: MarkKind; readonly word: string }

/** What lies too close together to be told apart: at the newest, of the gravest kind. */
export type MarkCluster = { readonly at: number; readonly kind: MarkKind; readonly words: string }

/** Null for what does not show in a server's load. A restart with warnings is there as the signal that it sent. */
function markOf(event: ActivityEvent): Pick<LiveMark, 'kind' | 'word'> | null {
  const word = wordsOf(event).what
  switch (event.kind) {
    case 'power':
      return event.phase === 'confirmed' || event.phase === 'unconfirmed'
        ? { kind: event.signal === 'kill' ? 'stop' : event.signal, word }
        : null
    case 'crashed':
    case 'stopped':
    case 'off':
      return { kind: 'down', word }
    case 'flapping':
      // Nothing beside a mark says how often.
      return { kind: 'down', word: `Went down ${event.count} times` }
    case 'back':
      return { kind: 'start', word }
    default:
      return null
  }
}

/** What happened to a server after `since`, oldest first. */
export function marksOf(entries: readonly ActivityEntry[], ref: ServerRef, since: number, now: number): LiveMark[] {
  return entries
    .flatMap((entry) => {
      const mark = entry.ref === ref && entry.at > since && entry.at <= now ? markOf(entry.event) : null
      return mark === null ? [] : [{ at: entry.at, ...mark }]
    })
    .sort((a, b) => a.at - b.at)
}

/** A mark in words: `Crashed 12:04`. */
export const markWords = ({ at, word }: LiveMark) => `${word} ${clockTime(at)}`

/**
 * The marks to draw, oldest first.
 * @param marks oldest first
 * @param apartMs the least time between two of them
 */
export function clustersOf(marks: readonly LiveMark[], apartMs: number): readonly MarkCluster[] {
  const groups: LiveMark[][] = []
  for (const mark of marks) {
    const group = groups.at(-1)
    const first = group?.[0]
    if (group !== undefined && first !== undefined && mark.at - first.at < apartMs) group.push(mark)
    else groups.push([mark])
  }
  return groups.map((group) => ({
    at: group.at(-1)?.at ?? 0,
    kind: markKinds.find((kind) => group.some((mark) => mark.kind === kind)) ?? 'start',
    words: group.map(markWords).join(', '),
  }))
}
