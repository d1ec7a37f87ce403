import styles from './Sparkline.module.css'

type SparklineProps = {
  /** Times in unix milliseconds and values, oldest first. */
  points: readonly (readonly [at: number, value: number])[]
  /** What the whole height stands for at least. */
  ceiling: number
  now: number
}

const width = 40
const height = 14
/** What the width stands for, in milliseconds. */
const spanMs = 10 * 60_000
/** A line over less than this, in milliseconds, would be a mere tick. */
const leastSpanMs = 60_000

/** The line of the last ten minutes, small. It says nothing that the number beside it does not say to a screen reader. */
export function Sparkline({ points, ceiling, now }: SparklineProps) {
  const top = Math.max(ceiling, ...points.map(([, value]) => value), Number.MIN_VALUE)
  const span = (points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)
  const path = points
    .map(([at, value]) => {
      const x = width - ((now - at) / spanMs) * width
      const y = height - 1 - (Math.max(0, value) / top) * (height - 2)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
  return (
    <svg className={styles.spark} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {span >= leastSpanMs && <polyline points={path} />}
    </svg>
  )
}
