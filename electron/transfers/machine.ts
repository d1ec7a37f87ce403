import type { AppError } from '../../shared/error-schema.ts'
import { isUnreachable } from '../../shared/keys/health.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Clock } from '../lib/clock.ts'
import { readErrorBody } from '../panel/error-body.ts'
import { ofMachineCertificate } from '../panel/machine-address.ts'
import type { Answered } from '../panel/proof.ts'

/** How much of a refusal is read, in bytes. */
const maxRefusalBytes = 16 * 1024

/** What is said of a transfer that did not come to its end. */
export type TransferWords = {
  readonly cut: Pick<AppError, 'message' | 'hint'>
  /** What follows for the transfer where the machine’s certificate is not believed: `nothing was downloaded`. */
  readonly unverified: string
  /** What the machine was wanted for: `the download`. */
  readonly name: string
}

/** An error of the way to a server's machine, which is not the panel. */
export function ofMachine(error: AppError, { cut, unverified, name }: TransferWords): AppError {
  if (error.code === 'connection-cut') return { ...error, ...cut }
  if (error.code === 'tls-failed' || error.code === 'certificate-refused')
    return ofMachineCertificate(error, unverified)
  if (!isUnreachable(error)) return error
  return {
    ...error,
    message: `The machine that runs this server couldn’t be reached for ${name}.`,
    hint: 'Check your connection, then try again. If it keeps happening, tell your host.',
  }
}

/** Ends a request of which nothing was heard for so many milliseconds; `stop` when it is over. */
export function watchSilence(clock: Clock, silentMs: number, end: () => void) {
  let heard = clock.steady()
  let cancel = clock.after(silentMs, look)
  function look(): void {
    const left = heard + silentMs - clock.steady()
    if (left <= 0) end()
    else cancel = clock.after(left, look)
  }
  return {
    hear() {
      heard = clock.steady()
    },
    stop: () => cancel(),
  }
}

/** The words of a machine that refuses, safe to show, empty where there are none; and what it answered. */
export async function readRefusal(response: Response): Promise<{ readonly detail: string; readonly answer: Answered }> {
  const text = await readStart(response)
  const { status, headers } = response
  const answer = { status, contentType: headers.get('content-type'), text }
  return { detail: safeText(readErrorBody(answer).detail), answer }
}

async function readStart({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const chunk = await reader?.read()
  void reader?.cancel().catch(() => undefined)
  return chunk?.value === undefined ? '' : new TextDecoder().decode(chunk.value.subarray(0, maxRefusalBytes))
}

/** True for the status with which a machine says that a link was used before, or is too old: another one may do. */
export const isSpentStatus = (status: number | undefined): boolean => status === 401 || status === 403 || status === 404

/** The base address of the panel whose machines have a server; null for one that has gone. */
export function machinesOf({ servers, panels }: Pick<AppState, 'servers' | 'panels'>, ref: ServerRef): string | null {
  const server = servers[ref]
  return (server && panels[server.panelId]?.baseUrl) ?? null
}
