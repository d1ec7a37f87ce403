import { join } from 'node:path'
import { type RestoreView, restoreViewSchema } from '../../shared/backups/contract.ts'
import type { KeptFile } from '../lib/kept-file.ts'
import { createKeptList, type ListFormat } from '../lib/kept-list.ts'
import { faultsTo, type Logger } from '../log/logger.ts'

export const restoresPath = (folder: string) => join(folder, 'restores.json')

export const restoreList: ListFormat<RestoreView> = {
  key: 'restores',
  entry: restoreViewSchema,
  most: 200,
  idOf: ({ id }) => id,
}
/** Maximum size of the file, in bytes: as many are smaller. */
const maxBytes = 8_000_000

/**
 * The guided restores that a next start of the app must know: those under way, and those that ended and that nobody has
 * dismissed. To be written before the request goes out.
 */
export function createRestoresFile({ path, log }: { path: string; log: Logger }): KeptFile<readonly RestoreView[]> {
  return createKeptList(restoreList, { path, maxBytes, report: faultsTo(log, 'the file of restores') })
}
