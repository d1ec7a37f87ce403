import { join } from 'node:path'
import { z } from 'zod'
import { type LoadPoint, loadPointSchema } from '../../shared/load-history/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { createKeptFile, joinByName, type KeptFile } from '../lib/kept-file.ts'
import { parseJson } from '../lib/parse-json.ts'
import { faultsTo, type Logger } from '../log/logger.ts'
import { maxPoints, withEnd } from './points.ts'

export const loadHistoryPath = (folder: string) => join(folder, 'load-history.json')

/** The points of each server, oldest first. */
export type LoadTable = ReadonlyMap<ServerRef, readonly LoadPoint[]>

/** Maximum number of servers whose load is kept. */
export const maxServers = 200
/** Larger than the file of so many servers can be. */
const maxBytes = 16_000_000

const mebibyte = 2 ** 20
/** Largest values that are written, so that a number has seven characters at most. */
const largest = { cpu: 99_999.9, mebibytes: 9_999_999 }

const fileSchema = z.object({
  version: z.literal(1),
  /** Points with whole seconds and mebibytes. */
  servers: z.record(serverRefSchema, z.array(loadPointSchema).max(maxPoints)),
})

/** In steps of `1 / parts`, between nothing and `most`. */
function bounded(value: number | null, parts: number, most: number): number | null {
  if (value === null || !Number.isFinite(value)) return null
  return Math.min(most, Math.max(0, Math.round(value * parts) / parts))
}
const cpuOf = (value: number | null) => bounded(value, 10, largest.cpu)
const memoryOf = (value: number | null) => bounded(value && value / mebibyte, 1, largest.mebibytes)

const written = ([at, cpu, cpuMax, memory, memoryMax]: LoadPoint): LoadPoint => [
  Math.round(at / 1_000),
  cpuOf(cpu),
  cpuOf(cpuMax),
  memoryOf(memory),
  memoryOf(memoryMax),
]

const bytesOf = (mebibytes: number | null) => (mebibytes === null ? null : mebibytes * mebibyte)
const read = ([at, cpu, cpuMax, memory, memoryMax]: LoadPoint): LoadPoint => [
  at * 1_000,
  cpu,
  cpuMax,
  bytesOf(memory),
  bytesOf(memoryMax),
]

/** What is written: CPU to a tenth of a percent, memory in whole mebibytes, times in whole seconds. */
export const formatLoad = (table: LoadTable) => ({
  version: 1,
  servers: Object.fromEntries([...table].map(([ref, points]) => [ref, points.map(written)])),
})

/** What a file says; null where it is damaged. */
export function parseLoad(text: string): LoadTable | null {
  const parsed = fileSchema.safeParse(parseJson(text))
  if (!parsed.success) return null
  const servers = Object.entries(parsed.data.servers).slice(-maxServers)
  return new Map(servers.map(([ref, points]) => [ref as ServerRef, points.map(read)]))
}

/** The load of servers on disk, readable by their owner only. A disk that fails stops nothing. */
export const createLoadFile = ({ path, log }: { path: string; log: Logger }): KeptFile<LoadTable> =>
  createKeptFile({
    path,
    none: new Map(),
    maxBytes,
    parse: parseLoad,
    format: formatLoad,
    join: (before, next) =>
      joinByName(new Map([...before].map(([ref, points]) => [ref, withEnd(points)])), next, maxPoints),
    report: faultsTo(log, 'the file of load history'),
  })
