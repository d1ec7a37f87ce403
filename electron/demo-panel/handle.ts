import type { Result } from '../../shared/result.ts'
import type { DemoAllocations } from './allocations/allocations.ts'
import type { DemoBackups } from './backups/controls.ts'
import type { DemoDatabases } from './databases/databases.ts'
import type { DemoFiles } from './files/controls.ts'
import type { DemoGames } from './games/games.ts'
import type { RateLimitOptions } from './http/rate-limit.ts'
import type { Game } from './machine/definition.ts'
import type { Load } from './machine/load.ts'
import type { DemoNode } from './node/node.ts'
import type { DemoAccount } from './operations/account.ts'
import type { DemoActivity } from './operations/activity.ts'
import type { Descriptions } from './operations/settings.ts'
import type { DemoKey, KeyInput } from './panel/api-keys.ts'
import type { DemoTransfers } from './panel/transfers.ts'
import type { DemoReinstalls } from './reinstalls/reinstalls.ts'
import type { DemoSchedules } from './schedules/schedules.ts'
import type { DemoStartup } from './startup/startup.ts'
import type { DemoUsers } from './users/users.ts'

/** An answered request, as tests see it. Never holds a header or a body. */
export type AnsweredRequest = {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly at: number
}

/** A demo panel, for the app and for tests: what is known of it, and what they may set. */
export type DemoPanel = {
  /** Listens on 127.0.0.1; further calls return the same address. Error: `demo-failed`. */
  start(): Promise<Result<{ baseUrl: string }>>
  /** The client API's `{base_url}`; null before `start`. */
  baseUrl(): string | null
  /** Makes a key; its token is in this reply and nowhere else. Errors: `input-rejected`, `storage-failed`. */
  createKey(input: KeyInput): Result<{ keyId: string; token: string }>
  listKeys(): readonly DemoKey[]
  /** Revokes the key's token at once. Errors: `unknown-key`, `storage-failed`. */
  deleteKey(keyId: string): Result<void>
  /** Changes a key; its token stays the same. Errors: `unknown-key`, `input-rejected`, `storage-failed`. */
  updateKey(keyId: string, changes: Partial<KeyInput>): Result<void>
  /** Adds a server, offline. Error: `input-rejected` when the account is full. */
  addServer(name: string, game: Game): Result<{ identifier: string }>
  /**
   * An address that opens the panel's pages in a browser, once and within two minutes. Error: `demo-failed` before
   * `start`.
   */
  oneTimeLink(): Result<string>
  /** The last 500 console lines, with their colours; empty for an unknown server. */
  consoleLines(identifier: string): readonly string[]
  /** What a server used some time ago in its present run, in milliseconds; null before that. */
  loadAgo(identifier: string, agoMs: number): Load | null
  /** The last 5,000 requests, oldest first. */
  requests(): readonly AnsweredRequest[]
  setRateLimit(limit: RateLimitOptions): void
  /** The node, which runs the servers and their consoles. */
  readonly node: DemoNode
  /** The servers' games, which answer status pings on loopback. */
  readonly games: DemoGames
  readonly files: DemoFiles
  readonly backups: DemoBackups
  readonly schedules: DemoSchedules
  readonly transfers: DemoTransfers
  readonly users: DemoUsers
  readonly databases: DemoDatabases
  readonly reinstalls: DemoReinstalls
  /** On `pelican`: whether servers have descriptions that may be changed; `open` by default. */
  setDescriptions(descriptions: Descriptions): void
  readonly activity: DemoActivity
  readonly account: DemoAccount
  readonly startup: DemoStartup
  readonly allocations: DemoAllocations
  /**
   * Takes permissions from the account, in the panel's own names, such as `backup.delete`, as from somebody who was only
   * invited to a server; in place of those before. No key has them then, whatever it says.
   */
  deny(permissions: readonly string[]): void
  /** Stops the panel for good. */
  dispose(): Promise<void>
}
