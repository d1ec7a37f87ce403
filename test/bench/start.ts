import { launchApp, until } from '../e2e/driver.ts'
import { serverRow } from '../e2e/window.ts'
import { type Figure, ms, quantile } from './figures.ts'

const rounds = 5

/** From starting the process to a tray, and to a drawn list of the demo panel's servers. */
async function startOnce(): Promise<{ tray: number; list: number }> {
  const startedAt = performance.now()
  const app = await launchApp({ args: ['--demo'], env: { SERVERTRAY_VAULT: 'memory' } })
  try {
    await until('the tray', () => app.tray.view().catch(() => undefined))
    const tray = performance.now() - startedAt
    const page = await app.window()
    await serverRow(page, 'Survival').waitFor()
    return { tray, list: performance.now() - startedAt }
  } finally {
    await app.dispose()
  }
}

/** Figures of this machine and this runtime, without a reference to hold them against. */
export async function measureStart(): Promise<Figure[]> {
  const samples: { tray: number; list: number }[] = []
  for (let round = 0; round < rounds; round += 1) samples.push(await startOnce())
  const median = (name: 'tray' | 'list') =>
    quantile(
      samples.map((sample) => sample[name]),
      0.5,
    )
  return [
    { name: 'start → tray ready, median', value: ms(median('tray')) },
    { name: 'start → list drawn, median', value: ms(median('list')) },
  ]
}
