import type { LoadPoint, Sample } from '../../../shared/load-history/contract.ts'
import { historySpans } from '../../../shared/load-history/load-history.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { valuesOf } from '../../../shared/tables.ts'
import { useAppState, useClient, useNow, useView } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import factStyles from '../../ui/facts.module.css'
import { bytes, duration, orDash, percent } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { Plot } from '../../ui/Plot.tsx'
import type { PlotPoint } from '../../ui/plot-points.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LiveMarks, MarkShape } from './LiveMarks.tsx'
import styles from './LiveView.module.css'
import { clustersOf, type LiveMark, marksOf } from './live-marks.ts'
import { type LiveRange, liveRanges } from './live-range.ts'

const noSamples: readonly Sample[] = []
const noPoints: readonly LoadPoint[] = []

const ranges = Object.entries(liveRanges).map(([value, { label }]) => ({ value: value as LiveRange, label }))

/** Least distance of two marks, as a share of a plot's width: they are 14 px wide, and a plot may be 280. */
const apart = 0.05

const measures = [
  { key: 'cpu', value: 'cpuPercent', label: 'CPU', ceiling: 100, format: percent },
  { key: 'memory', value: 'memoryBytes', label: 'Memory', ceiling: 0, format: bytes },
] as const
type Measured = Readonly<Record<(typeof measures)[number]['key'], readonly PlotPoint[]>>

type PlotsProps = {
  server: ServerView
  range: LiveRange
  measured: Measured
  marks: readonly LiveMark[]
  now: number
}

function Plots({ server: { resources, limits }, range, measured, marks, now }: PlotsProps) {
  const span = liveRanges[range]
  const drawn = clustersOf(marks, span.spanMs * apart).map(({ at, kind, words }) => ({
    at,
    words,
    icon: <MarkShape kind={kind} />,
  }))
  return (
    <div className={styles.plots}>
      {measures.map(({ key, value, ceiling, ...measure }) => (
        <Plot
          key={key}
          {...measure}
          span={span}
          points={measured[key]}
          marks={drawn}
          current={resources?.[value] ?? null}
          limit={limits?.[value] ?? null}
          ceiling={limits?.[value] ?? ceiling}
          now={now}
        />
      ))}
    </div>
  )
}

/** Disk and uptime, as far as they are known now. */
function Facts({ server: { resources, limits } }: { server: ServerView }) {
  return (
    <dl className={factStyles.facts} data-flex="" data-wrap data-text="small">
      <div data-flex="gap">
        <dt>Up for</dt>
        <dd>{orDash(resources?.uptimeMs ?? null, duration)}</dd>
      </div>
      <div data-flex="gap">
        <dt>Disk</dt>
        <dd>
          {orDash(resources?.diskBytes ?? null, bytes)}
          {resources !== null && limits?.diskBytes ? ` of ${bytes(limits.diskBytes)}` : ''}
        </dd>
      </div>
    </dl>
  )
}

/** A server's load over ten minutes, an hour or a day with what happened to it, its disk and its uptime. */
export function LiveView({ server }: { server: ServerView }) {
  const { view, bridge } = useClient()
  const range = useView(({ liveRange }) => liveRange)
  const samples = useAppState((state) => state.trends[server.ref]?.samples ?? noSamples)
  const activity = useAppState((state) => state.activity)
  const isDemo = useAppState((state) => state.panels[server.panelId]?.kind === 'demo')
  const now = useNow(5_000)
  const isOfNow = range === 'now'
  const span = isOfNow ? 'hour' : range
  const history = useAsked(
    ['load', server.ref, span],
    () => bridge.call('servers:load', { ref: server.ref, span }),
    () => Math.min(60_000, historySpans[span].stepMs),
    !isOfNow,
  )
  const { spanMs, gapMs } = liveRanges[range]
  const marks = marksOf(valuesOf(activity), server.ref, now - spanMs, now)
  const points: readonly LoadPoint[] = isOfNow
    ? samples.map(([at, cpu, memory]) => [at, cpu, cpu, memory, memory])
    : (history.value?.points ?? noPoints)
  const measured: Measured = {
    cpu: points.map(([at, cpu, most]) => [at, cpu, most]),
    memory: points.map(([at, , , memory, most]) => [at, memory, most]),
  }
  const error = isOfNow ? null : history.error
  const isWaiting = !isOfNow && history.value === null && error === null
  const since = [...measured.cpu, ...measured.memory].reduce(
    (first, [at, value]) => (value === null ? first : Math.min(first, at)),
    now,
  )
  const isKnown = since < now || server.resources !== null
  return (
    <div className={styles.live} data-fill data-scroll data-live data-range={range}>
      <div className={styles.bar} data-flex="" data-wrap>
        <Facts server={server} />
        <Pills
          legend="Time span"
          hidesLegend
          options={ranges}
          value={range}
          onChange={(liveRange) => view.setState({ liveRange })}
        />
      </div>
      {isWaiting && <Skeleton label="Loading load history" count={2} className={styles.plots} bone={styles.bone} />}
      {error && <Notice tone="bad" message={error.message} hint={error.hint} />}
      {!isWaiting && !isKnown && <p className={styles.none}>{noLoad(server, liveRanges[range].words)}</p>}
      {!isWaiting && isKnown && <Plots server={server} range={range} measured={measured} marks={marks} now={now} />}
      {!isWaiting && (
        <footer className={styles.foot} data-wrap data-text="faint">
          <LiveMarks marks={marks} />
          {!isOfNow && since < now && since > now - spanMs + 2 * gapMs && <p>Recorded since {clockTime(since)}.</p>}
          {isDemo && !isOfNow && isKnown && <p>The demo panel made up the time before it was added.</p>}
        </footer>
      )}
    </div>
  )
}

function noLoad({ state, observedAt }: ServerView, span: string): string {
  if (state === 'offline') return `The server is offline, and nothing was measured in ${span}.`
  if (observedAt === null) return 'This panel has not reported any load yet.'
  return `The load is unknown now, and nothing was measured in ${span}.`
}
