import { join } from 'node:path'
import type { Handed } from '../../shared/model/handed.ts'
import { handedSchema } from '../../shared/model/handed-schema.ts'
import { maxSchedules } from '../../shared/model/restart-choices.ts'
import type { KeptFile } from '../lib/kept-file.ts'
import { createKeptList, type ListFormat } from '../lib/kept-list.ts'
import { faultsTo, type Logger } from '../log/logger.ts'

export const handedPath = (folder: string) => join(folder, 'handovers.json')

/** Maximum number of servers of all planned restarts that panels have. */
export const maxHandedParts = 500
/** As many are smaller than this, with the longest commands. */
const maxBytes = 128_000_000

export const handedList: ListFormat<Handed> = {
  key: 'handovers',
  entry: handedSchema,
  most: maxSchedules,
  idOf: ({ id }) => id,
}

/** The planned restarts that panels have, or may have in part. To be written before each call that changes a panel. */
export function createHandedFile({ path, log }: { path: string; log: Logger }): KeptFile<readonly Handed[]> {
  return createKeptList(handedList, { path, maxBytes, report: faultsTo(log, 'the file of planned restarts on panels') })
}
