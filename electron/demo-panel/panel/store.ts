import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { failureCodeOf } from '../../lib/failure-code.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { replaceFile } from '../../lib/replace-file.ts'
import { storedKeySchema } from './api-keys.ts'
import { storedServerSchema } from './fleet.ts'

const portSchema = z.number().int().min(1).max(65_535)
const stateSchema = z.object({
  version: z.literal(1),
  /** The port of the last run, so that stored addresses stay valid. */
  port: portSchema.nullable(),
  keys: z.array(storedKeySchema),
  servers: z.array(storedServerSchema),
  /** The first port of each server's game, by uuid. */
  gamePorts: z.record(z.string(), portSchema).default({}),
})
type DemoState = z.infer<typeof stateSchema>

type Deps = {
  /** Null keeps nothing on disk. */
  readonly file: string | null
  readonly now: () => number
  readonly log: (line: string) => void
}

/** Keeps the panel's state in one file that only its owner can read. */
export function createStore({ file, now, log }: Deps) {
  function setAside(path: string) {
    const dated = `${path}.broken-${new Date(now()).toISOString().replace(/[:.]/g, '-')}`
    try {
      renameSync(path, dated)
      log(`The state of the demo panel could not be read; it was set aside as ${dated}.`)
    } catch {
      log('The state of the demo panel could not be read, and could not be set aside.')
    }
  }

  return {
    /** The file's content; null when there is none, or it was damaged and was set aside. */
    load(): DemoState | null {
      const text = file === null ? null : read(file)
      if (file === null || text === null) return null
      const parsed = stateSchema.safeParse(parseJson(text))
      if (!parsed.success) setAside(file)
      return parsed.data ?? null
    },
    /** Writes the whole state, or leaves the file unchanged. */
    save(state: DemoState): Result<void> {
      if (file === null) return ok()
      try {
        mkdirSync(dirname(file), { recursive: true })
        replaceFile(file, JSON.stringify(state))
        return ok()
      } catch (error) {
        log(`The state of the demo panel could not be written: ${failureCodeOf(error) || 'unknown'}.`)
        return fail('storage-failed')
      }
    },
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return failureCodeOf(error) === 'ENOENT' ? null : ''
  }
}
