import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { type AllocationsOfServer, allocationActs } from '../../shared/model/server-allocation.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import { createQueue, type Queue } from '../lib/queue.ts'
import type { AllocationCalls } from '../panel/allocations.ts'
import type { CallOptions } from '../panel/call-options.ts'
import { permits } from '../panel/server-facts.ts'
import { createAsk } from '../servers/ask.ts'
import type { ServerLists } from '../servers/lists.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { shownAllocation } from './shown.ts'
import { createWaiting } from './waiting.ts'

type Context = { store: StateStore; clock: Clock }
type Others = { clientFor: ClientFor; lists: Pick<ServerLists, 'recheck'> }

type AllocationsChannel = Extract<InvokeChannel, `allocations:${string}`>

/**
 * The addresses of servers, read when somebody looks: none of them is in the state. The client API document names no
 * permission for them, so that they need a key with all of them.
 */
export function createAllocationsFeature(
  { store, clock }: Context,
  { clientFor, lists }: Others,
): Feature<AllocationsChannel> {
  const ask = createAsk({ store, clock, clientFor })
  const waiting = createWaiting({ store, clock })
  /** Two changes of a server in a row reach its panel in that order. */
  const queues = new Map<ServerRef, Queue>()
  const ending = new AbortController()
  const options: CallOptions = { signal: ending.signal }

  function queueOf(ref: ServerRef): Queue {
    const queue = queues.get(ref) ?? createQueue()
    queues.set(ref, queue)
    return queue
  }

  /** Changes something of the addresses of a server, with the key that may. */
  const change = <T>(ref: ServerRef, work: (calls: AllocationCalls, identifier: string) => Promise<Result<T>>) =>
    queueOf(ref).run(() => ask(ref, 'all', ({ allocations }, { identifier }) => work(allocations, identifier)))

  /**
   * The same for what the server takes up at its next start, also where it only may have been done, and what its list
   * tells of it.
   */
  async function move<T>(
    ref: ServerRef,
    work: (calls: AllocationCalls, identifier: string) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const moved = await change(ref, work)
    if (moved.ok || moved.error.mayHaveActed) waiting.note(ref)
    for (const keyId of store.get().servers[ref]?.keyIds ?? []) lists.recheck(keyId)
    return moved
  }

  const read = (ref: ServerRef): Promise<Result<AllocationsOfServer>> =>
    ask(ref, 'all', async (client, { identifier }) => {
      const list = await client.allocations.list(identifier, options)
      if (!list.ok) return list
      const facts = await client.readServer(identifier, options)
      const known = facts.ok ? facts.value : { permissions: null, allocationLimit: null, sftp: null }
      const { permissions, allocationLimit, sftp } = known
      const { allocations, leftOut } = list.value
      return ok({
        allocations: allocations.map((one) => shownAllocation(one, sftp?.host ?? null)),
        leftOut,
        limit: allocationLimit,
        denied: allocationActs.filter((act) => !permits(permissions, `allocation.${act}`)),
        waiting: waiting.of(ref),
      })
    })

  return {
    handlers: {
      'allocations:list': ({ ref }) => read(ref),
      'allocations:note': async ({ ref, id, notes }) => {
        const changed = await change(ref, (calls, server) => calls.note(server, id, notes, options))
        return changed.ok ? ok({ notes: changed.value }) : changed
      },
      'allocations:add': async ({ ref }) => {
        const added = await move(ref, (calls, server) => calls.add(server, options))
        return added.ok ? ok({ added: added.value && shownAllocation(added.value, null) }) : added
      },
      'allocations:makePrimary': ({ ref, id }) => move(ref, (calls, server) => calls.makePrimary(server, id, options)),
      'allocations:remove': ({ ref, id }) => move(ref, (calls, server) => calls.remove(server, id, options)),
    },
    dispose() {
      waiting.dispose()
      ending.abort()
    },
  }
}
