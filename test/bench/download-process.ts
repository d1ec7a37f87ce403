/**
 * Downloads backups from the panel that its argument tells of, as the app does and with a bare `fetch` to a file; prints what
 * that takes as JSON. Run as a bundle, in a process of its own, so that nobody else's memory is in it.
 */

import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { linkToBackup, readBackup } from '../../electron/backups/panel.ts'
import { systemClock } from '../../electron/lib/clock.ts'
import { createNetwork } from '../../electron/network/network.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { download } from '../../electron/transfers/download.ts'
import { type Backup, backupIdSchema } from '../../shared/backups/contract.ts'
import { ok } from '../../shared/result.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import type { ArchivePanel, DownloadSample } from './download.ts'
import { monotonicMs } from './monotonic.ts'

const rounds = 3

const panelSchema = z.object({
  baseUrl: z.string(),
  token: z.string(),
  uuids: z.tuple([backupIdSchema, backupIdSchema]),
}) satisfies z.ZodType<ArchivePanel>
const { baseUrl, token, uuids } = panelSchema.parse(JSON.parse(process.argv[2] ?? ''))
const client = createPanelClient({ baseUrl, readToken: async () => ok(token), clock: systemClock })
const server = client.at(demoServers.survival, {})
const network = createNetwork({ clock: systemClock, findRoutes: async () => [{ kind: 'direct' }] })
const fetchFromMachines = network.fetchFromMachines({ baseUrl, fingerprint: () => null })
const linkOf = ({ id }: Backup) => linkToBackup(server, id)

async function own(backup: Backup, folder: string): Promise<void> {
  const { bytes, sha1 } = backup
  const saved = await download({
    clock: systemClock,
    link: () => linkOf(backup),
    fetch: fetchFromMachines,
    userAgent: 'Servertray/0.0.0',
    folder,
    file: 'world.tar.gz',
    what: 'backup',
    bytes,
    sha1,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  must(saved)
}

async function bare(backup: Backup, folder: string): Promise<void> {
  const { body } = await fetch(must(await linkOf(backup)))
  if (body === null) throw new Error('nothing came')
  await pipeline(body, createWriteStream(join(folder, 'world.tar.gz')))
}

globalThis.gc?.()
const rest = process.memoryUsage.rss()

async function taken(way: typeof own, backup: Backup) {
  const folder = mkdtempSync(join(tmpdir(), 'download-bench-'))
  const seen = { bytes: 0, isOver: false }
  const watch = async () => {
    while (!seen.isOver) {
      await setTimeout(10)
      seen.bytes = Math.max(seen.bytes, process.memoryUsage.rss() - rest)
    }
  }
  const watching = watch()
  const startedAt = monotonicMs()
  await way(backup, folder)
  const ms = monotonicMs() - startedAt
  seen.isOver = true
  await watching
  rmSync(folder, { recursive: true })
  return { ms, bytes: seen.bytes }
}

const one = async (n: 0 | 1) => must(await readBackup(server, uuids[n]))
const [large, small] = [await one(0), await one(1)]
// The smaller one first, since memory that was taken is not all given back.
const { bytes: bytesOfTenth } = await taken(own, small)
const { bytes } = await taken(own, large)
const ways = { own, bare }
const times: Record<keyof typeof ways, number[]> = { own: [], bare: [] }
for (let round = 0; round < rounds; round += 1) {
  // Now the one is first, now the other: what a disk still has to write of one slows the next.
  const order = round % 2 === 0 ? (['bare', 'own'] as const) : (['own', 'bare'] as const)
  for (const way of order) times[way].push((await taken(ways[way], large)).ms)
}
await network.dispose()
const sample: DownloadSample = { size: large.bytes ?? 0, ...times, bytes, bytesOfTenth }
process.stdout.write(JSON.stringify(sample))
