import { describeServer, markOfState, type ServerMark } from '../model/describe-server.ts'
import { playersWord } from '../model/player-words.ts'
import type { ServerView } from '../model/server-schema.ts'
import { valuesOf } from '../tables.ts'
import { type AttentionState, attentionIn } from './attention.ts'

/** The marks by which servers are counted and listed: each server has one, besides whether it needs a person. */
export type StateMark = Exclude<ServerMark, 'bad'>

/**
 * The number of servers with each mark, `total` together, and how many of those that are held are suspended.
 * `attention`: what needs a person, servers and keys; the servers are counted by their state as well.
 */
export type Summary = Readonly<Record<StateMark, number>> & {
  readonly total: number
  readonly suspended: number
  readonly attention: number
}

/** The mark by which a server is counted: that of its state, where its own says that it needs a person. */
export function countedAs(server: ServerView): StateMark {
  const { mark } = describeServer(server, null)
  return mark === 'bad' ? markOfState(server.state) : mark
}

/** Counts servers by mark, and what needs a person. @param now unix milliseconds */
export function summarise(state: AttentionState, now: number): Summary {
  const counts = { total: 0, running: 0, offline: 0, busy: 0, unknown: 0, held: 0, suspended: 0 }
  for (const server of valuesOf(state.servers)) {
    counts.total += 1
    counts[countedAs(server)] += 1
    if (server.condition === 'suspended') counts.suspended += 1
  }
  return { ...counts, attention: attentionIn(state, now).count }
}

/** The marks in the order in which counts are shown. */
export const countedMarks: readonly StateMark[] = ['running', 'busy', 'offline', 'held', 'unknown']

/** The word after a mark's count. A panel may hold servers for several reasons. */
export function countWord(mark: StateMark, { held, suspended }: Pick<Summary, 'held' | 'suspended'>): string {
  if (mark !== 'held') return mark
  return suspended > 0 && suspended === held ? 'suspended' : 'held by the panel'
}

/** `1 needs attention`, `2 need attention`. */
export const attentionWord = (count: number): string => (count === 1 ? 'needs attention' : 'need attention')

/**
 * The counts above zero in one line: `9 running · 23 players · 1 offline · 1 needs attention`; `No servers` when there are
 * none.
 * @param online how many players are on, behind the servers that run; null where it is not known
 */
export function headline(summary: Summary, online: number | null = null): string {
  const { attention } = summary
  const counted = countedMarks
    .filter((mark) => summary[mark] > 0)
    .flatMap((mark) => [
      `${summary[mark]} ${countWord(mark, summary)}`,
      ...(mark === 'running' && online !== null ? [playersWord(online)] : []),
    ])
  const states = summary.total === 0 ? ['No servers'] : counted
  return [...states, ...(attention > 0 ? [`${attention} ${attentionWord(attention)}`] : [])].join(' · ')
}
