import { signalName } from '../model/power.ts'
import type { BulkOutcome, BulkView } from './contract.ts'

/** Maximum number of servers in one bulk action. */
export const maxBulkServers = 1_000

/** Default delay between two servers, in milliseconds. */
export const defaultStaggerMs = 5_000

/**
 * Smallest delay between two servers, in milliseconds: two signals a second are as many requests as the strictest known
 * panel takes in a minute (120), and no machine gets all of them at once.
 */
export const smallestStaggerMs = 500

const workName = (work: BulkView['work']): string => {
  if (work.kind === 'power') return signalName[work.signal]
  return work.kind === 'command' ? 'Command' : 'Restart with warning'
}

/** What is done to how many: `Restart of 12 servers`. */
export const bulkName = ({ work, items }: Pick<BulkView, 'work' | 'items'>): string =>
  `${workName(work)} ${work.kind === 'command' ? 'to' : 'of'} ${items.length} server${items.length === 1 ? '' : 's'}`

/** The number of servers with each outcome. */
export function bulkCounts({ items }: Pick<BulkView, 'items'>): Readonly<Record<BulkOutcome, number>> {
  const counts = { waiting: 0, running: 0, confirmed: 0, unconfirmed: 0, stalled: 0, failed: 0, cancelled: 0 }
  for (const { outcome } of items) counts[outcome] += 1
  return counts
}

const ended = ['confirmed', 'unconfirmed', 'stalled', 'failed', 'cancelled'] as const
/** Of those that are not their own word. */
const words: Readonly<Partial<Record<BulkOutcome, string>>> = { confirmed: 'done', unconfirmed: 'not confirmed' }

/** What came of it, in words: `10 done, 2 failed`. */
export const countsText = (counts: Readonly<Record<(typeof ended)[number], number>>): string =>
  ended
    .flatMap((outcome) => (counts[outcome] > 0 ? [`${counts[outcome]} ${words[outcome] ?? outcome}`] : []))
    .join(', ')
