import type { Startup, StartupChange } from '../../shared/model/startup.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { CallOptions } from './call-options.ts'
import type { CallServer, ReadServer } from './server-calls.ts'
import { readStartup } from './startup-entry.ts'

/**
 * How a server starts (the panel's API, part 2, *Startup and image*). What is changed is used at its next start. Errors
 * beside the usual: `not-on-panel` for a panel without it; `input-rejected` with the panel's words for a value that breaks
 * a rule, `panel-refused` for a variable or an image that may not be changed.
 */
export type StartupCalls = {
  read(identifier: string, options?: CallOptions): Promise<Result<Startup>>
  /** Sets one variable, or the image, once. */
  change(identifier: string, change: StartupChange, options?: CallOptions): Promise<Result<void>>
}

export function createStartupCalls(deps: {
  readonly callServer: CallServer
  readonly readServer: ReadServer
}): StartupCalls {
  const { callServer, readServer } = deps
  return {
    async read(identifier, options = {}) {
      const read = await readServer(identifier, { operation: 'startup', below: '/startup' }, options)
      if (!read.ok) return read
      const { answer, json } = read.value
      const startup = readStartup(json, answer.hideToken)
      return startup === null ? fail('malformed-answer', { status: answer.status }) : ok(startup)
    },

    async change(identifier, { key, value }, options = {}) {
      const answer = await callServer(
        identifier,
        key === null
          ? {
              operation: 'startup-image',
              method: 'PUT',
              below: '/settings/docker-image',
              body: { docker_image: value },
            }
          : { operation: 'startup-variable', method: 'PUT', below: '/startup/variable', body: { key, value } },
        options,
      )
      return answer.ok ? ok() : answer
    },
  }
}
