import { join } from 'node:path'
import { z } from 'zod'
import { accountKeyIdentifierSchema } from '../../shared/model/account-schema.ts'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { createKeptFile, type TellingFile } from '../lib/kept-file.ts'
import { parseJson } from '../lib/parse-json.ts'
import { faultsTo, type Logger } from '../log/logger.ts'
import type { Rotation } from './rotation.ts'

export const rotationsPath = (folder: string) => join(folder, 'rotations.json')

const rotationSchema = z.object({
  keyId: keyIdSchema,
  marker: z.string().min(1).max(200),
  oldId: accountKeyIdentifierSchema,
  newId: accountKeyIdentifierSchema.nullable(),
  askedAt: z.number(),
  isAnswered: z.boolean(),
}) satisfies z.ZodType<Rotation>
const fileSchema = z.object({ version: z.literal(1), rotations: z.array(rotationSchema).max(1_000) })

const maxBytes = 1_000_000

/** What a file says; null where it is none. */
export function parseRotations(text: string): readonly Rotation[] | null {
  return fileSchema.safeParse(parseJson(text)).data?.rotations ?? null
}

/** Rotations under way on disk, readable by their owner only; without any token. */
export function createRotationRecords({ path, log }: { path: string; log: Logger }): TellingFile<readonly Rotation[]> {
  return createKeptFile({
    path,
    none: [],
    maxBytes,
    parse: parseRotations,
    format: (rotations: readonly Rotation[]) => ({ version: 1, rotations }),
    report: faultsTo(log, 'the file of rotations'),
  })
}
