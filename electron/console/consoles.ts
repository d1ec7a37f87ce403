import { appError } from '../../shared/errors.ts'
import type { PanelView } from '../../shared/keys/contract.ts'
import { isKeyTrouble } from '../../shared/keys/health.ts'
import { createListeners } from '../../shared/listeners.ts'
import type { ConsoleEntry, ConsoleLine, ConsoleStream } from '../../shared/model/console-schema.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { Resources, ServerState } from '../../shared/model/server-schema.ts'
import type { Result } from '../../shared/result.ts'
import { getOrMake } from '../../shared/tables.ts'
import type { Clock } from '../lib/clock.ts'
import type { ConsoleListener, ConsoleSocket } from '../panel/console-socket.ts'
import type { ConsoleAccess } from '../panel/types.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import { noteObservation } from '../servers/observations.ts'
import { type PanelAccess, type Reached, reach } from '../servers/reach.ts'
import { noteAccount, setConsoleStream, setKeyHealth } from '../state/updates.ts'
import { createEchoes } from './echoes.ts'
import { createTokenBudget, type TokenBudget } from './grants.ts'
import { withoutColours } from './line-text.ts'
import { createTail } from './output.ts'
import { type ReconnectPolicy, reconnectPolicyOf } from './reconnect-policy.ts'
import { createRing, type NewLine } from './ring.ts'
import { createSession, type Session } from './session.ts'

/** A window by its number, or whatever else looks at consoles. */
export type Watcher = number | symbol

type Deps = PanelAccess & {
  backgroundPause: BackgroundPause
  /** Opens the WebSocket of a server of this panel. */
  openSocket: (baseUrl: string, address: URL, listener: ConsoleListener) => ConsoleSocket
  /** Jitter, 0 to 1. */
  random?: () => number
}

const pushEveryMs = 34
/** How long a console stays open after nobody looks any more, or holds it. */
const lingerMs = 60_000
/** Machines tell the load each second; where nobody looks, it is noted this often. */
const unseenLoadEveryMs = 10_000
/** Maximum number of closed consoles whose lines are kept. */
const mostIdle = 20

const words = {
  gap: 'The connection was down. Lines may be missing here, or stand here twice.',
  noLiveOutput: 'This panel offers no live console. Each command’s result is shown here.',
}

/** As wide where it is not known. */
const timeOf = (at: number | null) => (at === null ? ' '.repeat(24) : new Date(at).toISOString())

/** What outlives the lines of a server, which may come back: windows know its lines by number. */
type Earlier = { readonly last: number; readonly tokens: TokenBudget }

/** What a window was told. `isReady`: it has asked for more. */
type Told = { last: number; isReady: boolean }

function newConsole(clock: Clock, earlier: Earlier | undefined) {
  return {
    ring: createRing(earlier?.last),
    /** What is known of its last lines, whatever a person cleared. */
    tail: createTail(),
    tokens: earlier?.tokens ?? createTokenBudget(),
    /** Who looks, with what was told to those that are told in batches. */
    watchers: new Map<Watcher, Told | null>(),
    /** The number of the last line that `onLines` told. */
    lastTold: earlier?.last ?? 0,
    /** How many hold it for its state. */
    holds: 0,
    hasToldState: false,
    session: null as Session | null,
    /** The key whose token opened the console. */
    keyId: null as KeyId | null,
    echoes: createEchoes(clock),
    stream: null as ConsoleStream | null,
    saidNone: false,
    /** Ids of commands whose text goes into no file. */
    privateEntries: new Set<string>(),
    cancelPush: null as (() => void) | null,
    cancelLinger: null as (() => void) | null,
  }
}

/** What is kept of one server's console. */
type Console = ReturnType<typeof newConsole>

