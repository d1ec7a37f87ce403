import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { AllocationsOfServer } from '../../../shared/network/contract.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient, useView } from '../../state/hooks.ts'
import type { Query } from '../../state/queries.ts'
import type { Adding } from '../../state/view.ts'
import { withAdding } from '../../state/view.ts'

const none: Adding = { kind: 'none' }

/** Has the panel assign one more address, once, and then reads the list. What came of it stays when the area is left. */
export function useAdding(ref: ServerRef, { value, again }: Query<AllocationsOfServer>) {
  const { bridge, view } = useClient()
  const adding = useView((state) => state.addings[ref]) ?? none
  const set = (next: Adding) => view.setState(withAdding(ref, next))

  async function add(): Promise<void> {
    if (view.getState().addings[ref]?.kind === 'adding') return
    set({ kind: 'adding' })
    const seen = value?.allocations.map(({ id }) => id) ?? []
    const result = await attempt(() => bridge.call('allocations:add', { ref }))
    if (result.ok) set({ kind: 'added', allocation: result.value.added })
    else if (result.error.mayHaveActed) set({ kind: 'unsure', error: result.error, seen, at: Date.now() })
    else set({ kind: 'failed', error: result.error })
    // A reading that began before the address was added may lack it: this one takes its place.
    again()
  }
  return { adding, add: () => void add(), dismiss: () => set(none) }
}
