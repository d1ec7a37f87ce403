import { fail, ok, type Result } from '../../shared/result.ts'
import type { StartAtLoginState } from '../../shared/state/state-schema.ts'
import type { Feature } from '../ipc/feature.ts'
import type { StateStore } from '../state/store.ts'
import { setApp } from '../state/updates.ts'

/** How this system starts the app when the person logs in. */
export type StartAtLogin = {
  /** What the system has now: it may have been changed there. */
  read(): StartAtLoginState
  /** Error: `start-at-login-failed`. */
  set(on: boolean): Result<void>
  /** After an update or a move: what is on starts the app where it is now. */
  keepRight(): void
}

type Deps = {
  store: StateStore
  /** Null where the system cannot start the app by itself: it is not installed. */
  system: StartAtLogin | null
}

type Channel = 'startAtLogin:read' | 'startAtLogin:set'

/** Start at login as a person chose it, and as the system has it: what they changed there counts. */
export function createStartAtLoginFeature({ store, system }: Deps): Feature<Channel> {
  function read(): void {
    const startAtLogin = system?.read() ?? 'unavailable'
    if (startAtLogin !== store.get().app.startAtLogin) store.update(setApp({ startAtLogin }))
  }

  function set(on: boolean): Result<void> {
    const changed = system?.set(on) ?? fail('start-at-login-failed')
    read()
    if (!changed.ok) return changed
    // Some systems do nothing, without a word.
    const isTaken = on === (store.get().app.startAtLogin !== 'off')
    return isTaken ? ok() : fail('start-at-login-failed')
  }

  system?.keepRight()
  read()
  return {
    handlers: {
      'startAtLogin:read': () => {
        read()
        return ok()
      },
      'startAtLogin:set': ({ on }) => set(on),
    },
    dispose() {},
  }
}
