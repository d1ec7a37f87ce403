import { join } from 'node:path'
import { z } from 'zod'
import { bulkViewSchema } from '../../shared/bulk/contract.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { frozenRestart } from '../../shared/model/restart.ts'
import { planViewSchema, scheduleViewSchema } from '../../shared/model/restart-schema.ts'
import { own } from '../../shared/own.ts'
import { createKeptFile, joinLists } from '../lib/kept-file.ts'
import { parseJson } from '../lib/parse-json.ts'
import { faultsTo, type Logger } from '../log/logger.ts'

export const restartsPath = (folder: string) => join(folder, 'restarts.json')

const contentSchema = z.object({
  /** Those under way, and those that were missed and wait for the person. */
  plans: z.array(planViewSchema),
  /** By the schedule's id. */
  runs: z.record(z.string(), scheduleViewSchema.pick({ nextAt: true, lastRun: true })),
  /** When servers were restarted since their game had stopped answering, in unix milliseconds. */
  frozen: z.record(serverRefSchema, z.array(z.number()).max(frozenRestart.mostADay)).default({}),
  /** Bulk actions under way. */
  bulks: z.array(bulkViewSchema).default([]),
})
const fileSchema = contentSchema.extend({ version: z.literal(1) }).transform(({ version: _, ...content }) => content)

/** What must be known after an end, however the app came to it. */
export type Restarts = z.infer<typeof contentSchema>

/** Thousands of plans are smaller than this. */
const maxBytes = 32_000_000

const none: Restarts = { plans: [], runs: {}, frozen: {}, bulks: [] }

/** What a file says; nothing where it is none. */
export const parseRestarts = (text: string): Restarts | null => fileSchema.safeParse(parseJson(text)).data ?? null

/** What was kept before, beside what was made while it could not be read. */
function joined(before: Restarts, next: Restarts): Restarts {
  const runs = Object.entries(next.runs).map(([id, { nextAt, lastRun }]) => {
    return [id, { nextAt, lastRun: lastRun ?? own(before.runs, id)?.lastRun ?? null }] as const
  })
  return {
    plans: joinLists(before.plans, next.plans, ({ id }) => id),
    runs: { ...before.runs, ...Object.fromEntries(runs) },
    frozen: { ...before.frozen, ...next.frozen },
    bulks: joinLists(before.bulks, next.bulks, ({ id }) => id),
  }
}

/** Plans on disk, readable by their owner only. A disk that fails stops nothing. */
export function createRestartsFile({ path, log }: { path: string; log: Logger }) {
  const { get, set } = createKeptFile({
    path,
    none,
    maxBytes,
    parse: parseRestarts,
    format: (content) => ({ version: 1, ...content }),
    join: joined,
    report: faultsTo(log, 'the file of planned restarts'),
  })
  return {
    /** What is kept; read from the disk once. */
    get,
    /** Written before it returns, so that no signal goes out that the file does not know of. */
    change: (change: Partial<Restarts>): void => void set({ ...get(), ...change }),
  }
}
export type RestartsFile = ReturnType<typeof createRestartsFile>
