import type { BackupRun, KeepRun, RestoreView } from '../../shared/backups/contract.ts'
import type { BulkView } from '../../shared/bulk/contract.ts'
import type { AppError } from '../../shared/error-schema.ts'
import type { ReinstallRun } from '../../shared/jobs/contract.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import type { UnexpectedStop } from '../../shared/model/server-schema.ts'

/** Something that happened to a server. Times are unix milliseconds, `name` is the server's as it was then. */
export type ServerEvent = { readonly ref: ServerRef; readonly name: string; readonly at: number } & (
  | {
      /** It went down, and no action of the app explains that. */
      readonly kind: 'down'
      readonly how: UnexpectedStop['how']
      /** When it was last seen up. */
      readonly lastUpAt: number
      /** One of many such stops, which `flapping` has told or tells now. */
      readonly isRepeated: boolean
    }
  /** It went down, and somebody else stopped it, or nothing speaks of a crash. */
  | { readonly kind: 'off' }
  /** It runs again after such a stop. */
  | { readonly kind: 'back'; readonly downMs: number; readonly isRepeated: boolean }
  /** It keeps going down and coming back. One event for all of it, until it has been calm for a while. */
  | { readonly kind: 'flapping'; readonly count: number; readonly spanMs: number }
  /** A power action began, or went into another phase. */
  | { readonly kind: 'action'; readonly action: PowerAction }
  /** A restart with warnings came to its end. */
  | { readonly kind: 'plan'; readonly plan: PlanView }
  /** A plan kills a server whose stop hangs, as the person chose. */
  | { readonly kind: 'escalation'; readonly plan: PlanView }
  /** The first player joined, or the last one left, by counts that are sure of it. */
  | { readonly kind: 'joined' | 'left' }
  /** It runs, but its game has not answered since, though it did before. `restartsAt`: a restart was begun for that. */
  | { readonly kind: 'frozen'; readonly since: number; readonly restartsAt: number | null }
  /** A backup that is made from here came to its end, or takes long. */
  | { readonly kind: 'backup'; readonly run: BackupRun }
  /** A keep rule has deleted backups, after one that was made from here or once a day. */
  | { readonly kind: 'keep'; readonly run: Pick<KeepRun, 'deleted'> }
  /** A guided restore came to its end. */
  | { readonly kind: 'restore'; readonly restore: RestoreView }
  /** A reinstall was asked of the panel from here, takes long, or came to its end. */
  | { readonly kind: 'reinstall'; readonly run: ReinstallRun }
  /** The panel took a console command. Its text is left out: it may hold what others should not read. */
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

/** A bulk action ended. `name` says what was done to how many servers. */
export type BulkEvent = { readonly kind: 'bulk'; readonly name: string; readonly at: number; readonly bulk: BulkView }

export type AppEvent = ServerEvent | KeyEvent | BulkEvent

/** `now`, and since when the app polls without a pause such as sleep: both unix milliseconds. */
export type EventContext = { readonly now: number; readonly lookingSince: number }
