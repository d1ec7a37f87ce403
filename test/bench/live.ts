import { noteObservation } from '../../electron/servers/observations.ts'
import { applyPatch, diffState } from '../../shared/state/state-patch.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import { compared, type Figure, meansOf, ms } from './figures.ts'

const fleet = (count: number) =>
  Array.from({ length: count }, (_, i) => serverView({ name: `Server ${i}`, identifier: String(10_000_000 + i) }))

const readingAt = (at: number) =>
  ({
    kind: 'reading',
    at,
    reading: {
      state: 'running',
      resources: { cpuPercent: at % 100, memoryBytes: 2 ** 31 + at, diskBytes: 2 ** 33, uptimeMs: at },
      freshForMs: 20_000,
    },
  }) as const

function stateOf(count: number): AppState {
  const servers = fleet(count)
  const empty = appState({ panels: [panelView()], keys: [keyView()], servers })
  // Every server has ten minutes of trend.
  return servers.reduce((state, { ref }) => {
    let next = state
    for (let at = 0; at < 600_000; at += 20_000) next = noteObservation(ref, readingAt(at))(next)
    return next
  }, empty)
}

const bytes = (value: unknown) => JSON.stringify(value).length

/** One reading of one server of 1,000, from the answer to the window's state, against a whole snapshot. */
export async function measureLive(): Promise<Figure[]> {
  const state = stateOf(1_000)
  const ref = Object.values(state.servers)[500]?.ref
  if (ref === undefined) throw new Error('the state has no servers')
  const change = () => {
    const next = noteObservation(ref, readingAt(600_000))(state)
    return { from: 1, to: 2, ...diffState(state, next) }
  }
  const [patch, snapshot] = await meansOf(
    1_000,
    () => void applyPatch(state, structuredClone(change())),
    () => void structuredClone(state),
  )
  const sizes = [bytes(change()), bytes(state)] as const
  return [
    compared({
      name: 'one server of 1,000 changes: state, patch, copy, window, mean',
      value: patch,
      reference: [snapshot, 'copy of a snapshot'],
      as: ms,
      most: 0.25,
    }),
    {
      name: 'the same in bytes of JSON',
      value: `${sizes[0]} B`,
      reference: `${sizes[1]} B (snapshot)`,
      ratio: `${((sizes[0] / sizes[1]) * 100).toFixed(2)} %`,
      aim: '≤ 1 %',
      holds: sizes[0] / sizes[1] <= 0.01,
    },
  ]
}
