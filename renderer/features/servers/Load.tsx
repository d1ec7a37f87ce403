import type { ServerView } from '../../../shared/model/server.ts'
import { pointsOf, type Sample } from '../../../shared/model/trend.ts'
import { useAppState } from '../../state/hooks.ts'
import { bytes, orDash, percent } from '../../ui/format.ts'
import { Sparkline } from '../../ui/Sparkline.tsx'
import styles from './Load.module.css'

const noSamples: readonly Sample[] = []

/** A server's current CPU or memory, with a line of the last ten minutes; nothing where the panel does not tell it. */
export function Load({ server, of, now }: { server: ServerView; of: 'cpu' | 'memory'; now: number }) {
  const samples = useAppState((state) => state.trends[server.ref]?.samples ?? noSamples)
  const { resources, limits } = server
  if (resources === null) return null
  const isCpu = of === 'cpu'
  const points = pointsOf(samples, of)
  const limit = isCpu ? limits?.cpuPercent : limits?.memoryBytes
  const text = isCpu ? orDash(resources.cpuPercent, percent) : orDash(resources.memoryBytes, bytes)
  return (
    <span className={styles.load} title={limit ? `${text} of ${isCpu ? percent(limit) : bytes(limit)}` : text}>
      <Sparkline points={points} ceiling={limit ?? (isCpu ? 100 : 0)} now={now} />
      <b>{text}</b>
    </span>
  )
}
