import { join } from 'node:path'
import { z } from 'zod'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { createKeptFile, type TellingFile } from '../lib/kept-file.ts'
import { parseJson } from '../lib/parse-json.ts'
import { faultsTo, type Logger } from '../log/logger.ts'
import type { Unsaved } from './unsaved.ts'

export const unsavedPath = (folder: string) => join(folder, 'saving-off.json')

/** Maximum number of servers that are kept. */
const maxUnsaved = 1_000
const maxBytes = 500_000

const fileSchema = z.object({
  version: z.literal(1),
  servers: z
    .array(
      z.object({
        ref: serverRefSchema,
        name: z.string().max(500),
        undo: z.string().min(1).max(100),
        isUndoSent: z.boolean(),
      }),
    )
    .max(maxUnsaved),
})

/** What a file says; null where it is none. */
export function parseUnsaved(text: string): readonly Unsaved[] | null {
  return fileSchema.safeParse(parseJson(text)).data?.servers ?? null
}

/** The servers that may be kept from saving by themselves, which a next start of the app must know. */
export function createUnsavedFile({ path, log }: { path: string; log: Logger }): TellingFile<readonly Unsaved[]> {
  return createKeptFile({
    path,
    none: [],
    maxBytes,
    parse: parseUnsaved,
    format: (servers: readonly Unsaved[]) => ({ version: 1, servers: servers.slice(-maxUnsaved) }),
    report: faultsTo(log, 'the file of servers that do not save'),
  })
}
