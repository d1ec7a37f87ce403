import type { PanelScheduleList } from '../../shared/model/panel-schedule.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { CallOptions } from './call-options.ts'
import { readSchedules, readUpdate } from './schedule-entry.ts'
import type { CallServer, ReadServer } from './server-calls.ts'

/**
 * The panel's own schedules of a server (the panel's API, part 2, *Schedules and tasks*). Errors beside the usual:
 * `not-on-panel` for a panel without schedules, `schedule-not-found`.
 */
export type ScheduleCalls = {
  list(identifier: string, options?: CallOptions): Promise<Result<PanelScheduleList>>
  /**
   * Pauses or resumes it. The panel takes an update of a whole schedule only, so it is read right before, and all else is
   * sent back just as it came. Nothing is sent where it is so already.
   */
  setActive(identifier: string, id: number, isActive: boolean, options?: CallOptions): Promise<Result<void>>
  /** Runs it now, paused or not, once. The panel answers for its first task alone. */
  run(identifier: string, id: number, options?: CallOptions): Promise<Result<void>>
}

const at = (id: number, rest = '') => `/schedules/${id}${rest}`

export function createScheduleCalls(deps: {
  readonly callServer: CallServer
  readonly readServer: ReadServer
}): ScheduleCalls {
  const { callServer, readServer } = deps
  return {
    async list(identifier, options = {}) {
      const read = await readServer(identifier, { operation: 'schedules', below: '/schedules' }, options)
      if (!read.ok) return read
      const { answer, json } = read.value
      const list = readSchedules(json, answer.hideToken)
      return list === null ? fail('malformed-answer', { status: answer.status }) : ok(list)
    },

    async setActive(identifier, id, isActive, options = {}) {
      const read = await readServer(identifier, { operation: 'schedule', below: at(id) }, options)
      if (!read.ok) return read
      const known = readUpdate(read.value.json, id)
      if (known === null) return fail('malformed-answer', { status: read.value.answer.status })
      if (known.is_active === isActive) return ok()
      const body = { ...known, is_active: isActive }
      const call = { operation: 'schedule-update', method: 'POST', below: at(id), body } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok() : answer
    },

    async run(identifier, id, options = {}) {
      const call = { operation: 'schedule-run', method: 'POST', below: at(id, '/execute') } as const
      const answer = await callServer(identifier, call, options)
      return answer.ok ? ok() : answer
    },
  }
}
