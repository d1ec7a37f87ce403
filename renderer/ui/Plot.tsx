import { useState } from 'react'
import { clockTime } from '../../shared/model/time-words.ts'
import styles from './Plot.module.css'
import {
  type Gap,
  gapsOf,
  highestOf,
  type KnownPoint,
  linesOf,
  nearestTo,
  type PlotPoint,
  plotSummary,
} from './plot-points.ts'

/** What the width of a plot stands for; times in milliseconds. */
export type PlotSpan = {
  /** Such as `the last hour`. */
  readonly words: string
  readonly spanMs: number
  /** Longest time between two points of one line. */
  readonly gapMs: number
  /** Five words under the plot, from its left end to its right. */
  readonly ticks: readonly [string, string, string, string, string]
}

/** Something that happened at a time, in unix milliseconds. */
export type PlotMark = {
  readonly at: number
  readonly icon: React.ReactNode
  /** What happened and when. */
  readonly words: string
}

type PlotProps = {
  label: string
  span: PlotSpan
  /** Oldest first. */
  points: readonly PlotPoint[]
  marks: readonly PlotMark[]
  /** The value now; null where it is not known. */
  current: number | null
  /** Drawn as a line; null for none. */
  limit: number | null
  /** Least value at the top of the plot. */
  ceiling: number
  format: (value: number) => string
  now: number
}

const height = 100
const width = 600

/** The shapes of one line: what lies below it, up to which values it stands for, and itself. */
function Line({ line, x, y }: { line: readonly KnownPoint[] } & Record<'x' | 'y', (value: number) => number>) {
  const at = ([time]: KnownPoint) => x(time).toFixed(1)
  const path = (value: (point: KnownPoint) => number) => line.map((one) => `${at(one)},${y(value(one)).toFixed(1)}`)
  const [means, peaks] = [path(([, value]) => value), path(([, , peak]) => peak)]
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined) return null
  // A reading between two gaps is as wide as a dot.
  if (line.length === 1) return <polyline className={styles.line} data-dot points={`${means[0]} ${means[0]}`} />
  return (
    <>
      <polygon className={styles.area} points={`${at(first)},${height} ${means.join(' ')} ${at(last)},${height}`} />
      <polygon className={styles.peaks} points={`${peaks.join(' ')} ${means.toReversed().join(' ')}`} />
      <polyline className={styles.line} points={means.join(' ')} />
    </>
  )
}

type PlotReading = {
  /** The time that is read, in unix milliseconds. */
  readonly at: number
  /** What was measured then; undefined in a gap. */
  readonly point: KnownPoint | undefined
}

const valueText = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? '–' : format(value)

/** The name, the value now or the one that is read, and beside it the highest, or when it was. */
function Heading({ label, current, limit, format, reading, highest }: HeadingProps) {
  return (
    <figcaption data-flex="gap" data-text="faint">
      <span>{label}</span>
      <strong>{valueText(reading === null ? current : reading.point?.[1], format)}</strong>
      {limit !== null && <span>of {format(limit)}</span>}
      {reading === null && highest && (
        <span data-end data-cut>
          max {format(highest[2])} <span className={styles.when}>at {clockTime(highest[0])}</span>
        </span>
      )}
      {reading !== null && (
        <time data-end data-cut>
          {readingText(reading, format)}
        </time>
      )}
    </figcaption>
  )
}
type HeadingProps = Pick<PlotProps, 'label' | 'current' | 'limit' | 'format'> & {
  reading: PlotReading | null
  highest: KnownPoint | undefined
}

function readingText({ at, point }: PlotReading, format: (value: number) => string): string {
  if (point === undefined) return `${clockTime(at)}, no reading`
  const [time, value, peak] = point
  return peak > value ? `${clockTime(time)}, up to ${format(peak)}` : clockTime(time)
}

