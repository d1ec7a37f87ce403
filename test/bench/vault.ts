import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { startSecretService, whyNoSecretService } from '../fixtures/secret-service.ts'
import { compared, type Figure, ms, quantile } from './figures.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('./vault-process.ts', import.meta.url))

const pairSchema = z.object({ own: z.array(z.number()), bare: z.array(z.number()) })
const samplesSchema = z.object({ add: pairSchema, replace: pairSchema, remove: pairSchema })
export type VaultSamples = z.infer<typeof samplesSchema>

/**
 * Adding, replacing and removing a key in vault and settings, without the panel, against one bare keytar call
 * on the same Secret Service. Ours also writes the settings, durably, and reads back what it stored.
 */
export async function measureVault(): Promise<Figure[]> {
  const reason = whyNoSecretService()
  if (reason !== null) return [{ name: 'vault on a real Secret Service', value: `not measured: ${reason}` }]
  const service = await startSecretService()
  try {
    await service.startKeyring()
    const { stdout } = await run(process.execPath, [script], { env: service.env })
    const samples = samplesSchema.parse(JSON.parse(stdout))
    return (['add', 'replace', 'remove'] as const).map((operation) => {
      const own = quantile(samples[operation].own, 0.5)
      const bare = quantile(samples[operation].bare, 0.5)
      return compared({
        name: `${operation} a key in vault and settings, median`,
        value: own,
        reference: [bare, 'keytar'],
        as: ms,
      })
    })
  } finally {
    await service.dispose()
  }
}