/** The live consoles: one session a server, whoever looks, and the last lines of each. */
export function createConsoles(deps: Deps) {
  const { store, clock, clientFor, backgroundPause, random = Math.random } = deps
  const consoles = new Map<ServerRef, Console>()
  const earlier = new Map<ServerRef, Earlier>()
  const newLines = createListeners<[ref: ServerRef, lines: readonly ConsoleLine[]]>()
  const batches = createListeners<[watcher: Watcher, ref: ServerRef, lines: readonly ConsoleLine[]]>()
  const backupEnds = createListeners<[ref: ServerRef]>()

  const consoleOf = (ref: ServerRef): Console => getOrMake(consoles, ref, () => newConsole(clock, earlier.get(ref)))

  /** Gives up what is kept of a server's console. */
  function forget(ref: ServerRef, one: Console): void {
    one.cancelPush?.()
    one.cancelLinger?.()
    one.session?.dispose()
    earlier.set(ref, { last: one.ring.last(), tokens: one.tokens })
    consoles.delete(ref)
  }

  function panelOf(ref: ServerRef): PanelView | undefined {
    const { panels, servers } = store.get()
    const panelId = servers[ref]?.panelId
    return panelId && panels[panelId]
  }

  function push(ref: ServerRef, one: Console): void {
    one.cancelPush = null
    const before = one.lastTold
    const { lines } = one.ring.after(before)
    one.lastTold = one.ring.last()
    if (lines.length > 0) newLines.notify(ref, lines)
    for (const [watcher, told] of one.watchers) {
      if (!told?.isReady || told.last === one.lastTold) continue
      const missed = told.last === before ? lines : one.ring.after(told.last).lines
      if (missed.length === 0) continue
      told.last = one.lastTold
      told.isReady = false
      batches.notify(watcher, ref, missed)
    }
  }

  function pushSoon(ref: ServerRef, one: Console): void {
    if (one.watchers.size > 0) one.cancelPush ??= clock.after(pushEveryMs, () => push(ref, one))
  }

  function add(ref: ServerRef, one: Console, line: Omit<NewLine, 'at'>, isLive = true): void {
    one.ring.add({ at: isLive ? clock.now() : null, ...line })
    pushSoon(ref, one)
  }

  function show(ref: ServerRef, one: Console, stream: ConsoleStream | null): void {
    one.stream = stream
    if (stream?.phase !== 'open') one.hasToldState = false
    store.update(setConsoleStream(ref, stream))
    if (stream?.phase !== 'none' || one.saidNone) return
    one.saidNone = true
    add(ref, one, { kind: 'note', text: words.noLiveOutput })
  }

  function noteState(ref: ServerRef, one: Console, state: ServerState, resources: Resources | null): void {
    const known = store.get().servers[ref]
    if (known === undefined) return
    const isNews = !one.hasToldState || state !== known.state || one.watchers.size > 0
    if (!isNews && clock.now() - (known.observedAt ?? 0) < unseenLoadEveryMs) return
    one.hasToldState = true
    // A state alone says nothing of the load.
    const reading = { state, resources: resources ?? known.resources, freshForMs: 0 }
    store.update(noteObservation(ref, { kind: 'reading', at: clock.now(), reading }))
  }

  function noteOpener(one: Console, { server, keyId, client }: Reached, { permissions }: ConsoleAccess): void {
    one.keyId = keyId
    // A new token brings a new client: what the old one may says nothing of this token.
    if (permissions !== null && clientFor(keyId) === client)
      store.update(noteAccount(server.ref, keyId, { isOwner: null, permissions }))
  }

  /** The credentials, by a key that may send commands where there is one; by the next where one is in trouble. */
  async function readAccess(
    ref: ServerRef,
    one: Console,
    signal: AbortSignal,
    tried?: KeyId,
  ): Promise<Result<ConsoleAccess>> {
    const state = store.get()
    const able = reach(state, ref, clientFor, { permission: 'console', now: clock.now() })
    const reached = able.ok ? able : reach(state, ref, clientFor)
    if (!reached.ok) return reached
    const { server, keyId, client } = reached.value
    const access = await client.readConsoleAccess(server.identifier, { signal })
    if (access.ok && !signal.aborted) noteOpener(one, reached.value, access.value)
    if (access.ok || !isKeyTrouble(access.error) || keyId === tried || clientFor(keyId) !== client) return access
    store.update(setKeyHealth(keyId, { kind: 'failing', since: clock.now(), error: access.error }))
    return server.keyIds.length > 1 ? readAccess(ref, one, signal, keyId) : access
  }

  /** Opens it anew. */
  function begin(ref: ServerRef, one: Console): void {
    one.session?.dispose()
    one.keyId = null
    one.session = createSession({
      clock,
      random,
      tokens: one.tokens,
      readAccess: (signal) => readAccess(ref, one, signal),
      open: (address, listener) => deps.openSocket(panelOf(ref)?.baseUrl ?? '', address, listener),
      isPaused: backgroundPause.isPaused,
      tail: one.tail,
      onLines(from, lines, isLive) {
        for (const text of lines) {
          // An echo of the terminal is left out: the command that was sent is already shown.
          if (from !== 'output' || !one.echoes.take(text)) add(ref, one, { kind: from, text }, isLive)
        }
      },
      onGap: () => add(ref, one, { kind: 'gap', text: words.gap }),
      onState: (state, resources) => noteState(ref, one, state, resources),
      onHeld: (condition) => store.update(noteObservation(ref, { kind: 'held', at: clock.now(), condition })),
      onBackupEnded: () => backupEnds.notify(ref),
      onStream: (stream) => show(ref, one, stream),
      onDeaf() {
        one.hasToldState = false
      },
    })
  }

  function open(ref: ServerRef, one: Console): void {
    one.cancelLinger?.()
    one.cancelLinger = null
    const panel = panelOf(ref)
    if (panel === undefined) return
    // Panels that speak only the core calls are asked for nothing else: an unknown panel may do anything with it.
    if (panel.dialect !== 'pterodactyl') {
      show(ref, one, { phase: 'none', retryAt: null, error: appError('no-live-output') })
      return
    }
    if (one.session === null || one.stream?.phase === 'ended') begin(ref, one)
  }

  function close(ref: ServerRef, one: Console): void {
    one.cancelLinger?.()
    one.cancelLinger = null
    one.session?.dispose()
    one.session = null
    show(ref, one, null)
    // Goes to the end, so that the ones closed first go first.
    consoles.delete(ref)
    consoles.set(ref, one)
    const idle = [...consoles].filter(([, one]) => one.session === null && !isWanted(one))
    for (const [old, its] of idle.slice(0, Math.max(0, idle.length - mostIdle))) forget(old, its)
  }

  const isWanted = ({ watchers, holds }: Console) => watchers.size > 0 || holds > 0

  function leave(ref: ServerRef, one: Console): void {
    if (isWanted(one) || consoles.get(ref) !== one) return
    one.cancelLinger ??= clock.after(lingerMs, () => close(ref, one))
  }

  const endPause = backgroundPause.onEnd(() => {
    for (const { session } of consoles.values()) session?.retry()
  })

  /** Takes a console up anew, where somebody looks. */
  function reopen(ref: ServerRef, one: Console): void {
    if (one.session === null) return
    if (isWanted(one)) begin(ref, one)
    else close(ref, one)
  }

  function follow(ref: ServerRef, one: Console, policy: ReconnectPolicy): void {
    if (policy?.kind === 'gone') forget(ref, one)
    else if (policy?.kind === 'reopen') reopen(ref, one)
    else if (policy?.kind === 'end') one.session?.end(policy.error)
    else if (policy?.kind === 'retry') one.session?.retry()
  }

  const unsubscribe = store.subscribe((after, before) => {
    const isSame = after.servers === before.servers && after.keys === before.keys && after.panels === before.panels
    if (isSame) return
    for (const [ref, one] of [...consoles]) follow(ref, one, reconnectPolicyOf(ref, one, after, before))
  })

  return {
    /**
     * Somebody looks: gives the lines after `after`, and from then on `onLines` tells new ones. A second look of the same
     * watcher takes the place of the first, and opens nothing that has ended meanwhile.
     * @param isWindow is told by `onBatch` too, in its own time
     */
    watch(ref: ServerRef, watcher: Watcher, after: number, isWindow = false): { lines: ConsoleLine[]; isCut: boolean } {
      const one = consoleOf(ref)
      if (!one.watchers.has(watcher)) open(ref, one)
      if (one.watchers.size === 0) one.lastTold = one.ring.last()
      one.watchers.set(watcher, isWindow ? { last: one.ring.last(), isReady: false } : null)
      return one.ring.after(after)
    },
    /** A window has drawn what it was told, and wants what comes next. */
    more(ref: ServerRef, watcher: Watcher): void {
      const one = consoles.get(ref)
      const told = one?.watchers.get(watcher)
      if (!one || !told) return
      told.isReady = true
      pushSoon(ref, one)
    },
    unwatch(ref: ServerRef, watcher: Watcher): void {
      const one = consoles.get(ref)
      if (one?.watchers.delete(watcher)) leave(ref, one)
    },
    /**
     * Keeps the connection open for the sake of the server's state, which it tells at once, until what it returns is called.
     * Nobody is shown anything by it.
     */
    hold(ref: ServerRef): () => void {
      const one = consoleOf(ref)
      one.holds += 1
      open(ref, one)
      return () => {
        one.holds -= 1
        leave(ref, one)
      }
    },
    /** True while the state that is known of a server is what its open connection told. */
    tells: (ref: ServerRef): boolean => consoles.get(ref)?.hasToldState ?? false,
    /** A window has gone. */
    unwatchAll(watcher: Watcher): void {
      for (const [ref, one] of consoles) if (one.watchers.delete(watcher)) leave(ref, one)
    },
    /** Told new lines where somebody looks, once, oldest first, at most 30 times a second for each console. */
    onLines: newLines.add,
    /** Told the next lines of a window that has asked for them, as often at most. */
    onBatch: batches.add,
    /** Told that a backup or a restore of a server has ended, where its console is open. */
    onBackupEnded: backupEnds.add,
    /** Drops the kept lines; returns the number of the newest. */
    clear: (ref: ServerRef): number => consoles.get(ref)?.ring.clear() ?? 0,
    /** The kept lines as plain text with their times, without private commands. */
    text(ref: ServerRef): string {
      const one = consoles.get(ref)
      const { lines } = one?.ring.after(0) ?? { lines: [] }
      return lines
        .filter(({ entryId }) => entryId === undefined || !one?.privateEntries.has(entryId))
        .map(({ at, kind, text }) => `${timeOf(at)} ${kind === 'command' ? '> ' : ''}${withoutColours(text)}\n`)
        .join('')
    },
    /**
     * Shows a command where it is sent. Gives what is called once it is known what came of it; nothing for a server that is
     * not known.
     */
    echo(ref: ServerRef, { id, command }: ConsoleEntry, isPrivate: boolean = false): (() => void) | undefined {
      if (store.get().servers[ref] === undefined) return undefined
      const one = consoleOf(ref)
      if (isPrivate) one.privateEntries.add(id)
      add(ref, one, { kind: 'command', text: command, entryId: id })
      return one.echoes.add(command)
    },
    dispose(): void {
      endPause()
      unsubscribe()
      for (const [ref, one] of consoles) {
        one.session?.dispose()
        one.cancelLinger?.()
        one.cancelPush?.()
        // Lines that still wait are sent before the end.
        push(ref, one)
      }
      consoles.clear()
    },
  }
}

export type Consoles = ReturnType<typeof createConsoles>
