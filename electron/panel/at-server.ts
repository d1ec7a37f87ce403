import { setImmediate } from 'node:timers/promises'
import type { Right } from '../../shared/keys/rights.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { parseJson } from '../lib/parse-json.ts'
import type { CallOptions } from './call-options.ts'
import { readLink } from './entry.ts'
import type { Operation } from './operation.ts'
import { claimsPage, isWebPage, type Method } from './proof.ts'
import type { Turn } from './rate-budget.ts'
import { holdsHidden, withoutToken } from './token-echo.ts'
import { type JsonBody, type PanelAnswer, typed } from './transport.ts'

/** One call about a server. */
export type ServerCall = {
  readonly operation: Operation
  readonly method: Method
  /** The path below the server's own: `/backups`. */
  readonly below: string
  /** Sent as JSON; bytes as plain text. */
  readonly body?: JsonBody | Uint8Array<ArrayBuffer>
  /** What it takes of the account, where the operation alone does not say it. */
  readonly right?: Right
  /** Given where several requests share their waits. */
  readonly turn?: Turn
}

/** Makes one call about a server; its error is told in the words of the catalogue. */
export type CallServer = (identifier: string, call: ServerCall, options: CallOptions) => Promise<Result<PanelAnswer>>

/** What is made of the JSON of an answer; null for what can't be read. All that it gives is told without the token. */
type Parse<T> = (json: unknown, answer: PanelAnswer) => T | null | Promise<T | null>

/** Reads what stands at a path below the panel's base address, such as `/account`. */
export type ReadPath = <T>(
  operation: Operation,
  path: string,
  parse: Parse<T>,
  options?: CallOptions,
) => Promise<Result<T>>

/**
 * The options of what reads first and then changes something, with how late that may come (`notAfter`). They are asked for
 * before the reading, since the computer may sleep while that waits.
 */
export type OfAct = (options: CallOptions) => CallOptions

/** What something is changed to, and how, as far as its operation does not say it. */
type Act = Pick<ServerCall, 'body' | 'right'> & {
  /** `POST` unless it is said. */
  readonly method?: Exclude<Method, 'GET' | 'POST'>
  /**
   * What was read of it and goes back as it came, since the panel would reset what is left out; `body` goes over it. Where
   * the token was hidden in it, nothing is sent: `malformed-answer`.
   */
  readonly kept?: JsonBody
}

const textsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [value]
const isChanged = (value: unknown) => textsOf(value).some((one) => typeof one === 'string' && holdsHidden(one))

/** The error for an answer that cannot be read: a web page, or something else. */
export const unreadable = (answer: PanelAnswer): Result<never> =>
  fail(isWebPage(typed(answer)) ? 'not-json' : 'malformed-answer', { status: answer.status })

/** Answers as long as this, in characters, give everything else its turn between the steps of reading them. */
const longAnswer = 100_000

/** What `parse` makes of an answer, without the token; `malformed-answer` where that is null. */
export async function parsedBy<T>(parse: Parse<T>, answer: PanelAnswer): Promise<Result<T>> {
  const isLong = answer.text.length > longAnswer
  const json = parseJson(answer.text)
  if (json === undefined) return unreadable(answer)
  if (isLong) await setImmediate()
  const value = await parse(json, answer)
  if (value === null) return fail('malformed-answer', { status: answer.status })
  if (isLong) await setImmediate()
  return ok(withoutToken(value, answer.hideToken))
}

type Calls = { readonly callServer: CallServer; readonly ofAct: OfAct; readonly panelBaseUrl: string }

function callsOf({ callServer, panelBaseUrl }: Calls, identifier: string, options: CallOptions) {
  const get = (operation: Operation, below: string) =>
    callServer(identifier, { operation, method: 'GET', below }, options)

  async function send(operation: Operation, below: string, act: Act): Promise<Result<PanelAnswer>> {
    const { kept = {}, body, method = 'POST', right } = act
    const call: ServerCall = { operation, method, below, ...(right && { right }) }
    if (body instanceof Uint8Array) return callServer(identifier, { ...call, body }, options)
    const own = body ?? {}
    if (Object.entries(kept).some(([name, value]) => !Object.hasOwn(own, name) && isChanged(value))) {
      return fail('malformed-answer')
    }
    const whole = { ...kept, ...own }
    return callServer(identifier, Object.keys(whole).length === 0 ? call : { ...call, body: whole }, options)
  }

  async function read<T>(operation: Operation, below: string, parse: Parse<T>): Promise<Result<T>> {
    const answer = await get(operation, below)
    return answer.ok ? parsedBy(parse, answer.value) : answer
  }

  return {
    /** Reads what stands below the server's path. Errors beside the usual: `malformed-answer`, `not-json`. */
    read,

    /** Reads a file's bytes as they come. */
    async readBytes(operation: Operation, below: string): Promise<Result<Uint8Array>> {
      const answer = await get(operation, below)
      if (!answer.ok) return answer
      const { bytes, headers, status } = answer.value
      // Panels give files as plain text, whatever is in them: a page comes from something else.
      if (claimsPage(headers.get('content-type'))) return fail('not-json', { status })
      return bytes === null ? fail('malformed-answer', { status }) : ok(bytes)
    },

    /**
     * Reads a link to the server's machine.
     * @param judge gives its address, where the app may go there, by the base address of the panel
     */
    async readLink(
      operation: Operation,
      below: string,
      judge: (link: string, panelBaseUrl: string) => Result<URL>,
    ): Promise<Result<URL>> {
      const link = await read(operation, below, readLink)
      return link.ok ? judge(link.value, panelBaseUrl) : link
    },

    /** Changes something; never sent twice, but after a 429. What the panel answers is not read. */
    async act(operation: Operation, below: string, act: Act = {}): Promise<Result<void>> {
      const answer = await send(operation, below, act)
      return answer.ok ? ok() : answer
    },

    /** The same with what the answer tells, null where it can't be read: that it was done is known by its status alone. */
    async actAndRead<T>(
      operation: Operation,
      below: string,
      parse: Parse<T>,
      act: Act = {},
    ): Promise<Result<T | null>> {
      const answer = await send(operation, below, act)
      if (!answer.ok) return answer
      const { text, hideToken } = answer.value
      return ok(withoutToken(await parse(parseJson(text), answer.value), hideToken))
    },
  }
}

/** The calls about one server that areas are made of. */
export type AtServer = ReturnType<typeof callsOf> & {
  /** The same, for an act that comes after reads: after a sleep of the computer it does not go out any more. */
  inTime(): AtServer
}

/** @param calls how the client reaches its panel */
export const atServer = (calls: Calls, identifier: string, options: CallOptions): AtServer => ({
  ...callsOf(calls, identifier, options),
  inTime: () => atServer(calls, identifier, calls.ofAct(options)),
})
