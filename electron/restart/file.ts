import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { frozenRestart } from '../../shared/model/restart.ts'
import { planViewSchema, scheduleViewSchema } from '../../shared/model/restart-schema.ts'
import { failureCodeOf } from '../lib/failure-code.ts'
import { parseJson } from '../lib/parse-json.ts'
import { describeFailure, type Logger } from '../log/logger.ts'

export const restartsPath = (folder: string) => join(folder, 'restarts.json')

const contentSchema = z.object({
  /** Those under way, and those that were missed and wait for the person. */
  plans: z.array(planViewSchema),
  /** By the schedule's id. */
  runs: z.record(z.string(), scheduleViewSchema.pick({ nextAt: true, lastRun: true })),
  /** When servers were restarted since their game had stopped answering, in unix milliseconds. */
  frozen: z.record(serverRefSchema, z.array(z.number()).max(frozenRestart.mostADay)).default({}),
})
const fileSchema = contentSchema.extend({ version: z.literal(1) })

/** What must be known after an end, however the app came to it. */
export type Restarts = z.infer<typeof contentSchema>

/** Thousands of plans are smaller than this. */
const maxBytes = 32_000_000

const none: Restarts = { plans: [], runs: {}, frozen: {} }

export type RestartsFile = {
  /** What is kept; read from the disk once. */
  get(): Restarts
  /** Written before it returns, so that no signal goes out that the file does not know of. */
  change(change: Partial<Restarts>): void
}

/** What a file says; nothing where it is none. */
export function parseRestarts(text: string): Restarts | null {
  const parsed = fileSchema.safeParse(parseJson(text))
  if (!parsed.success) return null
  const { plans, runs, frozen } = parsed.data
  return { plans, runs, frozen }
}

/** Plans on disk, readable by their owner only. A disk that fails stops nothing. */
export function createRestartsFile({ path, log }: { path: string; log: Logger }): RestartsFile {
  let content: Restarts | null = null

  function read(): Restarts {
    try {
      const parsed = statSync(path).size > maxBytes ? null : parseRestarts(readFileSync(path, 'utf8'))
      if (parsed === null) log.warn('the file of planned restarts is damaged and was not used')
      return parsed ?? none
    } catch (failure) {
      if (failureCodeOf(failure) !== 'ENOENT')
        log.warn('planned restarts could not be read', { failure: describeFailure(failure) })
      return none
    }
  }
  const get = () => {
    content ??= read()
    return content
  }

  return {
    get,
    change(change) {
      const next = { ...get(), ...change }
      if (JSON.stringify(next) === JSON.stringify(content)) return
      content = next
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        const fresh = `${path}.new`
        writeFileSync(fresh, JSON.stringify({ version: 1, ...content }), { mode: 0o600 })
        renameSync(fresh, path)
      } catch (failure) {
        log.warn('planned restarts could not be written', { failure: describeFailure(failure) })
      }
    },
  }
}
