import type { Permission } from '../../shared/keys/permission.ts'
import type { KeyId, PanelId } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import type { PanelAccess } from '../panel/types.ts'

/** An API key that the app keeps, as a program without a window uses it. */
export type StoredKey = {
  readonly id: KeyId
  readonly label: string
  readonly panelId: PanelId
  readonly panelName: string
  /** The panel inside the app, which answers only while the app runs. */
  readonly isDemo: boolean
  /** The client API's `{base_url}`. */
  readonly baseUrl: string
  readonly access: PanelAccess
  /** What the owner said it may do; null where they are not sure. */
  readonly declared: readonly Permission[] | null
  /** Its list is of all servers of the panel. */
  readonly listsAll?: boolean | undefined
  readToken(): Promise<Result<string>>
}

/** The keys in the order of the key list; `no-key` when there is none. */
export type LoadStoredKeys = () => Promise<Result<readonly StoredKey[]>>
