import type { ServerRef } from '../../shared/model/identifier.ts'
import { own } from '../../shared/own.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

/** The name of the server whose console fills this window, from its address: `#console={ref}`; null for another one. */
export const ownConsole = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('console')

/** The server of that name, where it is in the list. */
export const findServer = ({ servers }: AppState, name: string): ServerRef | null => own(servers, name)?.ref ?? null
