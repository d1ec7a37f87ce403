import { join } from 'node:path'
import { z } from 'zod'
import type { RestoreView } from '../../shared/model/restore.ts'
import { restoreViewSchema } from '../../shared/model/restore-schema.ts'
import { createKeptFile, type KeptFile } from '../lib/kept-file.ts'
import { parseJson } from '../lib/parse-json.ts'
import { faultsTo, type Logger } from '../log/logger.ts'

export const restoresPath = (folder: string) => join(folder, 'restores.json')

/** Maximum number of restores that are kept. */
const maxRestores = 200
/** Maximum size of the file, in bytes: so many restores are smaller. */
const maxBytes = 8_000_000

const fileSchema = z.object({ version: z.literal(1), restores: z.array(restoreViewSchema).max(maxRestores) })

/** What a file says; null where it is none. */
export function parseRestores(text: string): readonly RestoreView[] | null {
  return fileSchema.safeParse(parseJson(text)).data?.restores ?? null
}

/**
 * The guided restores that a next start of the app must know: those under way, and those that ended and that nobody has
 * dismissed. To be written before the request goes out.
 */
export function createRestoresFile({ path, log }: { path: string; log: Logger }): KeptFile<readonly RestoreView[]> {
  return createKeptFile({
    path,
    none: [],
    maxBytes,
    parse: parseRestores,
    format: (restores: readonly RestoreView[]) => ({ version: 1, restores: restores.slice(-maxRestores) }),
    report: faultsTo(log, 'the file of restores'),
  })
}
