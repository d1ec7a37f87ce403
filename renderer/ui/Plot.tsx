import { useState } from 'react'
import { clockTime } from '../../shared/model/time-words.ts'
import styles from './Plot.module.css'

type Point = readonly [at: number, value: number]

type PlotProps = {
  label: string
  /** Times in unix milliseconds and values, oldest first. */
  points: readonly Point[]
  /** Drawn as a line; null for none. */
  limit: number | null
  /** Least value at the top of the plot. */
  ceiling: number
  format: (value: number) => string
  now: number
}

/** Time span of the width, in milliseconds. */
const spanMs = 10 * 60_000
const height = 100
const width = 600

/** The point nearest to `share` of the width, from 0 (ten minutes ago) to 1 (now). */
function nearest(points: readonly Point[], share: number, now: number): Point | undefined {
  const at = now - (1 - share) * spanMs
  return points.reduce<Point | undefined>(
    (best, point) => (best === undefined || Math.abs(point[0] - at) < Math.abs(best[0] - at) ? point : best),
    undefined,
  )
}

/** The last ten minutes of one measure and its limit; the heading shows the value under the pointer. */
export function Plot({ label, points, limit, ceiling, format, now }: PlotProps) {
  const [share, setShare] = useState<number | null>(null)
  const newest = points.at(-1)
  const pointed = share === null ? undefined : nearest(points, share, now)
  const shown = pointed ?? newest
  const top = Math.max(ceiling, limit ?? 0, ...points.map(([, value]) => value), Number.MIN_VALUE) * 1.05
  const x = (at: number) => width - ((now - at) / spanMs) * width
  const y = (value: number) => height - (Math.max(0, value) / top) * height
  const line = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const [first] = points
  return (
    <figure className={styles.plot}>
      <figcaption>
        <span>{label}</span>
        <strong>{shown ? format(shown[1]) : '–'}</strong>
        {limit !== null && <span>of {format(limit)}</span>}
        {pointed && <time>{clockTime(pointed[0])}</time>}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} in the last ten minutes, now ${newest ? format(newest[1]) : 'unknown'}`}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          setShare((event.clientX - box.left) / Math.max(1, box.width))
        }}
        onPointerLeave={() => setShare(null)}
      >
        {[0.25, 0.5, 0.75].map((part) => (
          <line key={part} className={styles.grid} x1="0" x2={width} y1={height * part} y2={height * part} />
        ))}
        {limit !== null && <line className={styles.limit} x1="0" x2={width} y1={y(limit)} y2={y(limit)} />}
        {first && newest && (
          <>
            <polygon
              className={styles.area}
              points={`${x(first[0]).toFixed(1)},${height} ${line} ${x(newest[0]).toFixed(1)},${height}`}
            />
            <polyline className={styles.line} points={line} />
          </>
        )}
        {pointed && <line className={styles.pointer} x1={x(pointed[0])} x2={x(pointed[0])} y1="0" y2={height} />}
      </svg>
      <p className={styles.axis} aria-hidden="true">
        <span>10 min ago</span>
        <span>now</span>
      </p>
    </figure>
  )
}
