import { z } from 'zod'
import { filePathSchema } from '../../shared/files/contract.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import type { ListFormat } from '../lib/kept-list.ts'

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

/** Maximum number of versions of all files together. */
export const mostVersions = 1_000

/** The list of the folder, newest first. */
export const versionList: ListFormat<KeptEntry> = {
  key: 'versions',
  entry: entrySchema,
  most: mostVersions,
  idOf: ({ id }) => id,
}
