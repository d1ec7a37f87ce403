import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { BudgetView } from '../../shared/keys/contract.ts'
import { rightOfSignal } from '../../shared/keys/rights.ts'
import { consoleCommandSchema } from '../../shared/model/console-schema.ts'
import { isServerIdentifier, isServerUuid } from '../../shared/model/identifier.ts'
import { type PowerSignal, powerSignals } from '../../shared/model/power.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { parseJson } from '../lib/parse-json.ts'
import { giveWay, type Steps } from '../lib/steps.ts'
import { orCancelled } from '../lib/time-limit.ts'
import { needsConsent, parseBaseUrl } from './address.ts'
import {
  atServer,
  type CallServer,
  type OfAct,
  parsedBy,
  type ReadPath,
  type ServerCall,
  unreadable,
} from './at-server.ts'
import type { CallOptions } from './call-options.ts'
import { type ListPage, readConsoleAccess, readListPage, readStats } from './envelope.ts'
import { readErrorBody } from './error-body.ts'
import { errorOfRefusal } from './errors.ts'
import { createListing } from './listing.ts'
import { parseConsoleAddress } from './machine-address.ts'
import { factsOf, usualMaxValues, usualTimeouts } from './operation.ts'
import { createPlayerPlugin, type PanelPlayers } from './player-plugin.ts'
import { proofOfAnswer, proofOfSilence, provenBy } from './proof.ts'
import { askedWait, backoffMs, createRateBudget, createRateHold, type RateHold, type Turn } from './rate-budget.ts'
import { readFacts, rightsOfToken } from './server-facts.ts'
import { createWithoutToken, type HideToken, withoutToken } from './token-echo.ts'
import { createTransport, type Fetch, isHeaderSafe, type PanelAnswer, typed } from './transport.ts'
import type { ConsoleAccess, ListedServer, ListOptions, ResourceReading, ServerList } from './types.ts'

/** A GET goes out at most this many times more when the panel or the network failed. */
const maxRetries = 2
const firstRetryMs = 500
/** How long a panel gives the same resources when it does not say (the panel's API, *resources*). */
const defaultFreshMs = 20_000

const tooLate = {
  message: 'The computer slept, or it had to wait too long, so it was not sent.',
  hint: 'Try again if you still want it.',
}

/**
 * How long an act may take to go out beside what it may wait for rate limits, in milliseconds: its token (the vault gives
 * up on a keyring that asks a person after 10 s, and may be asked twice), and a panel that is slow to say that it must wait.
 */
const actSlackMs = 25_000

export type PanelClientDeps = {
  /** The client API's `{base_url}`. */
  readonly baseUrl: string
  /** Asked anew for every request, so that the token is kept nowhere else. */
  readonly readToken: () => Promise<Result<string>>
  readonly clock: Clock
  readonly fetch?: Fetch | undefined
  /** Whether a person has allowed this panel plain http, asked anew for every request; no, by default. */
  readonly allowsHttp?: () => boolean
  /** Told what is known of the rate limit whenever an answer has said something of it. */
  readonly onBudget?: ((budget: BudgetView) => void) | undefined
  /** Told what came of each request; null where the panel answered with a success or asked to slow down. */
  readonly onOutcome?: ((error: AppError | null) => void) | undefined
  /** Jitter, 0 to 1. */
  readonly random?: () => number
  readonly userAgent?: string
  /** In place of `usualTimeouts`. */
  readonly timeouts?: Readonly<typeof usualTimeouts>
  /** Bound on what one call waits for rate limits in all, in milliseconds. */
  readonly maxWaitMs?: number
  /** What 429 ask of all keys of the panel; of this one alone by default. */
  readonly hold?: RateHold
  /** Ends every call as its own signal would, but those that say `afterEnd`; nothing is begun after it. */
  readonly end?: AbortSignal
}

type Call = Omit<ServerCall, 'below'> & {
  readonly path: string
  readonly options: CallOptions
}

const hasOwnLimit = ({ operation }: Call) => factsOf(operation).hasOwnLimit === true

/**
 * How often a call goes out again: only a person's read does. A call with a limit of its own is repeated by whoever
 * made it.
 */
const retriesOf = (call: Call) =>
  call.method === 'GET' && (call.options.priority ?? 'person') === 'person' && !hasOwnLimit(call) ? maxRetries : 0

/** True for what a panel answers to `?page=2` that does not page by number; some use cursors. */
const isNoSuchPage = ({ code, status = 0 }: AppError): boolean =>
  code === 'malformed-answer' || (status >= 400 && status < 500 && ![401, 403, 429].includes(status))

