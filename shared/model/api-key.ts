import type { AppError } from '../errors.ts'
import type { BudgetView } from './budget.ts'
import type { KeyId, PanelId } from './identifier.ts'
import type { LeftOut } from './left-out.ts'
import type { Permission } from './permission.ts'

/** Where a token is stored. `memory` lasts for this run only. */
export type VaultBackendName = 'keychain' | 'safe-storage' | 'memory'

/** What the last answer to this key's list call said. Times are unix milliseconds. */
export type KeyHealth =
  | { kind: 'checking' }
  | { kind: 'works'; at: number }
  | { kind: 'failing'; since: number; error: AppError }

/** What one answer of the panel showed about a key. `at` is in unix milliseconds. */
export type LearnedFact = { permission: Permission; has: boolean; at: number }

/** An API key as the window sees it: everything but the token. */
export type KeyView = {
  id: KeyId
  panelId: PanelId
  label: string
  /** Null until a token was pasted, as after an import. */
  tokenIn: VaultBackendName | null
  health: KeyHealth
  /** Number of servers in the last list; null before the first. */
  serverCount: number | null
  /** What the last list held that is not among the servers. */
  leftOut: LeftOut
  /** What the owner says the key may do; null where they are not sure. */
  declared: Permission[] | null
  /** What the panel's answers showed. A success counts for a day, a refusal for some minutes. */
  learned: LearnedFact[]
  /** The rate limit as the panel's answers tell it; null before any. What is left may be some seconds old. */
  budget: BudgetView | null
}
