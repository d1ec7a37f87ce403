import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PanelScheduleList } from '../../shared/model/panel-schedule.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import { type ClientFor, mayReadBySelf } from '../servers/reach.ts'
import { createSlowReading, type SlowReading } from '../servers/slow-reading.ts'
import type { StateStore } from '../state/store.ts'
import type { Handovers } from './handovers.ts'

type Deps = {
  store: StateStore
  clock: Clock
  clientFor: ClientFor
  handovers: Pick<Handovers, 'note' | 'refs'>
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
  panelSchedules: {
    look(ref: ServerRef): Promise<Result<PanelScheduleList>>
    onRead(listener: (ref: ServerRef, list: PanelScheduleList) => void): () => void
  }
}

const everyMs = 30 * 60_000
const afterPauseMs = 5 * 60_000

/**
 * Sees what somebody did on a panel to planned restarts that it runs: by every reading of its schedules, and by one of its
 * own now and then.
 */
export function createHandedWatch(deps: Deps): SlowReading {
  const { store, clock, clientFor, handovers, backgroundPause, panelSchedules } = deps
  const readAt = new Map<ServerRef, number>()
  const unsubscribe = panelSchedules.onRead((ref, list) => {
    readAt.set(ref, clock.steady())
    handovers.note(ref, list)
  })
  const reading = createSlowReading({
    clock,
    backgroundPause,
    refs: () =>
      handovers
        .refs()
        .filter((ref) => mayReadBySelf(store.get(), ref, clientFor, { permission: 'all', now: clock.now() })),
    everyMs,
    afterPauseMs,
    readAt: (ref) => readAt.get(ref) ?? null,
    read: panelSchedules.look,
  })
  return {
    start: reading.start,
    dispose() {
      unsubscribe()
      reading.dispose()
    },
  }
}
