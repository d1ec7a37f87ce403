import type { AppError } from '../../shared/errors.ts'
import type { BulkView } from '../../shared/model/bulk.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { PowerAction } from '../../shared/model/power.ts'
import type { PlanView } from '../../shared/model/restart.ts'
import type { UnexpectedStop } from '../../shared/model/server.ts'

/** Something that happened to a server. Times are unix milliseconds, `name` is the server's as it was then. */
export type ServerEvent = { readonly ref: ServerRef; readonly name: string; readonly at: number } & (
  | {
      /** It went down without being asked. */
      readonly kind: 'down'
      readonly how: UnexpectedStop['how']
      /** When it was last seen up. */
      readonly lastUpAt: number
      /** It keeps going down, which `flapping` has said or says now. */
      readonly isRepeated: boolean
    }
  /** It runs again after such. */
  | { readonly kind: 'back'; readonly downMs: number; readonly isRepeated: boolean }
  /** It keeps going down and coming back; told once until it has been calm for a while. */
  | { readonly kind: 'flapping'; readonly count: number; readonly spanMs: number }
  /** A power action began, or went into another phase. */
  | { readonly kind: 'action'; readonly action: PowerAction }
  /** A restart with warnings came to its end. */
  | { readonly kind: 'plan'; readonly plan: PlanView }
  /** A plan kills a server whose stop hangs, as the person chose. */
  | { readonly kind: 'escalation'; readonly plan: PlanView }
  /** The panel took a console command. Its text is nobody else's business. */
  | { readonly kind: 'command' }
)

/** The panel no longer takes a key that it took before in this run. */
export type KeyEvent = {
  readonly kind: 'key-refused'
  readonly keyId: KeyId
  readonly name: string
  readonly at: number
  readonly error: AppError
}

/** One thing done to several servers has come to its end. `name` says what and to how many. */
export type BulkEvent = { readonly kind: 'bulk'; readonly name: string; readonly at: number; readonly bulk: BulkView }

export type AppEvent = ServerEvent | KeyEvent | BulkEvent

/** `now`, and since when the app has been looking without a rest, as after sleep: both unix milliseconds. */
export type EventContext = { readonly now: number; readonly lookingSince: number }
