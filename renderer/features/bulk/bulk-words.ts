import type { BulkOutcome, BulkView } from '../../../shared/bulk/contract.ts'
import { bulkCounts, bulkName, countsText } from '../../../shared/bulk/words.ts'
import { count } from '../../ui/format.ts'

const underWay = { start: 'Starting', stop: 'Stopping', restart: 'Restarting', kill: 'Killing' } as const

/** What is under way: `Restarting 7 servers`. */
export function workTitle({ work, items }: BulkView): string {
  const servers = count(items.length, 'server')
  switch (work.kind) {
    case 'power':
      return `${underWay[work.signal]} ${servers}`
    case 'command':
      return `Sending “${work.text}” to ${servers}`
    case 'restart':
      return `Restarting ${servers} ${work.choices.players.rule === 'when-empty' ? 'when empty' : 'with warning'}`
  }
}

const isOver = (outcome: BulkOutcome) => outcome !== 'waiting' && outcome !== 'running'

/** The number of servers with an outcome. */
export function overCount({ items }: Pick<BulkView, 'items'>): number {
  return items.filter(({ outcome }) => isOver(outcome)).length
}

/** The progress: `3 of 7, 1 failed`; `paused at 3 of 7`. */
export function progressText(bulk: BulkView): string {
  const { failed, stalled } = bulkCounts(bulk)
  const place = `${overCount(bulk)} of ${bulk.items.length}`
  const bad = [failed > 0 && `${failed} failed`, stalled > 0 && `${stalled} stalled`].filter((part) => part !== false)
  return [bulk.phase === 'paused' ? `paused at ${place}` : place, ...bad].join(', ')
}

/** The result: `Restart of 7 servers: 6 done, 1 failed`. */
export function summaryText(bulk: BulkView): string {
  return `${bulkName(bulk)}: ${countsText(bulkCounts(bulk))}`
}

/** True while something may still be sent. */
export function isUnderWay({ phase }: Pick<BulkView, 'phase'>): boolean {
  return phase === 'running' || phase === 'paused'
}

/** The servers that a person may want to try again: those that failed or stalled. */
export function failedItems({ items }: Pick<BulkView, 'items'>): BulkView['items'] {
  return items.filter(({ outcome }) => outcome === 'failed' || outcome === 'stalled')
}

/** The servers that the result names: those, and all of which there is more to tell, such as that nothing was sent. */
export function namedItems({ items }: Pick<BulkView, 'items'>): BulkView['items'] {
  return items.filter(({ outcome, error }) => outcome === 'failed' || outcome === 'stalled' || error !== null)
}

/** Why a server is named. */
export function failureText({ outcome, error }: BulkView['items'][number]): string {
  if (error !== null) return `${error.message} ${error.hint}`
  return outcome === 'stalled' ? 'It took too long.' : 'It failed.'
}
