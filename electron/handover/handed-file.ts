import { join } from 'node:path'
import { z } from 'zod'
import type { Handed } from '../../shared/model/handed.ts'
import { handedSchema } from '../../shared/model/handed-schema.ts'
import { maxSchedules } from '../../shared/model/restart-choices.ts'
import { createKeptFile, type KeptFile } from '../lib/kept-file.ts'
import { parseJson } from '../lib/parse-json.ts'
import { faultsTo, type Logger } from '../log/logger.ts'

export const handedPath = (folder: string) => join(folder, 'handovers.json')

/** Maximum number of servers of all planned restarts that panels have. */
export const maxHandedParts = 500
/** As many are smaller than this, with the longest commands. */
const maxBytes = 128_000_000

const fileSchema = z.object({ version: z.literal(1), handovers: z.array(handedSchema).max(maxSchedules) })

/** What a file says; null where it is none. */
export function parseHanded(text: string): readonly Handed[] | null {
  return fileSchema.safeParse(parseJson(text)).data?.handovers ?? null
}

/** The planned restarts that panels have, or may have in part. To be written before each call that changes a panel. */
export function createHandedFile({ path, log }: { path: string; log: Logger }): KeptFile<readonly Handed[]> {
  return createKeptFile({
    path,
    none: [],
    maxBytes,
    parse: parseHanded,
    format: (handovers: readonly Handed[]) => ({ version: 1, handovers }),
    report: faultsTo(log, 'the file of planned restarts on panels'),
  })
}
