import { allocationActs } from '../../shared/allocations/allocations.ts'
import { deniedActs } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import { type AreaContext, type AreaUses, createArea } from '../areas/area.ts'
import type { FeatureOf } from '../ipc/feature.ts'
import { createQueues } from '../lib/queue.ts'
import type { AtServer } from '../panel/at-server.ts'
import { readFacts } from '../panel/server-facts.ts'
import type { ServerLists } from '../servers/lists.ts'
import { addAllocation, listAllocations, makePrimary, noteAllocation, removeAllocation } from './panel.ts'
import { shownAllocation } from './shown.ts'
import { createWaiting } from './waiting.ts'

/** The addresses of servers. */
export function createAllocationsFeature(
  context: AreaContext,
  { clientFor, lists }: AreaUses & { lists: Pick<ServerLists, 'recheck'> },
): FeatureOf<'allocations'> {
  const area = createArea('network', context, { clientFor })
  const waiting = createWaiting(context)
  /** Two changes of a server in a row reach its panel in that order. */
  const queueOf = createQueues<ServerRef>()

  const change = <T>(ref: ServerRef, work: (server: AtServer) => Promise<Result<T>>) =>
    queueOf(ref).run(() => area.on(ref, 'change', work))

  /**
   * The same for what the server takes up at its next start, also where it only may have been done, and what its list
   * tells of it.
   */
  async function move<T>(ref: ServerRef, work: (server: AtServer) => Promise<Result<T>>): Promise<Result<T>> {
    const moved = await change(ref, work)
    if (moved.ok || moved.error.mayHaveActed) waiting.note(ref)
    for (const keyId of context.store.get().servers[ref]?.keyIds ?? []) lists.recheck(keyId)
    return moved
  }

  return {
    handlers: {
      'allocations:list': area.view(async (server, { ref }) => {
        const list = await listAllocations(server)
        if (!list.ok) return list
        const facts = await readFacts(server)
        const known = facts.ok ? facts.value : { permissions: null, allocationLimit: null, sftp: null }
        const { permissions, allocationLimit: limit, sftp } = known
        const { allocations, leftOut } = list.value
        return ok({
          allocations: allocations.map((one) => shownAllocation(one, sftp?.host ?? null)),
          leftOut,
          limit,
          denied: deniedActs(permissions, 'allocation', allocationActs),
          waiting: waiting.of(ref),
        })
      }),
      'allocations:note': async ({ ref, id, notes }) => {
        const changed = await change(ref, (server) => noteAllocation(server, id, notes))
        return changed.ok ? ok({ notes: changed.value }) : changed
      },
      'allocations:add': async ({ ref }) => {
        const added = await move(ref, addAllocation)
        return added.ok ? ok({ added: added.value && shownAllocation(added.value, null) }) : added
      },
      'allocations:makePrimary': ({ ref, id }) => move(ref, (server) => makePrimary(server, id)),
      'allocations:remove': ({ ref, id }) => move(ref, (server) => removeAllocation(server, id)),
    },
    dispose: waiting.dispose,
  }
}
