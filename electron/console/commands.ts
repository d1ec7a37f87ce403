import type { ConsoleEntry } from '../../shared/model/console.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { ok } from '../../shared/result.ts'
import type { Clock } from '../clock.ts'
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
  /** Sends one console command once. Its progress and result stand in the server's console entries. */
  send(ref: ServerRef, command: string): Promise<Result<void>>
}

export function createCommands({ store, clock, newId, clientFor }: Deps): Commands {
  return {
    async send(ref, command) {
      const reached = reach(store.get(), ref, clientFor)
      if (!reached.ok) return reached
      const { server, client } = reached.value

      const entry: ConsoleEntry = {
        id: newId(),
        command,
        sentAt: clock.now(),
        phase: 'sending',
        retryAt: null,
        error: null,
      }
      const show = (change: Partial<ConsoleEntry>) => store.update(setConsoleEntry(ref, { ...entry, ...change }))
      show({})
      const sent = await client.sendCommand(server.identifier, command, {
        onWait: (retryAt) => show({ phase: 'waiting', retryAt }),
      })
      show(sent.ok ? { phase: 'sent' } : { phase: 'refused', error: sent.error })
      return sent.ok ? ok() : sent
    },
  }
}