/** Servers without the token in their names and details, one by one, as there may be thousands. */
function* withoutTokenIn(servers: readonly ListedServer[], hideToken: HideToken): Steps<ListedServer[]> {
  const withoutToken = createWithoutToken(hideToken)
  const safe: ListedServer[] = []
  for (const { identifier, ...details } of servers) {
    safe.push({ identifier, ...withoutToken(details) })
    yield
  }
  return safe
}

function freshFor(headers: Headers): number {
  const seconds = Number(/(?:^|[\s,])max-age=(\d{1,6})(?:$|[\s,])/i.exec(headers.get('cache-control') ?? '')?.[1] ?? 0)
  return seconds >= 1 ? seconds * 1_000 : defaultFreshMs
}

/** One API key's view of one panel over the client API. Every call resolves; failures are values of the catalogue. */
export function createPanelClient(deps: PanelClientDeps) {
  const { clock, random = Math.random, allowsHttp = () => false, maxWaitMs = 30_000, end } = deps
  const { readMs, actMs } = deps.timeouts ?? usualTimeouts
  const baseUrl = parseBaseUrl(deps.baseUrl)
  const needsHttpConsent = baseUrl.ok && needsConsent(baseUrl.value)
  const { hold = createRateHold({ clock, random }) } = deps
  const budget = createRateBudget({ clock, hold, maxWaitMs })
  const playerPlugin = createPlayerPlugin(clock)
  /** Whether this panel ever gave a later page by number. If so, a page that fails does exist, and its error is real. */
  let hasPages = false
  const uuids = new Map<string, string>()
  const transport = createTransport({ clock, fetch: deps.fetch, userAgent: deps.userAgent ?? 'Servertray' })

  /** A 429 that is not waited for: with the time of its end and the panel's words, where a person asked for an act. */
  function limited(call: Call, answer: PanelAnswer): Result<never> {
    const retryAfterMs = askedWait(answer.headers, clock.now())
    if (retryAfterMs === null) return fail('rate-limited')
    if (call.method === 'GET') return fail('rate-limited', { retryAfterMs })
    const detail = answer.hideToken(readErrorBody(typed(answer)).detail)
    const hint = `The panel takes this again at ${clockTime(clock.now() + retryAfterMs)}.`
    return fail('rate-limited', { retryAfterMs, hint, ...(detail !== '' && { detail }) })
  }

  /** The base address, as long as a token may be sent there. */
  function permittedBase(): Result<string> {
    return needsHttpConsent && !allowsHttp() ? fail('insecure-private') : baseUrl
  }

  /** The options of a call that the client's end ends too. */
  function ending(options: CallOptions): CallOptions {
    const { signal, afterEnd = false } = options
    if (end === undefined || afterEnd) return options
    return { ...options, signal: signal === undefined ? end : AbortSignal.any([signal, end]) }
  }

  /**
   * The options of what changes something: whoever sends it says how late it may come, or it comes within what the waits
   * take while the computer is awake, and what is read before it. After a sleep nobody expects it any more.
   */
  const within = (options: CallOptions, beforeMs: number): CallOptions => ({
    ...options,
    notAfter: options.notAfter ?? clock.steady() + beforeMs + maxWaitMs + actSlackMs,
  })
  const ofAct: OfAct = (options) => within(options, readMs)
  const boundOf = ({ method, options }: Call) => (method === 'GET' ? options : within(options, 0))

  /** Leave to send one request: the budget's, and a token that can be sent, both in time. */
  async function admit(turn: Turn, options: CallOptions): Promise<Result<string>> {
    const admitted = await turn.admit(options)
    if (!admitted.ok) return admitted
    const token = await orCancelled(deps.readToken(), options.signal)
    // A keyring may have asked a person first, or the computer slept.
    if (clock.steady() > (options.notAfter ?? Number.POSITIVE_INFINITY)) return fail('too-late', tooLate)
    return !token.ok || isHeaderSafe(token.value) ? token : fail('invalid-token')
  }

  function outcomeOf(call: Call, answer: PanelAnswer, url: string): Result<PanelAnswer> | 'held' {
    const { status, failure } = answer
    const answered = typed(answer)
    if (status === 429) return hasOwnLimit(call) || factsOf(call.operation).isOnce ? limited(call, answer) : 'held'
    if (status < 200 || status >= 300) {
      // Its words may be the panel's own, which may quote the token.
      const refusal = withoutToken(errorOfRefusal(answered, call.operation, url, call.right), answer.hideToken)
      return fail(provenBy(refusal, proofOfAnswer(call.method, answered, refusal.code)))
    }
    const proof = proofOfAnswer(call.method, answered, null)
    if (failure !== null && proof !== 'acted') return fail(provenBy({ ...failure, status }, proof))
    // A page came in place of an API's answer.
    return proof === 'not-known' ? fail(provenBy(appError('not-json', { status }), proof)) : ok(answer)
  }

  /** Sends one request and says what its answer means; `held` after a 429, which the budget has learnt from. */
  async function exchange(call: Call, base: string, token: string): Promise<Result<PanelAnswer> | 'held'> {
    const url = base + call.path
    if (call.options.signal?.aborted) return fail('cancelled')
    const isRead = call.method === 'GET'
    const facts = factsOf(call.operation)
    const { maxBytes, maxValues = usualMaxValues, isRaw = false, timeoutMs = isRead ? readMs : actMs } = facts
    const sentAt = clock.steady()
    const answer = await transport.send({
      method: call.method,
      url,
      token,
      ...(call.body !== undefined && { body: call.body }),
      timeoutMs,
      signal: isRead ? call.options.signal : undefined,
      maxBytes,
      maxValues,
      wantsBytes: isRaw,
    })
    const isAnswered = !('code' in answer)
    // Where a call has a limit of its own, the lower of the two is what its headers tell.
    if (isAnswered && !hasOwnLimit(call)) {
      budget.learn({ ...answer, sentAt })
      deps.onBudget?.(budget.snapshot())
    }
    const outcome = isAnswered
      ? outcomeOf(call, answer, url)
      : fail(provenBy(answer, proofOfSilence(call.method, answer.code)))
    deps.onOutcome?.(outcome === 'held' || outcome.ok ? null : outcome.error)
    return outcome
  }

  /**
   * Exchanges until there is an outcome. After a 429, which was refused before the panel acted, the budget
   * lets the request out again or ends it. Only a person's GET is sent again after other failures.
   */
  async function run({ turn = budget.turn(), ...given }: Call): Promise<Result<PanelAnswer>> {
    const base = permittedBase()
    if (!base.ok) return base
    const call = { ...given, options: ending(boundOf(given)) }
    const most = retriesOf(call)
    for (let retries = 0; ; ) {
      const token = await admit(turn, call.options)
      if (!token.ok) return token
      const outcome = await exchange(call, base.value, token.value)
      if (outcome === 'held') continue
      if (outcome.ok || retries >= most || catalogue[outcome.error.code].recovery !== 'soon') return outcome
      await clock.sleep(backoffMs(retries, firstRetryMs, random), call.options.signal)
      retries += 1
    }
  }

  async function readPage(page: number, room: number, turn: Turn, options: ListOptions): Promise<Result<ListPage>> {
    // The first request is the plain one of the client API document, which knows no query; page numbers are
    // asked for only of a panel that tells of more, and at its own page size, so that the pages fit together.
    const query = [options.all && 'type=admin-all', page > 1 && `page=${page}`].filter(Boolean).join('&')
    const path = query && `?${query}`
    const answer = await run({ operation: 'list', method: 'GET', path, turn, options })
    if (!answer.ok) return answer
    const { text, hideToken } = answer.value
    const read = await giveWay(readListPage(parseJson(text), room))
    if (read === null) return unreadable(answer.value)
    // Panels give this to anybody but an administrator, in place of a refusal (the panel's API, *GET {base_url}*).
    if (options.all && page === 1 && read.servers.length === 0) return fail('none-listed')
    return ok({ ...read, servers: await giveWay(withoutTokenIn(read.servers, hideToken)) })
  }

  /** One call about a server, at the path below its own. */
  const callServer: CallServer = async (identifier, { below, ...call }, given) => {
    if (!isServerIdentifier(identifier) && !isServerUuid(identifier)) return fail('invalid-identifier')
    const { isOfFiles = false } = factsOf(call.operation)
    const options = isOfFiles && call.method !== 'GET' ? ofAct(given) : given
    const server = isOfFiles ? await uuidOf(identifier, options) : ok(identifier)
    if (!server.ok) return server
    return run({ ...call, path: `/servers/${encodeURIComponent(server.value)}${below}`, options })
  }

  /** The server's full uuid, or its short name where the panel tells none: under that one panels trim the names of files. */
  async function uuidOf(identifier: string, options: CallOptions): Promise<Result<string>> {
    const known = uuids.get(identifier)
    if (known !== undefined) return ok(known)
    const facts = await readServer(identifier, options)
    if (!facts.ok) return facts
    const { uuid } = facts.value
    if (uuid !== null) uuids.set(identifier, uuid)
    return ok(uuid ?? identifier)
  }

  const calls = { callServer, ofAct, panelBaseUrl: baseUrl.ok ? baseUrl.value : deps.baseUrl }

  /** The calls of areas about one server, `pterodactyl` dialect only. */
  const at = (identifier: string, options: CallOptions = {}) => atServer(calls, identifier, options)

  const read: ReadPath = async (operation, path, parse, options = {}) => {
    const answer = await run({ operation, method: 'GET', path, options })
    return answer.ok ? parsedBy(parse, answer.value) : answer
  }

  /** `pterodactyl` dialect only. */
  const readServer = (identifier: string, options?: CallOptions) => readFacts(at(identifier, options))

  return {
    /** Error beside the usual: `none-listed` where a list of all is empty, as to anybody but an administrator. */
    async listServers(options: ListOptions = {}): Promise<Result<ServerList>> {
      const turn = budget.turn()
      const listing = createListing()
      for (let page = 1; ; page += 1) {
        const read = await readPage(page, listing.room(), turn, options)
        if (!read.ok) {
          if (hasPages || !listing.isNextUncounted() || !isNoSuchPage(read.error)) return read
          listing.cut()
          return ok(listing.list())
        }
        hasPages ||= page > 1
        if (!listing.take(read.value)) return ok(listing.list())
      }
    },

    /** Sends the signal once; again only after a 429, which was refused before the panel acted. */
    async sendPower(identifier: string, signal: PowerSignal, options?: CallOptions): Promise<Result<void>> {
      if (!powerSignals.includes(signal)) return fail('invalid-signal')
      return at(identifier, options).act('power', '/power', { body: { signal }, right: rightOfSignal[signal] })
    },

    /** Sends the command once; again only after a 429. */
    async sendCommand(identifier: string, command: string, options?: CallOptions): Promise<Result<void>> {
      const parsed = consoleCommandSchema.safeParse(command)
      if (!parsed.success) return fail('invalid-command')
      return at(identifier, options).act('command', '/command', { body: { command: parsed.data } })
    },

    /**
     * `pterodactyl` dialect only. Has a limit of its own on the panel, of a few a minute for each server, which
     * says nothing about other calls: `rate-limited` comes at once, and holds nothing else back.
     * Errors beside the usual: `no-live-output`, `console-unsafe`.
     */
    async readConsoleAccess(identifier: string, options?: CallOptions): Promise<Result<ConsoleAccess>> {
      const read = await at(identifier, options).read('console', '/websocket', (json, { status, hideToken }) => {
        return { access: readConsoleAccess(json), status, hideToken }
      })
      if (!read.ok) return read
      const { access, status, hideToken } = read.value
      if (access === null) return fail('no-live-output', { status })
      const address = parseConsoleAddress(access.socket, calls.panelBaseUrl)
      if (!address.ok) return address
      return ok({ token: access.token, permissions: rightsOfToken(access.token), address: address.value, hideToken })
    },

    /**
     * Asks the panel's player plugin, `pterodactyl` dialect only; null where it tells nothing, or the panel has none, which
     * is remembered for a day. The plugin has a limit of its own, of two requests a minute for each server: it is asked
     * once a minute, and `rate-limited` comes at once before that.
     */
    async readPlayers(identifier: string, options: CallOptions = {}): Promise<Result<PanelPlayers | null>> {
      if (!isServerIdentifier(identifier)) return fail('invalid-identifier')
      const turn = budget.turn()
      const inTurn: CallServer = (server, call, of) => callServer(server, { ...call, turn }, of)
      return playerPlugin.read(identifier, atServer({ ...calls, callServer: inTurn }, identifier, options))
    },

    /** From when the rate budget lets a background call out, in steady milliseconds. */
    backgroundAt: budget.backgroundAt,

    /** `pterodactyl` dialect only. */
    async readResources(identifier: string, options?: CallOptions): Promise<Result<ResourceReading>> {
      const read = await at(identifier, options).read('resources', '/resources', (json, { headers }) => {
        const stats = readStats(json)
        return stats && { ...stats, freshForMs: freshFor(headers) }
      })
      if (!read.ok) return read
      const { isLost, ...reading } = read.value
      // One kind of panel answers 200 and says it is lost, the other refuses: both are told alike.
      return isLost ? fail('node-unreachable') : ok(reading)
    },

    at,

    read,

    readServer,
  }
}

export type PanelClient = ReturnType<typeof createPanelClient>
