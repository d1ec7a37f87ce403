import { z } from 'zod'
import { compared, type Figure, ms, quantile } from './figures.ts'
import { runOnPanel } from './panel.ts'

const samplesSchema = z.object({ bare: z.array(z.number()), ky: z.array(z.number()), whole: z.array(z.number()) })

/**
 * From the command of a tray click to the request at the panel, in the built bundle, with everything that hangs on the
 * state and the token looked up in a vault in memory; against a bare `fetch`, and ky as the app sets it up around that.
 */
export async function measureAction(): Promise<Figure[]> {
  const samples = await runOnPanel(10, samplesSchema, 'action-process')
  const median = (name: 'bare' | 'ky' | 'whole') => quantile(samples[name], 0.5)
  const ky = median('ky')
  return [
    compared({
      name: "tray click → request at the panel: ky's share, median",
      value: ky,
      reference: [median('bare'), 'fetch'],
      as: ms,
    }),
    compared({
      name: 'the same: the whole way from the click',
      value: median('whole'),
      reference: [ky, 'ky'],
      as: ms,
      most: 1.1,
    }),
  ]
}
