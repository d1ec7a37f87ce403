import type { Socket } from 'node:net'

/** What Node's `fetch` takes as its `dispatcher`, as far as the app uses it. */
export type Dispatcher = { destroy(): Promise<void> }

/** Opens a connection to the place and calls back once, with a socket that is ready to send on or with why not. */
export type Connector = (
  place: { readonly protocol: string; readonly hostname: string; readonly port: string },
  callback: (...outcome: [null, Socket] | [Error, null]) => void,
) => void

type AgentClass = new (options: {
  readonly connect: Connector
  readonly noProxy: '*'
  readonly keepAliveTimeout: number
  readonly headersTimeout: number
  readonly bodyTimeout: number
}) => Dispatcher

/** Where the `undici` inside Node keeps its dispatcher (undici's documentation, *Global installation*). */
const globalDispatcher = Symbol.for('undici.globalDispatcher.1')

/** The class of the agent behind Node's own `fetch`. Node hands it out in no other way. */
function findAgentClass(): AgentClass {
  // Node loads its undici with the first of its names that is used.
  void globalThis.Request
  const dispatcher: unknown = Reflect.get(globalThis, globalDispatcher)
  if (typeof dispatcher !== 'object' || dispatcher === null) throw new Error('this Node keeps no dispatcher for fetch')
  // A plain agent or, under NODE_USE_ENV_PROXY, one that knows proxies: both take these options.
  return dispatcher.constructor as AgentClass
}

/**
 * How long an idle connection is kept, in milliseconds, where the panel does not say for how long it
 * keeps it itself: longer than a fleet at rest pauses between its looks, since each new one takes both sides more than
 * some requests; and short, since an old one may have died unseen when a signal is to go out.
 */
const idleMs = 10_000

/**
 * Whoever sends a request bounds it. The agent's own limits, of five minutes, would only wake an idle computer half a second
 * after each.
 */
const noOwnLimits = { headersTimeout: 0, bodyTimeout: 0 } as const

/** An agent for `fetch` all of whose connections come from `connect`; no proxy of the environment comes between. */
export function createAgent(connect: Connector): Dispatcher {
  const Agent = findAgentClass()
  return new Agent({ connect, noProxy: '*', keepAliveTimeout: idleMs, ...noOwnLimits })
}
