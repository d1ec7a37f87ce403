import { join } from 'node:path'
import { z } from 'zod'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { createKeptFile, type KeptFile } from '../lib/kept-file.ts'
import { parseJson } from '../lib/parse-json.ts'
import { faultsTo, type Logger } from '../log/logger.ts'
import type { KeepTimes } from './daily-keep.ts'

export const keepTimesPath = (folder: string) => join(folder, 'keep-rules.json')

/** Maximum size of the file, in bytes: the times of thousands of servers are smaller. */
const maxBytes = 4_000_000

const fileSchema = z.object({ version: z.literal(1), lookedAt: z.record(serverRefSchema, z.number().min(0)) })

/** What a file says; null where it is none. */
export function parseKeepTimes(text: string): KeepTimes | null {
  return fileSchema.safeParse(parseJson(text)).data?.lookedAt ?? null
}

/** When keep rules that look daily looked last. Without it they look a day later. */
export function createKeepTimes({ path, log }: { path: string; log: Logger }): KeptFile<KeepTimes> {
  return createKeptFile({
    path,
    none: {},
    maxBytes,
    parse: parseKeepTimes,
    format: (lookedAt: KeepTimes) => ({ version: 1, lookedAt }),
    join: (before, next) => ({ ...before, ...next }),
    report: faultsTo(log, 'the file of the times of keep rules'),
  })
}
