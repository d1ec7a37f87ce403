import styles from './Sparkline.module.css'

type SparklineProps = {
  /** Times in unix milliseconds and values, oldest first. */
  points: readonly (readonly [at: number, value: number])[]
  /** Least value at the top. */
  ceiling: number
  now: number
}

const width = 48
const height = 18
/** Time span of the width, in milliseconds. */
const spanMs = 10 * 60_000
/** Least time span that is drawn, in milliseconds: a shorter line would be a mere tick. */
const leastSpanMs = 60_000

/** A small line of the last ten minutes. Hidden from screen readers, which have the number beside it. */
export function Sparkline({ points, ceiling, now }: SparklineProps) {
  const values = points.map(([, value]) => Math.max(0, value))
  const top = Math.max(ceiling, ...values, Number.MIN_VALUE)
  // In the middle, beside its number, which tells how high it stands.
  const middle = (Math.max(0, ...values) + Math.min(top, ...values)) / 2
  const span = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)
  const path = points
    .map(([at, value]) => {
      const x = width - ((now - at) / spanMs) * width
      const y = height / 2 - ((Math.max(0, value) - middle) / top) * (height - 2)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
  return (
    <svg className={styles.spark} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {span >= leastSpanMs && <polyline points={path} />}
    </svg>
  )
}
