import { fail, ok, type Result } from '../../shared/result.ts'
import { parseJson } from '../lib/parse-json.ts'
import { type PanelAllocation, readAllocation, readAllocations } from './allocation-entry.ts'
import type { CallOptions } from './call-options.ts'
import type { CallServer, OfAct, ReadServer } from './server-calls.ts'
import type { PanelAnswer } from './transport.ts'

/**
 * The addresses of a server (the panel's API, part 2, *Network*). What changes something is never sent twice. Errors
 * beside the usual: `not-on-panel` for a panel without them, `allocation-not-found`.
 */
export type AllocationCalls = {
  list(
    identifier: string,
    options?: CallOptions,
  ): Promise<Result<{ readonly allocations: readonly PanelAllocation[]; readonly leftOut: number }>>
  /**
   * Has the panel assign one more; null where its answer does not tell which. Errors: `allocations-off`,
   * `allocations-used-up`.
   */
  add(identifier: string, options?: CallOptions): Promise<Result<PanelAllocation | null>>
  /** Changes the note, which an empty one clears. Tells it as the panel keeps it by now; null where that is not told. */
  note(identifier: string, id: number, notes: string, options?: CallOptions): Promise<Result<string | null>>
  makePrimary(identifier: string, id: number, options?: CallOptions): Promise<Result<void>>
  /**
   * Gives it back, after a fresh look: one kind of panel would take the primary one away from a server as well. Error:
   * `allocation-primary`, where nothing was sent.
   */
  remove(identifier: string, id: number, options?: CallOptions): Promise<Result<void>>
}

const path = '/network/allocations'

/** What an answer to a change tells of an address: that the change was made is known by its status alone. */
const toldOf = ({ text, hideToken }: PanelAnswer) => readAllocation(parseJson(text), hideToken)

export function createAllocationCalls(deps: {
  readonly callServer: CallServer
  readonly readServer: ReadServer
  readonly ofAct: OfAct
}): AllocationCalls {
  const { callServer, readServer, ofAct } = deps

  const list: AllocationCalls['list'] = async (identifier, options = {}) => {
    const read = await readServer(identifier, { operation: 'allocations', below: path }, options)
    if (!read.ok) return read
    const { answer, json } = read.value
    const found = readAllocations(json, answer.hideToken)
    return found === null ? fail('malformed-answer', { status: answer.status }) : ok(found)
  }

  return {
    list,

    async add(identifier, options = {}) {
      const call = { operation: 'allocation-add', method: 'POST', below: path } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok(toldOf(answer.value)) : answer
    },

    async note(identifier, id, notes, options = {}) {
      const body = { notes: notes === '' ? null : notes }
      const call = { operation: 'allocation-note', method: 'POST', below: `${path}/${id}`, body } as const
      const answer = await callServer(identifier, call, options)
      if (!answer.ok) return answer
      const told = toldOf(answer.value)
      return ok(told?.id === id ? told.notes : null)
    },

    async makePrimary(identifier, id, options = {}) {
      const call = { operation: 'allocation-primary', method: 'POST', below: `${path}/${id}/primary` } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok() : answer
    },

    async remove(identifier, id, given = {}) {
      const options = ofAct(given)
      const now = await list(identifier, options)
      if (!now.ok) return now
      const found = now.value.allocations.find((one) => one.id === id)
      if (found === undefined) return fail('allocation-not-found')
      if (found.isPrimary) return fail('allocation-primary')
      const call = { operation: 'allocation-remove', method: 'DELETE', below: `${path}/${id}` } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok() : answer
    },
  }
}
