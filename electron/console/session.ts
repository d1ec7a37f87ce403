import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { ConsoleStream } from '../../shared/model/console-schema.ts'
import type { Resources, ServerCondition, ServerState } from '../../shared/model/server-schema.ts'
import { conditionOf } from '../panel/conditions.ts'
import { type ConsoleEvent, formatFrame, readFrame } from '../panel/console-frames.ts'
import type { ConsoleClosed, ConsoleListener, ConsoleSocket } from '../panel/console-socket.ts'
import { backoffMs } from '../panel/rate-budget.ts'
import { meaningOf } from './access-failure.ts'
import { createGrants, type Grant, type GrantDeps } from './grants.ts'
import { hideInLine, safeLines } from './line-text.ts'
import { createOutput, type OutputDeps } from './output.ts'

/** A machine that does not answer for this long is not there, in milliseconds. */
const answerMs = 10_000
/**
 * Machines compare whole seconds, so that a token asked for in the second of a revocation is refused too. After so
 * long, in milliseconds, another one is not.
 */
const refusedAgainMs = 1_500
/** The first tries for a machine that is gone come at short intervals, in milliseconds: most are back within minutes. */
const shortRetryMs = 5_000
const shortRetries = 30
/** No wait is longer, whatever a panel asks for, in milliseconds. */
const longestWaitMs = 60 * 60_000
/** How often an open console is asked whether it still is, and how the server does. */
const keepAliveMs = 20_000
/** A connection that held this long starts the waits anew. */
const stableMs = 30_000
const firstRetryMs = 1_000
/**
 * From the call for a connection until it is open, in milliseconds: the way to it and the handshake have limits of
 * their own.
 */
const openMs = 25_000
const longestRetryMs = 30_000
/** What the panel holds is looked at again this often, when nothing else tells that it is over. */
const heldEveryMs = 60_000

type SessionDeps = GrantDeps &
  Pick<OutputDeps, 'tail' | 'onGap'> & {
    /** Jitter, 0 to 1. */
    readonly random: () => number
    readonly open: (address: URL, listener: ConsoleListener) => ConsoleSocket
    /** True while the computer sleeps or has no network: nothing is tried then. */
    readonly isPaused: () => boolean
    /** New lines, safe to show. `isLive`: printed right now, and not perhaps repeated. */
    readonly onLines: (from: 'output' | 'install' | 'daemon', lines: readonly string[], isLive: boolean) => void
    /** What the machine says of the server; resources are null where it said nothing of them. */
    readonly onState: (state: ServerState, resources: Resources | null) => void
    readonly onHeld: (condition: ServerCondition) => void
    /** A backup or a restore has ended, one way or the other. */
    readonly onBackupEnded: () => void
    readonly onStream: (stream: ConsoleStream) => void
    /** It stays open, but what the machine told is old by now: it tells nothing until its token is renewed. */
    readonly onDeaf: () => void
  }

const stream = (phase: ConsoleStream['phase'], more: Partial<ConsoleStream> = {}): ConsoleStream => ({
  phase,
  retryAt: null,
  error: null,
  ...more,
})

type Timer = 'retry' | 'renew' | 'stable' | 'alive' | 'auth' | 'pong'

