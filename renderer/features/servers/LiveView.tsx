import type { ServerView } from '../../../shared/model/server.ts'
import { pointsOf, type Sample } from '../../../shared/model/trend.ts'
import { useAppState, useNow } from '../../state/hooks.ts'
import { bytes, duration, orDash, percent } from '../../ui/format.ts'
import { Plot } from '../../ui/Plot.tsx'
import styles from './LiveView.module.css'

const noSamples: readonly Sample[] = []

/** A server's load over the last ten minutes, its disk and its uptime. */
export function LiveView({ server }: { server: ServerView }) {
  const samples = useAppState((state) => state.trends[server.ref]?.samples ?? noSamples)
  const now = useNow(5_000)
  const { resources, limits } = server
  if (resources === null && samples.length === 0)
    return (
      <p className={styles.none} data-live>
        {noLoad(server)}
      </p>
    )
  return (
    <div className={styles.live} data-live>
      <div className={styles.plots}>
        <Plot
          label="CPU"
          points={pointsOf(samples, 'cpu')}
          limit={limits?.cpuPercent ?? null}
          ceiling={limits?.cpuPercent ?? 100}
          format={percent}
          now={now}
        />
        <Plot
          label="Memory"
          points={pointsOf(samples, 'memory')}
          limit={limits?.memoryBytes ?? null}
          ceiling={limits?.memoryBytes ?? 0}
          format={bytes}
          now={now}
        />
      </div>
      {resources !== null && (
        <dl className={styles.facts}>
          <div>
            <dt>Disk</dt>
            <dd>
              {orDash(resources.diskBytes, bytes)}
              {limits?.diskBytes ? ` of ${bytes(limits.diskBytes)}` : ''}
            </dd>
          </div>
          <div>
            <dt>Up for</dt>
            <dd>{orDash(resources.uptimeMs, duration)}</dd>
          </div>
        </dl>
      )}
    </div>
  )
}

function noLoad({ state, observedAt }: ServerView): string {
  if (state === 'offline') return 'The server is offline, so there is nothing to measure.'
  return observedAt === null ? 'This panel has told nothing of its load yet.' : 'The panel tells no load of it now.'
}
