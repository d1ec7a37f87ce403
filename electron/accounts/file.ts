import { join } from 'node:path'
import { z } from 'zod'
import { accountKeyIdentifierSchema } from '../../shared/model/account-schema.ts'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import type { TellingFile } from '../lib/kept-file.ts'
import { createKeptList, type ListFormat } from '../lib/kept-list.ts'
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

export const rotationList: ListFormat<Rotation> = {
  key: 'rotations',
  entry: rotationSchema,
  most: 1_000,
  idOf: ({ keyId }) => keyId,
}

const maxBytes = 1_000_000

/** Rotations under way on disk, readable by their owner only; without any token. */
export function createRotationRecords({ path, log }: { path: string; log: Logger }): TellingFile<readonly Rotation[]> {
  return createKeptList(rotationList, { path, maxBytes, report: faultsTo(log, 'the file of rotations') })
}
