import type { ServerRef } from '../../shared/model/identifier.ts'
import { isRunning } from '../../shared/model/power-choices.ts'
import { isReinstalling } from '../../shared/model/reinstall.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { Installation } from '../../shared/model/server-settings.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { SleepWatch } from '../lib/sleep-watch.ts'
import type { StateStore } from '../state/store.ts'
import { changeServer, dropReinstall, setReinstall } from '../state/updates.ts'
import {
  beginReinstall,
  cancelReinstall,
  lookAfterMs,
  noteBackup,
  noteLook,
  noteRequest,
  noteSleep,
  type Reinstalling,
} from './reinstall.ts'

type Deps = {
  store: StateStore
  clock: Clock
  sleepWatch: Pick<SleepWatch, 'begin'>
  newId: () => string
  /** Makes a backup, to its end that was seen. */
  backUp: (ref: ServerRef) => Promise<Result<void>>
  /** Sends the request, once. */
  request: (ref: ServerRef) => Promise<Result<void>>
  /** What the panel tells of the server's installation. */
  look: (ref: ServerRef) => Promise<Result<Installation>>
  /** Told where the panel's list may tell something else of the server by now. */
  onChange: (ref: ServerRef) => void
}

export type ReinstallRunner = {
  /**
   * Without the backup it resolves with the panel's answer; one that surely did nothing leaves no trace in the state.
   * With it at once: what follows shows in the state. Errors: `unknown-server`, `action-running`.
   */
  begin(ref: ServerRef, options: { readonly backsUpFirst: boolean }): Promise<Result<void>>
  /** Gives it up while the backup is made. Error: `plan-past`. */
  cancel(ref: ServerRef): Result<void>
  /** Forgets one that has ended. */
  dismiss(ref: ServerRef): void
  dispose(): void
}

type Led = { reinstalling: Reinstalling; cancelLook: () => void }

const underWay = { message: 'A reinstall of this server is under way already.', hint: 'Wait until it is done.' }

/**
 * A server that its panel has stopped installing. Of its state before only `offline` still holds until the next
 * reading.
 */
const freed = (server: ServerView): ServerView => ({
  ...server,
  condition: server.condition === 'installing' ? null : server.condition,
  ...(server.state !== 'offline' && { state: 'unknown', resources: null }),
})

/**
 * Leads reinstalls step by step, as the rules of `reinstall.ts` say. All of it is gone when the app ends: a next start
 * neither asks for one nor tells of one.
 */
export function createReinstallRunner(deps: Deps): ReinstallRunner {
  const { store, clock, sleepWatch, newId } = deps
  const all = new Map<ServerRef, Led>()
  const ending = new AbortController()
  const { signal } = ending

  const times = () => ({ now: clock.steady(), wall: clock.now() })
  const isActedOn = (ref: ServerRef) => isRunning(store.get().servers[ref]?.action ?? null)

  function keep(led: Led, next: Reinstalling): void {
    const { view } = led.reinstalling
    led.reinstalling = next
    if (next.view === view) return
    const { ref, phase } = next.view
    // Before its end is told, so that it can be started at once: what was read before says nothing any more.
    if (phase === 'done') store.update(changeServer(ref, freed))
    if (!isReinstalling(next.view)) deps.onChange(ref)
    store.update(setReinstall(next.view))
  }

  function forget(ref: ServerRef): void {
    all.delete(ref)
    store.update(dropReinstall(ref))
  }

  function lookLater(led: Led): void {
    led.cancelLook()
    const ms = lookAfterMs(led.reinstalling, clock.steady())
    if (ms !== null && !signal.aborted) led.cancelLook = clock.after(ms, () => void look(led))
  }

  async function look(led: Led): Promise<void> {
    const askedAt = clock.steady()
    const told = await deps.look(led.reinstalling.view.ref)
    if (signal.aborted) return
    keep(led, noteLook(led.reinstalling, { askedAt, told }, times()))
    lookLater(led)
  }

  /** @param isAwaited somebody waits for the answer, so that one which surely did nothing leaves no trace */
  async function request(led: Led, isAwaited: boolean): Promise<Result<void>> {
    const { ref } = led.reinstalling.view
    const sent = await deps.request(ref)
    if (signal.aborted) return sent
    const next = noteRequest(led.reinstalling, sent, times())
    if (isAwaited && next.view.phase === 'failed') forget(ref)
    else keep(led, next)
    deps.onChange(ref)
    lookLater(led)
    return sent
  }

  async function backUp(led: Led): Promise<void> {
    const { ref } = led.reinstalling.view
    const vigil = sleepWatch.begin(() => keep(led, noteSleep(led.reinstalling, times())))
    led.cancelLook = vigil.end
    const made = await deps.backUp(ref)
    if (signal.aborted) return
    // Its end may be seen before anything else shows a sleep, which ends the reinstall.
    vigil.hasSlept()
    vigil.end()
    // A reinstall must not cut off an action that somebody started meanwhile.
    keep(led, noteBackup(led.reinstalling, made.ok && isActedOn(ref) ? fail('action-running') : made, times()))
    if (led.reinstalling.view.phase === 'asking') await request(led, false)
  }

  return {
    async begin(ref, { backsUpFirst }) {
      const server = store.get().servers[ref]
      if (server === undefined) return fail('unknown-server')
      const before = all.get(ref)
      if (before !== undefined && isReinstalling(before.reinstalling.view)) return fail('action-running', underWay)
      if (isActedOn(ref)) return fail('action-running')
      const reinstalling = beginReinstall({ id: newId(), ref, name: server.name, backsUpFirst }, times())
      const led: Led = { reinstalling, cancelLook: () => undefined }
      all.set(ref, led)
      store.update(setReinstall(reinstalling.view))
      if (!backsUpFirst) return request(led, true)
      void backUp(led)
      return ok()
    },
    cancel(ref) {
      const led = all.get(ref)
      const next = led === undefined ? null : cancelReinstall(led.reinstalling, times())
      if (led === undefined || next === null) return fail('plan-past')
      keep(led, next)
      return ok()
    },
    dismiss(ref) {
      const led = all.get(ref)
      if (led !== undefined && !isReinstalling(led.reinstalling.view)) forget(ref)
    },
    dispose() {
      ending.abort()
      for (const led of all.values()) led.cancelLook()
    },
  }
}
