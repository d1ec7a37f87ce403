import { z } from 'zod'
import { runBundled } from './bundle.ts'
import { compared, type Figure, MiB, quantile, times } from './figures.ts'
import { withPanel } from './panel.ts'

const leastRatio = 0.8
/** @param speed in millions of bytes a second */
const MBps = (speed: number) => `${speed.toFixed(0)} MB/s`

/** What is told of the panel: its backups in their order. */
const panelSchema = z.object({ baseUrl: z.string(), token: z.string(), uuids: z.array(z.string()) })
export type ArchivePanel = z.infer<typeof panelSchema>
/**
 * How long each download took, in milliseconds, round by round; and the most memory over that of the process at rest, in
 * bytes, of one by the app, after one with a tenth of the archive.
 */
const sampleSchema = z.object({
  size: z.number(),
  own: z.array(z.number()).min(1),
  bare: z.array(z.number()).min(1),
  bytes: z.number(),
  bytesOfTenth: z.number(),
})
export type DownloadSample = z.infer<typeof sampleSchema>

/**
 * A backup of 2 GB from link to file, its size and checksum looked at and the file safe on disk, against a bare `fetch` to a
 * file of the same round; and whether its memory stays the same however large the archive is.
 * @param archiveBytes another size, to try it out
 */
export async function measureDownload(archiveBytes = 2_000_000_000): Promise<Figure[]> {
  const sizes = [archiveBytes, archiveBytes / 10]
  const sample = await withPanel('archive-panel-process', sizes, panelSchema, (panel) =>
    runBundled(sampleSchema, 'download-process', [JSON.stringify(panel)]),
  )
  const speed = (way: 'own' | 'bare') => sample.size / quantile(sample[way], 0.5) / 1_000
  const ratios = sample.own.map((own, round) => (sample.bare[round] ?? 0) / own)
  const ratio = quantile(ratios, 0.5)
  return [
    {
      name: `download of a backup of ${archiveBytes / 1_000_000_000} GB, median of rounds`,
      value: MBps(speed('own')),
      reference: `${MBps(speed('bare'))} (fetch to a file)`,
      ratio: times(ratio),
      aim: `≥ ${leastRatio}×`,
      holds: ratio >= leastRatio,
    },
    compared({
      name: 'the same: memory over the process at rest, most',
      value: sample.bytes,
      reference: [sample.bytesOfTenth, 'a tenth of it'],
      as: MiB,
      most: 2,
    }),
  ]
}