/** Reads values from a plot with the pointer, or with the arrow keys, from one reading to the next. */
function Reader({ label, known, at, format, timeAt, onRead }: ReaderProps) {
  const last = known.length - 1
  const index = at === null ? last : nearestTo(known, at)
  const [time = 0, value] = known[index] ?? []
  return (
    <input
      type="range"
      aria-label={`${label}: read a value`}
      aria-valuetext={`${clockTime(time)}, ${valueText(value, format)}`}
      min={0}
      max={last}
      value={index}
      onChange={(event) => onRead(known[Number(event.currentTarget.value)]?.[0] ?? null)}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        onRead(timeAt((event.clientX - box.left) / Math.max(1, box.width)))
      }}
      onPointerLeave={() => onRead(null)}
      onBlur={() => onRead(null)}
    />
  )
}
type ReaderProps = Pick<PlotProps, 'label' | 'format'> & {
  known: readonly KnownPoint[]
  at: number | null
  /** The time at a share of the width, from 0 to 1. */
  timeAt: (share: number) => number
  onRead: (at: number | null) => void
}

/** The shapes of what happened, below the plot. The words are listed beside the plots. */
function Marks({ marks, x }: { marks: readonly PlotMark[]; x: (at: number) => number }) {
  return (
    <div className={styles.marks} aria-hidden="true">
      {marks.map(({ at, icon, words }) => (
        <span key={at} title={words} data-flex="" style={{ left: `${(x(at) / width) * 100}%` }}>
          {icon}
        </span>
      ))}
    </div>
  )
}

/**
 * One measure over a while, its limit and what happened. The heading shows the value under the pointer, or that of the
 * arrow keys.
 */
export function Plot({ label, span, points, marks, current, limit, ceiling, format, now }: PlotProps) {
  const [readAt, setReadAt] = useState<number | null>(null)
  const { spanMs, gapMs, ticks } = span
  const start = now - spanMs
  const seen = points.filter(([at]) => at >= start && at <= now)
  const lines = linesOf(seen, gapMs)
  const gaps = gapsOf(lines, gapMs, now)
  const known = lines.flat()
  const highest = highestOf(known)
  const reading = readAt === null ? null : readingAt(readAt, known, gaps)
  const top = Math.max(ceiling, limit ?? 0, highest?.[2] ?? 0, Number.MIN_VALUE) * 1.05
  const x = (at: number) => ((at - start) / spanMs) * width
  const y = (value: number) => height - (Math.max(0, value) / top) * height
  const vertical = (at: number) => ({ x1: x(at), x2: x(at), y1: 0, y2: height })
  const horizontal = (at: number) => ({ x1: 0, x2: width, y1: at, y2: at })
  return (
    <figure className={styles.plot}>
      <Heading {...{ label, current, limit, format, reading, highest }} />
      <div className={styles.chart} data-box data-ring>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={plotSummary(`${label} in ${span.words}`, current, known, gaps, format)}
        >
          {[0.25, 0.5, 0.75].map((part) => (
            <line key={part} className={styles.grid} {...horizontal(height * part)} />
          ))}
          {gaps.map(({ from, to }) => (
            <rect key={from} className={styles.gap} x={x(from)} width={x(to) - x(from)} y="0" height={height} />
          ))}
          {marks.map(({ at }) => (
            <line key={at} className={styles.markLine} {...vertical(at)} />
          ))}
          {limit !== null && <line className={styles.limit} {...horizontal(y(limit))} />}
          {lines.map((line) => (
            <Line key={line[0]?.[0]} line={line} x={x} y={y} />
          ))}
          {reading !== null && <line className={styles.pointer} {...vertical(reading.point?.[0] ?? reading.at)} />}
        </svg>
        {known.length > 0 && (
          <Reader
            {...{ label, format, known }}
            at={readAt}
            timeAt={(part) => start + part * spanMs}
            onRead={setReadAt}
          />
        )}
      </div>
      {marks.length > 0 && <Marks marks={marks} x={x} />}
      <p className={styles.axis} data-flex="" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </p>
    </figure>
  )
}

function readingAt(at: number, known: readonly KnownPoint[], gaps: readonly Gap[]): PlotReading {
  const isInGap = gaps.some(({ from, to }) => at > from && at < to)
  return { at, point: isInGap ? undefined : known[nearestTo(known, at)] }
}
