import { z } from 'zod'
import { filePathSchema } from '../../shared/model/file-schema.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { parseJson } from '../lib/parse-json.ts'

const entrySchema = z.object({
  /** The name of the file that holds it. */
  id: z.uuid(),
  ref: serverRefSchema,
  path: filePathSchema,
  keptAt: z.number(),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A version as the list of the folder tells of it. */
export type KeptEntry = z.output<typeof entrySchema>

const listSchema = z.object({ version: z.literal(1), versions: z.array(entrySchema) })

/** What the list says, newest first; null where it is none. */
export function parseVersions(text: string): readonly KeptEntry[] | null {
  const parsed = listSchema.safeParse(parseJson(text))
  return parsed.success ? parsed.data.versions : null
}

export const formatVersions = (versions: readonly KeptEntry[]) => ({ version: 1, versions })
