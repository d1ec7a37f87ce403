import type { Sample } from '../../../shared/load-history/contract.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { useAppState } from '../../state/hooks.ts'
import { bytes, bytesOf, orDash, percent } from '../../ui/format.ts'
import { Sparkline } from '../../ui/Sparkline.tsx'
import styles from './Load.module.css'

const noSamples: readonly Sample[] = []

/** A server's current CPU, with a line of the last ten minutes; nothing where the panel does not tell it. */
export function Cpu({ server, now }: { server: ServerView; now: number }) {
  const samples = useAppState((state) => state.trends[server.ref]?.samples ?? noSamples)
  const { resources, limits } = server
  if (resources === null) return null
  const limit = limits?.cpuPercent ?? null
  const text = orDash(resources.cpuPercent, percent)
  return (
    <span data-flex="gap" title={limit === null ? text : `${text} of ${percent(limit)}`}>
      <Sparkline points={samples.map(([at, cpu]) => [at, cpu, cpu])} ceiling={limit ?? 100} now={now} />
      <span data-cut>{text}</span>
    </span>
  )
}

/** A server's memory in use, with a bar where it has a limit; nothing where the panel does not tell it. */
export function Memory({ server: { resources, limits } }: { server: ServerView }) {
  const used = resources?.memoryBytes ?? null
  const limit = limits?.memoryBytes ?? null
  if (resources === null) return null
  if (used === null || limit === null) return <span className={styles.memory}>{orDash(used, bytes)}</span>
  const share = Math.min(1, Math.max(0, used / limit))
  return (
    <span className={styles.memory}>
      {bytesOf(used, limit)}
      <span className={styles.bar}>
        <i style={{ width: `${(share * 100).toFixed(0)}%` }} />
      </span>
    </span>
  )
}
