import type { ZodError, z } from 'zod'
import type { ErrorCode } from '../../shared/errors.ts'
import { type InvokeChannel, invokeContract, type PageChannel } from '../../shared/ipc/contract.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { describeFailure, type Logger } from '../log/logger.ts'

type Parsed<C extends InvokeChannel> = z.output<(typeof invokeContract)[C]['request']>
type Answer<C extends InvokeChannel> = z.input<(typeof invokeContract)[C]['reply']>

/** One handler for each channel of the contract; a missing one does not compile. */
export type Handlers = {
  readonly [C in InvokeChannel]: (request: Parsed<C>, from: Caller) => Promise<Result<Answer<C>>> | Result<Answer<C>>
}

/** Whose call it is: the id of the page's web contents. */
export type Caller = { readonly pageId: number }

/** Who sent a call, as far as the check needs it. */
export type Sender = Caller & {
  /** The frame's address; null when the frame is gone. */
  readonly url: string | null
  readonly isMainFrame: boolean
  readonly isOurWindow: boolean
}

/** True for the main frame of a window of ours on our own origin, and for nothing else. */
function isTrusted(sender: Sender, origin: string): boolean {
  if (sender.url === null || !sender.isMainFrame || !sender.isOurWindow) return false
  const url = URL.parse(sender.url)
  return url !== null && `${url.protocol}//${url.host}` === origin
}

const isPageChannel = (name: unknown): name is PageChannel =>
  typeof name === 'string' && name !== 'fileMoves:dropped' && Object.hasOwn(invokeContract, name)

/** A name for a key is typed by a person, who is told what is wrong with it; the rest of a call is the window's. */
const codeOf = ({ issues }: ZodError): ErrorCode =>
  issues.every(({ path }) => path[0] === 'label') ? 'invalid-label' : 'invalid-request'

/** The only way from the window into the main process. */
export function createRouter(deps: {
  handlers: Handlers
  origin: string
  log: Logger
  onFailure?: (code: ErrorCode) => void
}) {
  const { handlers, origin, log, onFailure } = deps

  async function answer<C extends InvokeChannel>(channel: C, payload: unknown, from: Caller): Promise<Result<unknown>> {
    const { request, reply } = invokeContract[channel]
    const parsed = request.safeParse(payload)
    if (!parsed.success) return fail(codeOf(parsed.error))
    // The schema of this very channel parsed it; TypeScript cannot follow the index through the union.
    const result = await handlers[channel](parsed.data as Parsed<C>, from)
    if (!result.ok) return result
    return ok(reply.parse(result.value))
  }

  async function dispatch(channel: InvokeChannel, sender: Sender, payload: unknown): Promise<Result<unknown>> {
    if (!isTrusted(sender, origin)) {
      log.warn('a call from outside the window was refused', { channel, url: sender.url })
      return fail('sender-refused')
    }
    try {
      const answered = await answer(channel, payload, { pageId: sender.pageId })
      if (!answered.ok) onFailure?.(answered.error.code)
      return answered
    } catch (failure) {
      log.error('a call failed unexpectedly', { channel, failure: describeFailure(failure) })
      onFailure?.('internal')
      return fail('internal')
    }
  }

  return {
    /** Answers one call of a page: sender checked, payload parsed, handler run, reply parsed. Never rejects. */
    call: async (channel: unknown, sender: Sender, payload: unknown): Promise<Result<unknown>> =>
      isPageChannel(channel) ? dispatch(channel, sender, payload) : fail('invalid-request'),
    /** The same for the files of a drop, which the preload script tells of. */
    drop: (sender: Sender, payload: unknown): Promise<Result<unknown>> =>
      dispatch('fileMoves:dropped', sender, payload),
  }
}

export type Router = ReturnType<typeof createRouter>
