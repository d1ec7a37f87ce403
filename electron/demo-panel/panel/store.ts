import { z } from 'zod'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { failureCodeOf } from '../../lib/failure-code.ts'
import { createKeptFile } from '../../lib/kept-file.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { storedKeySchema } from './api-keys.ts'

const stateSchema = z.object({
  version: z.literal(1),
  /** The port of the last run, so that stored addresses stay valid. */
  port: z.number().int().min(1).max(65_535).nullable(),
  keys: z.array(storedKeySchema),
})
type DemoState = z.infer<typeof stateSchema>

/** More than the keys of an account take. */
const maxBytes = 4_000_000

/**
 * Keeps the panel's keys in one file that only its owner can read; its servers begin anew with each start.
 * @param path null keeps nothing on disk
 */
export function createStore(path: string | null, log: (line: string) => void) {
  const file =
    path === null
      ? null
      : createKeptFile<DemoState | null>({
          path,
          none: null,
          maxBytes,
          parse: (text) => stateSchema.safeParse(parseJson(text)).data ?? null,
          format: (state) => state,
          report: (fault, failure) =>
            log(
              `The state of the demo panel ${fault}${failure === undefined ? '; it is set aside' : `: ${failureCodeOf(failure)}`}.`,
            ),
        })
  return {
    /** The file's content; null when there is none, or none that can be used, which is put aside. */
    load: (): DemoState | null => file?.get() ?? null,
    /** Writes the whole state, or leaves the file unchanged. */
    save: (state: DemoState): Result<void> => (file === null || file.set(state) ? ok() : fail('storage-failed')),
  }
}
