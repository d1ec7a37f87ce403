import { type HistorySpan, historySpans, trendSpanMs } from '../../../shared/load-history/load-history.ts'
import type { PlotSpan } from '../../ui/Plot.tsx'

const minute = 60_000

/** What Live shows: the readings of this moment as they come, or what is kept. */
export type LiveRange = 'now' | HistorySpan

/**
 * Under a tight rate limit a panel is asked for a server's load every 280 s. A line ends at once where readings were
 * seen to stop, as at an outage.
 */
const readingGapMs = 5 * minute

export const liveRanges: Readonly<Record<LiveRange, PlotSpan & { readonly label: string }>> = {
  now: {
    label: '10 min',
    words: 'the last ten minutes',
    spanMs: trendSpanMs,
    gapMs: readingGapMs,
    ticks: ['10 min ago', '7½ min', '5 min ago', '2½ min', 'now'],
  },
  hour: {
    label: '1 h',
    words: 'the last hour',
    spanMs: historySpans.hour.spanMs,
    gapMs: readingGapMs,
    ticks: ['1 h ago', '45 min', '30 min ago', '15 min', 'now'],
  },
  day: {
    label: '24 h',
    words: 'the last 24 hours',
    spanMs: historySpans.day.spanMs,
    // One step without a reading is a gap.
    gapMs: 1.5 * historySpans.day.stepMs,
    ticks: ['24 h ago', '18 h', '12 h ago', '6 h', 'now'],
  },
}
