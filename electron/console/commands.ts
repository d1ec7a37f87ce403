import { appError } from '../../shared/errors.ts'
import type { ConsoleEntry } from '../../shared/model/console-schema.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import { createQueues } from '../lib/queue.ts'
import { takeAnswer } from '../servers/key-answers.ts'
import type { PanelAccess } from '../servers/reach.ts'
import { reach } from '../servers/reach.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { setConsoleEntry } from '../state/updates.ts'
import type { Consoles } from './consoles.ts'
import type { CommandHistory } from './history.ts'

type Deps = PanelAccess &
  Pick<FeatureBasics, 'newId'> & {
    consoles: Pick<Consoles, 'echo'>
    history: Pick<CommandHistory, 'add'>
    /** Gives up what waits for a rate limit, but for what says `afterEnd`. */
    end?: AbortSignal
  }

export type CommandOptions = {
  /** Uses exactly that key. */
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
  /** Told when a rate limit makes it wait, with the unix milliseconds at which it goes out again. */
  onWait?: ((retryAt: number) => void) | undefined
}

/** What a command came to; with the key to offer after a refusal. */
type Outcome = { readonly phase: 'sent' } | NonNullable<ReturnType<typeof takeAnswer>>

/** How long after it was typed a command that waits behind others may go out, in milliseconds. */
const longestBehindMs = 60_000

export function createCommands({ store, clock, newId, clientFor, consoles, history, end }: Deps) {
  /** A person's commands to each server: two requests at the same time may arrive in any order. */
  const queueOf = createQueues<ServerRef>()

  /** An open console knows that the server is off; Pelican would take the command, and drop it without a word. */
  function isKnownOff({ ref, panelId, state }: ServerView): boolean {
    const { panels, consoles: views } = store.get()
    return state === 'offline' && (panels[panelId]?.isPelican === true || views[ref]?.stream?.phase === 'open')
  }

  return {
    /**
     * Sends one console command once, through the panel, whose answer says more than a console's connection does: that drops
     * what comes too fast. Those of a person go out one after the other, in their order. Its progress and result stand in the
     * server's console entries.
     */
    async send(ref: ServerRef, command: string, options: CommandOptions = {}): Promise<Result<void>> {
      const { keyId: chosen, isPrivate = false, isAutomatic = false, signal, afterEnd = false } = options
      let { notAfter } = options
      const purpose = { permission: 'control.console', now: clock.now(), keyId: chosen, isAutomatic } as const
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
      const settled = consoles.echo(ref, entry, isPrivate)
      if (!isPrivate) history.add(ref, command)
      const signals = [signal, afterEnd ? undefined : end].filter((one) => one !== undefined)
      const onWait = (retryAt: number) => {
        show({ phase: 'waiting', retryAt })
        options.onWait?.(retryAt)
      }
      async function post(): Promise<Outcome> {
        if (isKnownOff(store.get().servers[ref] ?? server)) {
          return { phase: 'refused', error: appError('server-not-running'), otherKeyId: null }
        }
        const waits = { onWait, notAfter, afterEnd, signal: AbortSignal.any(signals) }
        const sent = await client.sendCommand(server.identifier, command, waits)
        const used = { keyId, client, permission: 'control.console' } as const
        return takeAnswer({ store, clock, clientFor }, ref, used, sent) ?? { phase: 'sent' }
      }
      const queue = queueOf(ref)
      if (!isAutomatic && queue.isBusy()) {
        show({ phase: 'waiting' })
        // Counted from now: the computer may sleep while those before it are out, long before its own request begins.
        notAfter ??= clock.steady() + longestBehindMs
      }
      // What a plan says has its time, and waits for nobody's.
      const outcome = await (isAutomatic ? post() : queue.run(post))
      settled?.()
      show(outcome)
      return outcome.phase === 'sent' ? ok() : fail(outcome.error)
    },
  }
}

export type Commands = ReturnType<typeof createCommands>
