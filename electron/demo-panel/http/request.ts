import type { IncomingMessage } from 'node:http'

/** Where machines take uploads (wings, `router/router.go`). */
export const uploadPath = '/upload/file'

/** A request as the panel's parts see it, read whole. */
export type PanelRequest = {
  readonly method: string
  /** Percent-encoded, begins with a slash. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** The address it came from. */
  readonly remote: string
  /** The panel's own origin, as this request named it: `http://127.0.0.1:PORT`. */
  readonly origin: string
  readonly body: Uint8Array
}

export const maxBodyBytes = 1024 * 1024
/** Uploads may be larger, up to all that a server may hold. */
const maxUploadBytes = 8 * 1024 * 1024

const maxBytesOf = ({ url = '' }: IncomingMessage) => (url.startsWith(`${uploadPath}?`) ? maxUploadBytes : maxBodyBytes)

/** Reads a body up to the bound; null when it is larger, or was cut off. */
export async function readBody(message: IncomingMessage): Promise<Uint8Array | null> {
  const mostBytes = maxBytesOf(message)
  if (Number(message.headers['content-length'] ?? 0) > mostBytes) return null
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > mostBytes) return null
      chunks.push(chunk)
    }
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}

/** True for `application/json` and its kin. */
export function isJson(request: PanelRequest): boolean {
  return /[/+]json\b/i.test(request.headers['content-type'] ?? '')
}

/** The fields of a form post. */
export function formOf(request: PanelRequest): URLSearchParams {
  return new URLSearchParams(textOf(request.body))
}

export function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}
