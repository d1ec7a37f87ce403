import type { Fingerprint } from '../../shared/certificate-schema.ts'
import type { Dialect, LeftOut } from '../../shared/keys/contract.ts'
import type { AccountRights } from '../../shared/keys/rights.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { Limits, Resources, ServerCondition, ServerState } from '../../shared/model/server-schema.ts'
import type { CallOptions } from './call-options.ts'
import type { GameDetails } from './game-details.ts'
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
