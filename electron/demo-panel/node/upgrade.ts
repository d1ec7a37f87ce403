/** What decides about a handshake. */
export type Handshake = {
  readonly ownHost: boolean
  readonly origin: string | undefined
  readonly panelOrigin: string | null
  /** Whether the server of the path lives here. */
  readonly known: boolean
  readonly open: number
  readonly maxSockets: number
}

export type Refusal = { readonly status: number; readonly error: string }

export const wrongHost: Refusal = { status: 421, error: 'This node answers only to its own address on this computer.' }
export const notHere: Refusal = { status: 404, error: 'The requested resource does not exist on this instance.' }

/** The full uuid of the server in a path of the form `/api/servers/{uuid}/ws`; null for any other. */
export function serverOf(target: string): string | null {
  return /^\/api\/servers\/([0-9a-f-]{36})\/ws(?:\?|$)/.exec(target)?.[1] ?? null
}

/** Why a handshake is refused (the panel's API, *Websocket, Connect* and *Limits*); null when it is not. Pure. */
export function refusalOf(handshake: Handshake): Refusal | null {
  if (!handshake.ownHost) return wrongHost
  if (handshake.panelOrigin === null || handshake.origin !== handshake.panelOrigin)
    return { status: 403, error: 'The origin of this request is not allowed.' }
  if (!handshake.known) return notHere
  if (handshake.open >= handshake.maxSockets) return { status: 400, error: 'Too many open websocket connections.' }
  return null
}
