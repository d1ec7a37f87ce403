import type { ServerMark } from './describe-server.ts'
import { describeServer } from './describe-server.ts'
import type { ServerView } from './server.ts'

/** The number of servers with each mark. */
export type Summary = Readonly<Record<ServerMark, number>> & { readonly total: number }

/** True when a person should look at this server: an action stalled, or it went down unexpectedly. */
export function needsAttention(server: ServerView): boolean {
  return describeServer(server, null).mark === 'bad'
}

/** Counts servers by mark, and those that need attention. */
export function summarise(servers: Iterable<ServerView>): Summary {
  const counts = { total: 0, running: 0, offline: 0, busy: 0, bad: 0, unknown: 0, held: 0 }
  for (const server of servers) {
    counts.total += 1
    counts[describeServer(server, null).mark] += 1
  }
  return counts
}

/** The word for each mark's count, in the order in which counts are shown. */
export const summaryWords: readonly (readonly [ServerMark, string])[] = [
  ['running', 'running'],
  ['busy', 'busy'],
  ['offline', 'offline'],
  ['bad', 'needs attention'],
  ['held', 'held by the panel'],
  ['unknown', 'unknown'],
]

/** The counts above zero in one line: `9 running · 1 offline · 1 unknown`; `No servers` when there are none. */
export function headline(summary: Summary): string {
  const parts = summaryWords.filter(([mark]) => summary[mark] > 0).map(([mark, word]) => `${summary[mark]} ${word}`)
  return parts.join(' · ') || 'No servers'
}
