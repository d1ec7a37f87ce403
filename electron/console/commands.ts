import type { ConsoleEntry } from '../../shared/model/console.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { ok } from '../../shared/result.ts'
import type { Clock } from '../clock.ts'
import { keyToOffer, noteAnswer } from '../servers/key-answers.ts'
import type { ClientFor } from '../servers/reach.ts'
import { reach } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { setConsoleEntry } from '../state/updates.ts'

type Deps = {
  store: StateStore
  clock: Clock
  newId: () => string
  clientFor: ClientFor
}

export type Commands = {
  /**
   * Sends one console command once. Its progress and result stand in the server's console entries.
   * `keyId` uses exactly that key.
   */
  send(ref: ServerRef, command: string, keyId?: KeyId): Promise<Result<void>>
}

export function createCommands({ store, clock, newId, clientFor }: Deps): Commands {
  return {
    async send(ref, command, chosen) {
      const purpose = { permission: 'console', now: clock.now(), keyId: chosen } as const
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
      }
      const show = (change: Partial<ConsoleEntry>) => store.update(setConsoleEntry(ref, { ...entry, ...change }))
      show({})
      const sent = await client.sendCommand(server.identifier, command, {
        onWait: (retryAt) => show({ phase: 'waiting', retryAt }),
      })
      const answer = { keyId, permission: 'console', result: sent, at: clock.now() } as const
      // A client is made anew with a new token; what an old one was told says nothing about it.
      if (clientFor(keyId) === client) store.update(noteAnswer(answer))
      if (sent.ok) show({ phase: 'sent' })
      else show({ phase: 'refused', error: sent.error, otherKeyId: keyToOffer(store.get(), ref, answer) })
      return sent.ok ? ok() : sent
    },
  }
}
