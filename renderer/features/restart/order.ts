import type { Bridge } from '../../../shared/ipc/contract.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { RestartChoices, RestartWhen } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { Result } from '../../../shared/result.ts'
import { type When, zeroAt } from '../../parts/restart/when.ts'

type Call = Bridge['call']
type Planned = Promise<Result<{ id: string }>>

const orderOf = (when: When): RestartWhen =>
  when.kind === 'in' ? { inSeconds: when.minutes * 60 } : { at: zeroAt(when, Date.now()) ?? 0 }

/** Plans the restart of one server. */
export function planOne(call: Call, ref: ServerRef, choices: RestartChoices, when: When): Planned {
  return call('restart:plan', { ref, choices, when: orderOf(when) })
}

type Several = { readonly choices: RestartChoices; readonly when: When; readonly staggerMs: number | null }

/** Plans the restarts of several servers, each in its turn. */
export function planSeveral(call: Call, servers: readonly ServerView[], order: Several): Planned {
  const { choices, when, staggerMs } = order
  const refs = servers.map(({ ref }) => ref)
  return call('bulk:start', { work: { kind: 'restart', choices, when: orderOf(when) }, refs, staggerMs })
}
