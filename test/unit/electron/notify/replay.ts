import { describe, expect, it } from 'vitest'
import type { AppEvent } from '../../../../electron/notify/event.ts'
import { createEventWatch } from '../../../../electron/notify/event-watch.ts'
import { createNotifier } from '../../../../electron/notify/notifier.ts'
import type { Notification } from '../../../../electron/notify/policy.ts'
import { createBackgroundPause } from '../../../../electron/servers/background-pause.ts'
import { noteObservation } from '../../../../electron/servers/observations.ts'
import { createStore } from '../../../../electron/state/store.ts'
import {
  changeAction,
  changeServer,
  setApp,
  setConsoleEntry,
  setKeyHealth,
  setPlayers,
} from '../../../../electron/state/updates.ts'
import type { AppError } from '../../../../shared/error-schema.ts'
import { appError } from '../../../../shared/errors.ts'
import type { ConsoleEntry } from '../../../../shared/model/console-schema.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import type { PlayerCount } from '../../../../shared/model/players-schema.ts'
import type { PowerSignal } from '../../../../shared/model/power.ts'
import type { Origin, PowerAction } from '../../../../shared/model/power-schema.ts'
import type { Preferences } from '../../../../shared/model/preferences-schema.ts'
import type { ServerCondition, ServerState, ServerView } from '../../../../shared/model/server-schema.ts'
import type { AppState } from '../../../../shared/state/state-schema.ts'
import { appState, consoleEntry, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { playerCount, playersView } from '../../../fixtures/players-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

/** Servers by the first letters of their identifiers; the third is on another panel. */
const servers = [
  serverView({ identifier: 'aaaaaaaa', name: 'Survival' }),
  serverView({ identifier: 'bbbbbbbb', name: 'Creative' }),
  serverView({ identifier: 'cccccccc', name: 'Skyblock', panelId: 'club', keyIds: ['club-key'] }),
  serverView({ identifier: 'dddddddd', name: 'Factorio' }),
]
type Name = 'Survival' | 'Creative' | 'Skyblock' | 'Factorio'

/**
 * The app's state with all that tells of it, on a clock that stands until it is moved.
 * @param wasStoppedElsewhere of a server that goes down
 */
export function createReplay(preferences: Partial<Preferences> = {}, wasStoppedElsewhere = async () => false) {
  const clock = createFakeClock()
  const panels = [
    panelView(),
    panelView({ id: 'club', name: 'Club', baseUrl: 'https://panel.club.example/api/client' }),
  ]
  const keys = [keyView(), keyView({ id: 'club-key', panelId: 'club', label: 'Club' })]
  const store = createStore(appState({ panels, keys, servers, preferences }))
  const backgroundPause = createBackgroundPause({ clock, random: () => 0 })
  const events = createEventWatch({ store, clock, backgroundPause, wasStoppedElsewhere })
  const happened: AppEvent[] = []
  const shown: Notification[] = []
  let isWindowFocused = false
  let lastAction = 0
  const notifier = createNotifier({
    store,
    clock,
    events,
    isWindowFocused: () => isWindowFocused,
    show: (notification) => shown.push(notification),
  })
  events.subscribe((more) => happened.push(...more))

  function refOf(name: Name): ServerRef {
    const server = servers.find((one) => one.name === name)
    if (server === undefined) throw new Error(`no server ${name}`)
    return server.ref
  }
  const wait = (seconds: number) => clock.advance(seconds * 1_000)
  const change = (name: Name, edit: (server: ServerView) => ServerView) => store.update(changeServer(refOf(name), edit))

  /** One reading; `uptime` in seconds. */
  function read(name: Name, state: ServerState, uptime = 0): void {
    const resources = { cpuPercent: 1, memoryBytes: 1, diskBytes: 1, uptimeMs: uptime * 1_000 }
    const reading = { state, resources, freshForMs: 20_000 }
    store.update(noteObservation(refOf(name), { kind: 'reading', at: clock.now(), reading }))
  }
  function act(
    name: Name,
    signal: PowerSignal,
    { phase = 'accepted', origin = 'window' }: { phase?: PowerAction['phase']; origin?: Origin } = {},
  ): string {
    lastAction += 1
    const id = `action-${lastAction}`
    const now = clock.now()
    const action = powerAction({ id, signal, origin, phase: 'sending', startedAt: now, changedAt: now })
    change(name, (server) => ({ ...server, action }))
    if (phase !== 'sending') end(name, phase)
    return id
  }
  function end(name: Name, phase: PowerAction['phase'], error: AppError | null = null): void {
    const id = store.get().servers[refOf(name)]?.action?.id ?? ''
    store.update(changeAction(refOf(name), id, { phase, error, changedAt: clock.now() }))
  }

  return {
    clock,
    store,
    happened,
    shown,
    refOf,
    wait,
    read,
    act,
    end,
    /** A reading of the server each 20 s, as a panel gives them. */
    async poll(name: Name, ...states: ServerState[]): Promise<void> {
      for (const state of states) {
        read(name, state)
        await wait(20)
      }
    },
    /** What its game answered; null is no answer. */
    count(name: Name, online: number | null, more: Partial<PlayerCount> & { frozenSince?: number } = {}): void {
      const { frozenSince = null, ...ofCount } = more
      const count = online === null ? null : playerCount({ online, at: clock.now(), ...ofCount })
      const view = playersView({ ref: refOf(name), count, unknown: count === null ? 'no-answer' : null, frozenSince })
      store.update(setPlayers([view]))
    },
    /** Looks that brought nothing, for so long that the state is unknown. */
    async lose(name: Name): Promise<void> {
      await wait(100)
      store.update(noteObservation(refOf(name), { kind: 'failed', at: clock.now() }))
      await wait(20)
    },
    async hold(name: Name, condition: ServerCondition): Promise<void> {
      store.update(noteObservation(refOf(name), { kind: 'held', at: clock.now(), condition }))
      await wait(20)
    },
    async command(name: Name, command: string, phase: ConsoleEntry['phase']): Promise<void> {
      store.update(setConsoleEntry(refOf(name), consoleEntry({ id: `${name} 1`, command, phase })))
      await wait(1)
    },
    /** The list of a key could not be read, or could be again. */
    setKey(id: 'home-key' | 'club-key', error: AppError | null): void {
      const key = Object.values(store.get().keys).find((one) => one.id === id)
      const health =
        error === null
          ? ({ kind: 'works', at: clock.now() } as const)
          : ({ kind: 'failing', since: clock.now(), error } as const)
      if (key !== undefined) store.update(setKeyHealth(key.id, health))
    },
    setOnline: (online: boolean) => store.update(setApp({ online })),
    setFocused(value: boolean): void {
      isWindowFocused = value
    },
    async sleep(hours: number): Promise<void> {
      backgroundPause.setAsleep(true)
      // The computer is off: nothing runs, and only the clock goes on.
      await wait(hours * 3_600)
      backgroundPause.setAsleep(false)
      await wait(1)
    },
    setPreferences: (more: Partial<Preferences>) =>
      store.update((state: AppState) => ({ ...state, preferences: { ...state.preferences, ...more } })),
    titles: () => shown.map(({ title }) => title),
    mark: (name: Name) => store.get().servers[refOf(name)]?.unexpectedStop?.how ?? null,
    dispose() {
      notifier.dispose()
      events.dispose()
      backgroundPause.dispose()
    },
  }
}
export type Replay = ReturnType<typeof createReplay>

export const unreachable = appError('network-failed')

/** One thing that happens, or some time that goes by. */
export type Step = (replay: Replay) => unknown

/** What may happen to one server. */
export const on = (name: Name) => ({
  /** A reading each 20 s. */
  poll:
    (...states: ServerState[]): Step =>
    (r) =>
      r.poll(name, ...states),
  read:
    (state: ServerState, uptime?: number): Step =>
    (r) =>
      r.read(name, state, uptime),
  act:
    (...what: Tail<Replay['act']>): Step =>
    (r) =>
      r.act(name, ...what),
  /** What becomes of its last action. */
  end:
    (...how: Tail<Replay['end']>): Step =>
    (r) =>
      r.end(name, ...how),
  count:
    (...how: Tail<Replay['count']>): Step =>
    (r) =>
      r.count(name, ...how),
  lose: ((r) => r.lose(name)) as Step,
})
type Tail<F extends (first: Name, ...rest: never[]) => unknown> = F extends (first: Name, ...rest: infer R) => unknown
  ? R
  : never

/** The same of Survival, of which most histories tell. */
export const { poll, read, act, end, count, lose } = on('Survival')
export const wait =
  (seconds: number): Step =>
  (r) =>
    r.wait(seconds)
export const online =
  (isOnline: boolean): Step =>
  (r) =>
    r.setOnline(isOnline)
export const sleep =
  (hours: number): Step =>
  (r) =>
    r.sleep(hours)
export const focused =
  (isFocused: boolean): Step =>
  (r) =>
    r.setFocused(isFocused)
export const prefer =
  (preferences: Partial<Preferences>): Step =>
  (r) =>
    r.setPreferences(preferences)
/** The list of a key could not be read; null where it could. */
export const key =
  (id: 'home-key' | 'club-key', error: AppError | null): Step =>
  (r) =>
    r.setKey(id, error)

/** Plays each history of steps, and expects exactly the notifications that it brings, by their titles. */
export function testHistories(
  histories: readonly (readonly [name: string, history: readonly Step[], titles: readonly string[]])[],
) {
  describe('the history of', () => {
    it.each(histories)('%s', async (_, history, titles) => {
      const replay = createReplay()
      for (const step of history) await step(replay)
      await replay.wait(10)
      expect(replay.titles()).toEqual(titles)
      replay.dispose()
    })
  })
}
