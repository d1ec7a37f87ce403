import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { AllocationsOfServer, ServerAllocation } from '../../../shared/model/server-allocation.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient } from '../../state/hooks.ts'
import type { Asked } from '../../state/queries.ts'

/** What came of an address that was asked for. */
export type Adding =
  | { readonly kind: 'none' | 'adding' }
  | { readonly kind: 'added'; readonly allocation: ServerAllocation | null }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** Its answer was lost. `seen` are the addresses from before, `at` is the time of the list that had them. */
  | { readonly kind: 'unsure'; readonly error: AppError; readonly seen: readonly number[]; readonly at: number }

/** Has the panel assign one more address, once, and then reads the list. */
export function useAdding(ref: ServerRef, { value, at, again }: Asked<AllocationsOfServer>) {
  const { call } = useClient().bridge
  const [adding, setAdding] = useState<Adding>({ kind: 'none' })

  async function add(): Promise<void> {
    if (adding.kind === 'adding') return
    setAdding({ kind: 'adding' })
    const seen = value?.allocations.map(({ id }) => id) ?? []
    const result = await attempt(() => call['allocations:add']({ ref }))
    if (result.ok) setAdding({ kind: 'added', allocation: result.value.added })
    else if (result.error.mayHaveActed) setAdding({ kind: 'unsure', error: result.error, seen, at })
    else setAdding({ kind: 'failed', error: result.error })
    again()
  }
  return { adding, add: () => void add(), dismiss: () => setAdding({ kind: 'none' }) }
}
