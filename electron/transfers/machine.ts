import type { AppError } from '../../shared/error-schema.ts'
import { isUnreachable } from '../../shared/keys/health.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { readErrorBody } from '../panel/error-body.ts'
import { ofMachineCertificate } from '../panel/machine-address.ts'
import type { Answered } from '../panel/proof.ts'
import type { Fetch } from '../panel/transport.ts'
import type { StateStore } from '../state/store.ts'

/** How much of a refusal is read, in bytes. */
const maxRefusalBytes = 16 * 1024

/** The way to a server's machine, which gets no key. */
export type MachineWay = { readonly clock: Clock; readonly fetch: Fetch; readonly userAgent: string }

/** What every transfer takes: the way, and a link that works once, asked anew for each try. */
export type MachineJob = MachineWay & { readonly link: () => Promise<Result<URL>>; readonly signal: AbortSignal }

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

/** Tells by its signal that nothing was heard for so many milliseconds since the last `hear`, until `stop`. */
export function watchSilence(clock: Clock, silentMs: number) {
  const ending = new AbortController()
  let heard = 0
  let cancel: (() => void) | null = null
  function look(): void {
    const left = heard + silentMs - clock.steady()
    if (left <= 0) ending.abort()
    else cancel = clock.after(left, look)
  }
  return {
    signal: ending.signal,
    hear() {
      heard = clock.steady()
      cancel ??= clock.after(silentMs, look)
    },
    stop() {
      cancel?.()
      cancel = null
    },
  }
}
export type Silence = ReturnType<typeof watchSilence>

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

/** With these a machine says that a link was used before, or is too old. */
const spentStatuses: ReadonlySet<unknown> = new Set([401, 403, 404])

/** Asks a machine with one link, and once more with another one where that was spent: nothing has happened then. */
export async function withLink<R extends Result<unknown>>(
  { link, signal }: Pick<MachineJob, 'link' | 'signal'>,
  ask: (link: URL) => Promise<R>,
): Promise<R | Result<never>> {
  for (let tries = 1; ; tries += 1) {
    const url = await link()
    if (!url.ok) return url
    if (signal.aborted) return fail('cancelled')
    const asked = await ask(url.value)
    if (asked.ok || tries > 1 || !spentStatuses.has(asked.error.status)) return asked
  }
}

type WayDeps = {
  readonly store: Pick<StateStore, 'get'>
  readonly clock: Clock
  readonly version: string
  /** The way to the machines of a panel. */
  readonly fetchFromMachines: (baseUrl: string) => Fetch
}

/** Gives the way to the machine of each server. Error: `unknown-server`. */
export const createWays =
  ({ store, clock, version, fetchFromMachines }: WayDeps) =>
  (ref: ServerRef): Result<MachineWay> => {
    const { servers, panels } = store.get()
    const server = servers[ref]
    const baseUrl = server && panels[server.panelId]?.baseUrl
    if (baseUrl === undefined) return fail('unknown-server')
    return ok({ clock, fetch: fetchFromMachines(baseUrl), userAgent: `Servertray/${version}` })
  }
export type WayTo = ReturnType<typeof createWays>
