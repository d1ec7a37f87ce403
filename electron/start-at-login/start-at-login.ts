import type { StartAtLoginState } from '../../shared/model/start-at-login.ts'
import type { Result } from '../../shared/result.ts'

/** How this system starts the app when the person logs in. */
export type StartAtLogin = {
  /** What the system has now: it may have been changed there. */
  read(): StartAtLoginState
  /** Error: `start-at-login-failed`. */
  set(on: boolean): Result<void>
  /** After an update or a move: what is on starts the app where it is now. */
  keepRight(): void
}
