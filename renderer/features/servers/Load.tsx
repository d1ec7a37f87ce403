import type { ServerView } from '../../../shared/model/server.ts'
import { useAppState } from '../../state/hooks.ts'
import { bytes, percent } from '../../ui/format.ts'
import { Sparkline } from '../../ui/Sparkline.tsx'

const noSamples: readonly [number, number, number][] = []

/** CPU or memory of a server now, with the line of its last ten minutes; nothing where the panel tells none. */
export function Load({ server, of, now }: { server: ServerView; of: 'cpu' | 'memory'; now: number }) {
  const samples = useAppState((state) => state.trends[server.ref]?.samples ?? noSamples)
  const { resources, limits } = server
  if (resources === null) return null
  const isCpu = of === 'cpu'
  const points = samples.map(([at, cpu, memory]) => [at, isCpu ? cpu : memory] as const)
  const limit = isCpu ? limits?.cpuPercent : limits?.memoryBytes
  const text = isCpu ? percent(resources.cpuPercent) : bytes(resources.memoryBytes)
  return (
    <span className="load" title={limit ? `${text} of ${isCpu ? percent(limit) : bytes(limit)}` : text}>
      <Sparkline points={points} ceiling={limit ?? (isCpu ? 100 : 0)} now={now} />
      <b>{text}</b>
    </span>
  )
}
