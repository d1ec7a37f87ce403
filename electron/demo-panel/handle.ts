import type { Result } from '../../shared/result.ts'
import type { Load } from './machine/load.ts'
import type { DemoKey, KeyInput } from './panel/api-keys.ts'

/** A demo panel, as the app has it. */
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
  /**
   * An address that opens the panel's pages in a browser, once and within two minutes. Error: `demo-failed` before
   * `start`.
   */
  oneTimeLink(): Result<string>
  /** What a server used some time ago in its present run, in milliseconds; null before that. */
  loadAgo(identifier: string, agoMs: number): Load | null
  /** Stops the panel for good. */
  dispose(): Promise<void>
}
