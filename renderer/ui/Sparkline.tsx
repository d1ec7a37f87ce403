import { linesOf, type PlotPoint } from './plot-points.ts'

type SparklineProps = {
  /** Oldest first; one without a value ends a line. */
  points: readonly PlotPoint[]
  /** The top of the scale is at least this. */
  ceiling: number
  now: number
}

const width = 48
const height = 18
/** Time span of the width, in milliseconds. */
const spanMs = 10 * 60_000
/** Longest time between two points of one line, in milliseconds. */
const gapMs = 5 * 60_000
/** Least time span that is drawn, in milliseconds: a shorter line would be a mere tick. */
const leastSpanMs = 60_000

/** A small line of the last ten minutes. Hidden from screen readers, which have the number beside it. */
export function Sparkline({ points, ceiling, now }: SparklineProps) {
  const lines = linesOf(points, gapMs)
  const known = lines.flat()
  const values = known.map(([, value]) => Math.max(0, value))
  const top = Math.max(ceiling, ...values, Number.MIN_VALUE)
  // In the middle, beside its number, which tells how high it stands.
  const middle = (Math.max(0, ...values) + Math.min(top, ...values)) / 2
  const span = (known.at(-1)?.[0] ?? 0) - (known[0]?.[0] ?? 0)
  const x = (at: number) => (width - ((now - at) / spanMs) * width).toFixed(1)
  const y = (value: number) => (height / 2 - ((Math.max(0, value) - middle) / top) * (height - 2)).toFixed(1)
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <g fill="none" stroke="var(--text-3)" strokeWidth="1.25" strokeLinejoin="round">
        {span >= leastSpanMs &&
          lines.map((line) => (
            <polyline key={line[0]?.[0]} points={line.map(([at, value]) => `${x(at)},${y(value)}`).join(' ')} />
          ))}
      </g>
    </svg>
  )
}
