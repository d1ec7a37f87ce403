import { type AppError, appError } from '../../shared/errors.ts'
import type { ConsoleEntry } from '../../shared/model/console.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/types.ts'
import { failureOf, noteAnswer } from '../servers/key-answers.ts'
import type { ClientFor } from '../servers/reach.ts'
import { reach } from '../servers/reach.ts'
import { whileTaken } from '../servers/while-taken.ts'
import type { StateStore } from '../state/store.ts'
import { setConsoleEntry } from '../state/updates.ts'
import type { CommandSent } from './command-channel.ts'
import type { Consoles } from './consoles.ts'
import type { CommandHistory } from './history.ts'

type Deps = {
  store: StateStore
  clock: Clock
  newId: () => string
  clientFor: ClientFor
  consoles: Pick<Consoles, 'echo' | 'sendCommand'>
  history: Pick<CommandHistory, 'add'>
  /** Gives up what waits for a rate limit, but for what says `afterEnd`. */
  end?: AbortSignal
}

export type CommandOptions = {
  /** Uses exactly that key, over the panel. */
  keyId?: KeyId | undefined
  /** Not kept in the history. */
  isPrivate?: boolean | undefined
  /** Sent by a plan or a bulk action, not typed by a person. */
  isAutomatic?: boolean | undefined
  /** Steady milliseconds after which it is not sent any more, since it would be worth nothing. */
  notAfter?: number | undefined
  /** Gives it up while it waits for a rate limit or a keyring: `cancelled`, and nothing was sent. */
  signal?: AbortSignal | undefined
  /** It goes out also once the app ends: for what a server must not be left without, as that it saves again. */
  afterEnd?: boolean | undefined
}

export type Commands = {
  /**
   * Sends one console command once: over the server's open console where there is one, else through the panel.
   * Its progress and result stand in the server's console entries.
   */
  send(ref: ServerRef, command: string, options?: CommandOptions): Promise<Result<void>>
}

/** What a way of sending came to. */
type Outcome = { readonly phase: 'sent' } | { readonly phase: 'refused' | 'unconfirmed'; readonly error: AppError }

const outcomeOfLive: Readonly<Record<CommandSent, Outcome>> = {
  sent: { phase: 'sent' },
  dropped: { phase: 'refused', error: appError('command-dropped') },
  unconfirmed: {
    phase: 'unconfirmed',
    error: appError('connection-cut', {
      message: 'The console’s connection broke before it was known whether the command arrived.',
      hint: 'Look at the console before you send it again.',
      mayHaveActed: true,
    }),
  },
}

export function createCommands({ store, clock, newId, clientFor, consoles, history, end }: Deps): Commands {
  /** Over the console's connection; null where there is none that takes it, and nothing was sent. */
  async function sendLive(ref: ServerRef, command: string): Promise<Outcome | null> {
    const { servers, consoles: views } = store.get()
    const isLive = views[ref]?.stream?.phase === 'open'
    // An open console knows; the machine would drop the command without a word.
    if (isLive && servers[ref]?.state === 'offline') return { phase: 'refused', error: appError('server-not-running') }
    // While it starts the machine may drop it just so; the panel's answer says something.
    const isRunning = isLive && servers[ref]?.state === 'running'
    const sent = isRunning ? consoles.sendCommand(ref, command) : null
    return sent === null ? null : outcomeOfLive[await sent]
  }

  async function sendByPanel(
    { client, keyId, identifier }: { client: PanelClient; keyId: KeyId; identifier: string },
    ref: ServerRef,
    command: string,
    { signals, ...options }: Pick<CallOptions, 'onWait' | 'notAfter'> & { signals: readonly AbortSignal[] },
  ): Promise<Outcome & { otherKeyId?: KeyId | null }> {
    const giveUp = new AbortController()
    const signal = AbortSignal.any([giveUp.signal, ...signals])
    const send = () => client.sendCommand(identifier, command, { ...options, signal })
    const sent = await whileTaken(store, keyId, giveUp, send)
    const answer = { keyId, permission: 'console', result: sent, at: clock.now() } as const
    // A client is made anew with a new token; what an old one was told says nothing about it.
    if (clientFor(keyId) === client) store.update(noteAnswer(answer))
    if (sent.ok) return { phase: 'sent' }
    return failureOf(store.get(), ref, answer, sent.error)
  }

  return {
    async send(ref, command, options = {}) {
      const { keyId: chosen, isPrivate = false, isAutomatic = false, notAfter, signal, afterEnd = false } = options
      const purpose = { permission: 'console', now: clock.now(), keyId: chosen, isAutomatic } as const
      const reached = reach(store.get(), ref, clientFor, purpose)
      if (!reached.ok) return reached
      const { server, keyId, client } = reached.value

      const entry: ConsoleEntry = {
        id: newId(),
        command,
        sentAt: clock.now(),
        phase: 'sending',
        retryAt: null,
        error: null,
        otherKeyId: null,
        ...(isAutomatic && { isAutomatic }),
      }
      const show = (change: Partial<ConsoleEntry>) => store.update(setConsoleEntry(ref, { ...entry, ...change }))
      show({})
      consoles.echo(ref, entry, isPrivate)
      if (!isPrivate) history.add(ref, command)
      const live = chosen === undefined ? await sendLive(ref, command) : null
      const reachedServer = { client, keyId, identifier: server.identifier }
      const signals = [signal, afterEnd ? undefined : end].filter((one) => one !== undefined)
      const onWait = (retryAt: number) => show({ phase: 'waiting', retryAt })
      const outcome = live ?? (await sendByPanel(reachedServer, ref, command, { onWait, notAfter, signals }))
      show(outcome)
      return outcome.phase === 'sent' ? ok() : fail(outcome.error)
    },
  }
}
