import type { BackupRun, KeepRun } from '../../shared/backups/contract.ts'
import type { BulkView } from '../../shared/bulk/contract.ts'
import type { KeyHealth, KeyView } from '../../shared/keys/contract.ts'
import type { ConsoleView } from '../../shared/model/console-schema.ts'
import type { PlayersView } from '../../shared/model/players-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { Sample } from '../../shared/model/trend.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from './store.ts'

const mapped = <V>(table: Readonly<Record<string, V>>, change: (value: V) => V): Record<string, V> =>
  Object.fromEntries(Object.entries(table).map(([id, value]) => [id, change(value)]))

/**
 * The state after the wall clock was set back by `ms`: its times move with the clock, so that ages and countdowns stay
 * the same. Restarts move by their own runner, as they are kept on disk. What goes by the wall clock itself stays
 * (schedules, the end of a mute), as do activity entries.
 */
export function setBack(ms: number): (state: AppState) => AppState {
  const moved = (at: number) => at - ms
  const ifKnown = (at: number | null) => at && moved(at)

  function health(known: KeyHealth): KeyHealth {
    if (known.kind === 'works') return { ...known, at: moved(known.at) }
    return known.kind === 'failing' ? { ...known, since: moved(known.since) } : known
  }
  const key = (known: KeyView): KeyView => ({
    ...known,
    health: health(known.health),
    learned: known.learned.map((fact) => ({ ...fact, at: moved(fact.at) })),
    budget: known.budget && {
      ...known.budget,
      heldUntil: ifKnown(known.budget.heldUntil),
      scarceUntil: ifKnown(known.budget.scarceUntil),
    },
  })
  const server = (known: ServerView): ServerView => ({
    ...known,
    unexpectedStop: known.unexpectedStop && { ...known.unexpectedStop, at: moved(known.unexpectedStop.at) },
    observedAt: ifKnown(known.observedAt),
    action: known.action && {
      ...known.action,
      startedAt: moved(known.action.startedAt),
      changedAt: moved(known.action.changedAt),
      retryAt: ifKnown(known.action.retryAt),
    },
  })
  const console = ({ entries, stream }: ConsoleView): ConsoleView => ({
    entries: entries.map((entry) => ({ ...entry, sentAt: moved(entry.sentAt), retryAt: ifKnown(entry.retryAt) })),
    // The same object where nothing moves: a new one counts as a change of the stream.
    stream: stream?.retryAt ? { ...stream, retryAt: moved(stream.retryAt) } : stream,
  })
  const players = (known: PlayersView): PlayersView => ({
    ...known,
    count: known.count && { ...known.count, at: moved(known.count.at) },
    frozenSince: ifKnown(known.frozenSince),
  })
  const bulk = (known: BulkView): BulkView => ({
    ...known,
    startedAt: moved(known.startedAt),
    endedAt: ifKnown(known.endedAt),
  })
  const run = <R extends BackupRun | KeepRun>(known: R): R => ({
    ...known,
    startedAt: moved(known.startedAt),
    endedAt: ifKnown(known.endedAt),
  })
  return (state) => ({
    ...state,
    keys: mapped(state.keys, key),
    servers: mapped(state.servers, server),
    consoles: mapped(state.consoles, console),
    trends: mapped(state.trends, ({ samples }) => ({
      samples: samples.map(([at, ...load]): Sample => [moved(at), ...load]),
    })),
    players: mapped(state.players, players),
    bulks: mapped(state.bulks, bulk),
    backupRuns: mapped(state.backupRuns, run),
    keepRuns: mapped(state.keepRuns, run),
    backupHealth: mapped(state.backupHealth, (known) => ({ ...known, readAt: moved(known.readAt) })),
  })
}

/** Keeps the times of the state in step with a wall clock that is set back. Returns the function that ends it. */
export const followWallClock = (store: StateStore, clock: Clock): (() => void) =>
  clock.onSetBack((ms) => store.update(setBack(ms)))
