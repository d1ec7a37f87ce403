import styles from './Sparkline.module.css'

type SparklineProps = {
  /** Times in unix milliseconds and values, oldest first. */
  points: readonly (readonly [at: number, value: number])[]
  /** Least value at the top. */
  ceiling: number
  now: number
}

const width = 40
const height = 14
/** Time span of the width, in milliseconds. */
const spanMs = 10 * 60_000
/** Least time span that is drawn, in milliseconds: a shorter line would be a mere tick. */
const leastSpanMs = 60_000

/** A small line of the last ten minutes. Hidden from screen readers, which have the number beside it. */
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
