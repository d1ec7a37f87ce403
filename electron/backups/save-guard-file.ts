import { join } from 'node:path'
import { z } from 'zod'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import type { TellingFile } from '../lib/kept-file.ts'
import { createKeptList, type ListFormat } from '../lib/kept-list.ts'
import { faultsTo, type Logger } from '../log/logger.ts'
import type { Unsaved } from './unsaved.ts'

export const unsavedPath = (folder: string) => join(folder, 'saving-off.json')

export const unsavedList: ListFormat<Unsaved> = {
  key: 'servers',
  entry: z.object({
    ref: serverRefSchema,
    name: z.string().max(500),
    undo: z.string().min(1).max(100),
    isUndoSent: z.boolean(),
  }),
  most: 1_000,
  idOf: ({ ref, undo }) => `${ref} ${undo}`,
}
const maxBytes = 500_000

/** The servers that may be kept from saving by themselves, which a next start of the app must know. */
export function createUnsavedFile({ path, log }: { path: string; log: Logger }): TellingFile<readonly Unsaved[]> {
  return createKeptList(unsavedList, { path, maxBytes, report: faultsTo(log, 'the file of servers that do not save') })
}