/** Keeps one console open through whatever the network, the token's life and the panel do (panel's API, *Websocket*). */
export function createSession(deps: SessionDeps) {
  const { clock, random, tail } = deps
  const grants = createGrants(deps)
  const hide = (line: string) => (granted === null ? line : hideInLine(line, granted.access.hideToken))
  const showOutput = (lines: readonly string[], isLive: boolean) => deps.onLines('output', lines, isLive)
  const output = createOutput({ clock, tail, hide, onLines: showOutput, onGap: deps.onGap })
  let socket: ConsoleSocket | null = null
  let phase: ConsoleStream['phase'] = 'connecting'
  let address: URL | null = null
  let isAuthenticated = false
  let hasBeenOpen = false
  /** The token is refused while the socket is open, so that every event is lost until it is renewed. */
  let isDeaf = false
  let isRenewing = false
  /** What the machine was last told. */
  let granted: Grant | null = null
  let attempt = 0
  /** Holds since the console was last open for a while: panel and machine may disagree on whether there is one. */
  let holds = 0
  let heldAt = 0
  const timers = new Map<Timer, () => void>()
  /** Counts what was begun and let go, so that an answer which comes late finds out that it is not wanted. */
  let turn = 0

  function arm(name: Timer, ms: number, run: () => void): void {
    disarm(name)
    timers.set(name, clock.after(ms, run))
  }
  function disarm(name: Timer): void {
    timers.get(name)?.()
    timers.delete(name)
  }

  function show(next: ConsoleStream): void {
    phase = next.phase
    deps.onStream(next)
  }

  /** Lets go of the connection; what of its lines is known to be new is shown. */
  function letGo(): void {
    turn += 1
    for (const name of [...timers.keys()]) disarm(name)
    if (isAuthenticated) output.noteLoss()
    output.letGo()
    isAuthenticated = false
    isDeaf = false
    isRenewing = false
    socket?.close()
    socket = null
  }

  function end(error: AppError): void {
    grants.drop()
    letGo()
    show(stream('ended', { error }))
  }

  function hold(condition: ServerCondition, error: AppError): void {
    grants.drop()
    letGo()
    holds += 1
    heldAt = clock.steady()
    deps.onHeld(condition)
    show(stream('held', { error }))
    arm('retry', heldEveryMs, connect)
  }

  /** The connection is gone, or could not be had: again later. */
  function lose(error: AppError, longestMs = attempt < shortRetries ? shortRetryMs : longestRetryMs): void {
    letGo()
    const backoff = Math.min(longestMs, backoffMs(attempt, firstRetryMs, random))
    attempt += 1
    const waitMs = Math.max(backoff, boundedWait(error), grants.waitMs())
    show(stream('waiting', { retryAt: clock.now() + waitMs, error }))
    arm('retry', waitMs, connect)
  }

  const boundedWait = ({ retryAfterMs = 0 }: AppError) => Math.min(longestWaitMs, retryAfterMs)

  /** No token was to be had. */
  function giveUpAccess(error: AppError) {
    switch (meaningOf(error, { hasBeenOpen, failures: attempt })) {
      case 'held':
        return hold(conditionOf(error) ?? 'unavailable', error)
      case 'deleted':
        return end({ ...error, message: 'The server was deleted.' })
      case 'ended':
        return end(error)
      case 'none':
        letGo()
        return show(stream('none', { error: appError('no-live-output') }))
      case 'lost':
        return lose(error, longestRetryMs)
    }
  }

  async function begin(): Promise<void> {
    turn += 1
    const mine = turn
    const grant = await grants.take()
    if (grant === null || mine !== turn) return
    if (grant.ok) open(grant.value)
    else giveUpAccess(grant.error)
  }

  function connect(): void {
    disarm('retry')
    if (deps.isPaused()) {
      show(stream('waiting'))
      return
    }
    show(stream('connecting'))
    void begin()
  }

  const fallSilent = () => lose(appError('console-unreachable'))

  /** Tells the machine a token, the first or the next, and waits for it to be believed. */
  function authenticate(grant: Grant): void {
    granted = grant
    arm('auth', answerMs, fallSilent)
    arm('renew', grant.renewAt - clock.steady(), () => void renew())
    socket?.send(formatFrame('auth', grant.access.token))
  }

  function open(grant: Grant): void {
    address = grant.access.address
    arm('auth', openMs, fallSilent)
    // Nothing of an earlier connection comes any more once it was let go.
    socket = deps.open(address, {
      onOpen: () => authenticate(grant),
      onFrame(text) {
        const event = readFrame(text)
        if (event !== null) take(event)
      },
      onClose,
    })
  }

  function onClose({ code, reason, error }: ConsoleClosed): void {
    if (code === 4409) hold('suspended', appError('server-unavailable', { message: 'The server is suspended.' }))
    else if (code === 4400) end(appError('console-ended', reason === '' ? {} : { detail: hide(reason) }))
    else {
      // A close with a specific reason may mean a bad token or server, so drop the token.
      if (code !== null || error.code !== 'console-unreachable') grants.drop()
      lose(error)
    }
  }

  /** A new token over the same socket, one at a time. */
  async function renew(): Promise<void> {
    if (isRenewing) return
    isRenewing = true
    const mine = turn
    const grant = await grants.renew()
    if (grant === null || mine !== turn) return
    isRenewing = false
    if (!grant.ok) onNotRenewed(grant.error)
    else if (grant.value.access.address.href === address?.href) authenticate(grant.value)
    else {
      letGo()
      connect()
    }
  }

  /** The old token may still be good, so what may pass is tried again before the machine gives up on us. */
  function onNotRenewed(error: AppError): void {
    const meaning = meaningOf(error, { hasBeenOpen, failures: attempt })
    if (isDeaf || meaning === 'held' || meaning === 'deleted') giveUpAccess(error)
    else arm('renew', Math.max(keepAliveMs, boundedWait(error)), () => void renew())
  }

  function catchUp(): void {
    output.catchUp((isCompared) => {
      // The load tells since when the server runs: the known lines may be those of another run.
      if (isCompared) socket?.send(formatFrame('send stats'))
      socket?.send(formatFrame('send logs'))
      return socket?.reached() ?? Promise.resolve(false)
    })
  }

  function onAuthenticated(): void {
    disarm('auth')
    const isFirst = !isAuthenticated
    const wasDeaf = isDeaf
    isAuthenticated = true
    isDeaf = false
    grants.noteBelieved()
    if (isFirst) {
      hasBeenOpen = true
      show(stream('open'))
      arm('stable', stableMs, () => {
        attempt = 0
        holds = 0
      })
      arm('alive', keepAliveMs, keepAlive)
    }
    if (isFirst || wasDeaf) catchUp()
  }

  /** Finds out a connection that is open on paper only, and reads the state of a server that prints nothing. */
  function keepAlive(): void {
    const asked = socket
    if (asked === null) return
    asked.send(formatFrame('send stats'))
    arm('pong', answerMs, fallSilent)
    void asked.reached().then((reached) => {
      if (!reached || socket !== asked) return
      disarm('pong')
      arm('alive', keepAliveMs, keepAlive)
    })
  }

  function onTokenRefused(why: 'stale' | 'permission', isAnswer: boolean): void {
    grants.drop()
    if (why === 'permission') {
      end(appError('permission-lacking', { hint: 'Ask who owns the server to let this account connect to it.' }))
    } else if (!isAuthenticated) {
      fallSilent()
    } else if (!isDeaf) {
      isDeaf = true
      deps.onDeaf()
      output.noteLoss()
      void renew()
    } else if (isAnswer && !isRenewing) {
      disarm('auth')
      arm('renew', refusedAgainMs, () => void renew())
    }
  }

  function onLine(from: 'output' | 'install' | 'daemon', text: string): void {
    if (from === 'output') output.add(text)
    else deps.onLines(from, safeLines(text).map(hide), true)
  }

  function onState(next: ServerState, resources: Resources | null): void {
    output.noteState(next, resources)
    deps.onState(next, resources)
  }

  function take(event: ConsoleEvent) {
    switch (event.kind) {
      case 'authenticated':
        return onAuthenticated()
      case 'state':
        return onState(event.state, null)
      case 'reading':
        return onState(event.state, event.resources)
      case 'line':
        return onLine(event.from, event.text)
      case 'token-expiring':
        return void renew()
      case 'token-refused':
        return onTokenRefused(event.why, event.isAnswer)
      case 'moved':
        // The server lives elsewhere now, or still where it did: the panel knows.
        grants.drop()
        letGo()
        return connect()
      case 'backup-ended':
        return deps.onBackupEnded()
      case 'deleted':
        // A machine also says so of a server that moved away; the panel knows.
        grants.drop()
        return lose(appError('console-unreachable', { message: 'The machine says that the server was deleted.' }))
    }
  }

  connect()
  return {
    /** Tries again now: the network is back, what held the server may be over, a key works again. */
    retry(): void {
      const isHeldAgain = phase === 'held' && holds > 1 && clock.steady() - heldAt < heldEveryMs
      if (phase === 'open') keepAlive()
      else if ((phase === 'waiting' || phase === 'held') && !isHeldAgain) connect()
    },
    /** Closes it for good, for what has become of its key or its panel. */
    end(error: AppError): void {
      grants.dispose()
      end(error)
    },
    dispose(): void {
      grants.dispose()
      letGo()
    },
  }
}

/** The live output of one server, from when somebody looks until nobody does. */
export type Session = ReturnType<typeof createSession>
