import type { Fingerprint } from '../../shared/certificate-schema.ts'
import type { Dialect, LeftOut } from '../../shared/keys/contract.ts'
import type { AccountRights } from '../../shared/keys/rights.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { Limits, Resources, ServerCondition, ServerState } from '../../shared/model/server-schema.ts'
import type { Result } from '../../shared/result.ts'
import type { AtServer, ReadPath } from './at-server.ts'
import type { CallOptions } from './call-options.ts'
import type { GameDetails } from './game-details.ts'
import type { PanelPlayers } from './player-plugin.ts'
import type { ServerFacts } from './server-facts.ts'
import type { HideToken } from './token-echo.ts'

export type ListedServer = {
  readonly identifier: ServerIdentifier
  /** Safe to show; falls back to the identifier. */
  readonly name: string
  /** What the list says beyond the core document; null where it says nothing. */
  readonly condition: ServerCondition | null
  readonly limits: Limits | null
  /** Whether the key's account owns it, where the panel tells. */
  readonly isOwner?: boolean
  /** What it tells of the server's game: never for the state or logs. */
  readonly game: GameDetails | null
}

export type ServerList = {
  readonly servers: readonly ListedServer[]
  readonly leftOut: LeftOut
  readonly dialect: Dialect
  /** True where its servers are told as only Pelican tells them. */
  readonly isPelican?: boolean
}

export type ResourceReading = {
  readonly state: ServerState
  readonly resources: Resources | null
  /** How long the panel goes on giving this same answer, in milliseconds. */
  readonly freshForMs: number
}

/** The way to a server's console, good for some minutes. The token opens it and nothing else. */
export type ConsoleAccess = {
  readonly token: string
  /** What it lets its account do; null where it does not tell. */
  readonly permissions: AccountRights
  readonly address: URL
  /** Hides the API token that it was asked for with, where the machine or the server quotes it. */
  readonly hideToken: HideToken
}

/** What a person has allowed a panel beyond the rule. */
export type PanelAccess = {
  /** Plain http in a private network. */
  readonly allowsHttp: boolean
  /** The certificate to believe beside those of known authorities. */
  readonly fingerprint: Fingerprint | null
}

export type ListOptions = CallOptions & {
  /** The list of all servers of the panel, as its administrators get it; by default that of the account's own. */
  readonly all?: boolean | undefined
}

/** One API key's view of one panel. Every call resolves; failures are values of the catalogue. */
export type PanelClient = {
  /** Error beside the usual: `none-listed` where a list of all is empty, as to anybody but an administrator. */
  listServers(options?: ListOptions): Promise<Result<ServerList>>
  /** Sends the signal once; again only after a 429, which was refused before the panel acted. */
  sendPower(identifier: string, signal: PowerSignal, options?: CallOptions): Promise<Result<void>>
  /** Sends the command once; again only after a 429. */
  sendCommand(identifier: string, command: string, options?: CallOptions): Promise<Result<void>>
  /** The calls of areas about one server, `pterodactyl` dialect only. */
  at(identifier: string, options?: CallOptions): AtServer
  readonly read: ReadPath
  /** `pterodactyl` dialect only. */
  readServer(identifier: string, options?: CallOptions): Promise<Result<ServerFacts>>
  /** `pterodactyl` dialect only. */
  readResources(identifier: string, options?: CallOptions): Promise<Result<ResourceReading>>
  /**
   * `pterodactyl` dialect only. Has a limit of its own on the panel, of a few a minute for each server, which
   * says nothing about other calls: `rate-limited` comes at once, and holds nothing else back.
   * Errors beside the usual: `no-live-output`, `console-unsafe`.
   */
  readConsoleAccess(identifier: string, options?: CallOptions): Promise<Result<ConsoleAccess>>
  /**
   * Asks the panel's player plugin, `pterodactyl` dialect only; null where it tells nothing, or the panel has none, which
   * is remembered for a day. The plugin has a limit of its own, of two requests a minute for each server: it is asked
   * once a minute, and `rate-limited` comes at once before that.
   */
  readPlayers(identifier: string, options?: CallOptions): Promise<Result<PanelPlayers | null>>
  /** From when the rate budget lets a background call out, in steady milliseconds. */
  backgroundAt(): number
}
