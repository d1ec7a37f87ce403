import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { unless } from '../report/unless.ts'
import { findChromium } from './find-chromium.ts'
import { launchFixture } from './fixture.ts'

function whyNoDisplay(): string | null {
  if (spawnSync('Xvfb', ['-help']).error !== undefined) return 'Xvfb is not installed'
  return findChromium(process.env, process.platform, true).isHeaded
    ? null
    : 'no Chromium that shows windows is installed'
}

/** A display that nobody sees, and how to end it. */
async function startDisplay(): Promise<{ name: string; end(): void }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(child.stdio[3] as Readable, 'data')
  return { name: `:${String(number).trim()}`, end: () => void child.kill() }
}

it('opens windows without a browser’s bars where there is a display', unless(whyNoDisplay()), async () => {
  const display = await startDisplay()
  const app = await launchFixture({ env: { DISPLAY: display.name } })
  try {
    const page = await app.window()
    const barsHeight = await page.evaluate(() => outerHeight - innerHeight)
    // A frame and a title bar, which Chromium draws itself where no window manager does: 56 pixels, and 87 with tabs.
    expect(barsHeight).toBeLessThan(70)
  } finally {
    await app.dispose()
    display.end()
  }
})
