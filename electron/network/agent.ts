import type { Socket } from 'node:net'
import { Agent, install } from 'undici'

// Node's own `fetch` is another copy of undici, and the two are not to be mixed (undici's documentation, *install*).
install()

/** Opens a connection to the place and calls back once, with a socket that is ready to send on or with why not. */
export type Connector = (
  place: { readonly protocol: string; readonly hostname: string; readonly port: string },
  callback: (...outcome: [null, Socket] | [Error, null]) => void,
) => void

/**
 * How long an idle connection is kept, in milliseconds, where the panel does not say for how long it
 * keeps it itself: longer than a fleet at rest pauses between its looks, since each new one takes both sides more than
 * some requests; and short, since an old one may have died unseen when a signal is to go out.
 */
const idleMs = 10_000

/** An agent for `fetch` all of whose connections come from `connect`; no proxy of the environment comes between. */
export const createAgent = (connect: Connector): Agent => new Agent({ connect, keepAliveTimeout: idleMs })
