import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { systemClock } from '../../electron/lib/clock.ts'
import { type App, launchApp } from '../e2e/driver.ts'
import { addKey, reaches, serverRow, terminalShows } from '../e2e/window.ts'
import { headlessChromium } from '../fixtures/chromium.ts'
import { demoServers, type StartedDemo, startDemo } from '../fixtures/demo.ts'
import { bounded, compared, type Figure, MiB, ms, quantile } from './figures.ts'
import { drawnAfter } from './window.ts'

const { survival } = demoServers
const linesASecond = 20_000
const floodMs = 10_000
/** Long enough for what is cleaned up seldom to gather. */
const unreadMs = 30_000
const batchEveryMs = 25
const burst = 10_000

const line = (n: number) => `[12:00:00] [Server thread/INFO]: line number ${n} of a great many that a plugin prints`

/** A real click until the page has drawn what follows from it, in milliseconds, waits for the page included. */
const clickTime = (page: Page, name: string) =>
  drawnAfter(page, 'pointerdown', () => page.getByRole('button', { name, exact: true }).click())

/** Resident memory of a process, in bytes. */
function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
}

/** Prints lines at the pace, and reads the memory of main meanwhile; resolves with what it was, in order. */
async function flood(demo: StartedDemo, pid: number, forMs = floodMs): Promise<number[]> {
  const memory: number[] = []
  const startedAt = performance.now()
  let printed = 0
  while (performance.now() - startedAt < forMs) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * linesASecond) - printed
    demo.panel.node.print(
      survival,
      Array.from({ length: due }, () => line(++printed)),
    )
    memory.push(residentOf(pid))
    await delay(batchEveryMs)
  }
  return memory
}

/** From the print of many lines at once until the last is drawn, in milliseconds. */
async function burstTime(page: Page, demo: StartedDemo): Promise<number> {
  const last = `line number ${burst} of`
  const startedAt = performance.now()
  demo.panel.node.print(
    survival,
    Array.from({ length: burst }, (_, i) => line(i + 1)),
  )
  await page.waitForFunction((text) => document.querySelector('.xterm-rows')?.textContent?.includes(text), last, {
    polling: 'raf',
  })
  return performance.now() - startedAt
}

/** The same lines written by xterm.js alone, on a page with nothing else. */
async function burstAlone(): Promise<number> {
  const browser = await chromium.launch(headlessChromium())
  try {
    const page = await browser.newPage()
    await page.setContent('<div id="box" style="width:780px;height:200px"></div>')
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('@xterm/xterm') })
    const lines = Array.from({ length: burst }, (_, i) => line(i + 1))
    return await page.evaluate(async (texts) => {
      const { Terminal } = globalThis as unknown as { Terminal: typeof import('@xterm/xterm').Terminal }
      const terminal = new Terminal({ scrollback: 10_000, fontSize: 12 })
      const box = document.getElementById('box')
      if (box !== null) terminal.open(box)
      const startedAt = performance.now()
      await new Promise<void>((resolve) => terminal.write(texts.join('\r\n'), resolve))
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return performance.now() - startedAt
    }, lines)
  } finally {
    await browser.close()
  }
}

/** The app with the console of a server that runs open in its window. */
async function withConsole<T>(work: (app: App, page: Page, demo: StartedDemo) => Promise<T>): Promise<T> {
  const demo = await startDemo({ clock: systemClock, slowReaderBytes: 64 * 1_048_576 })
  const app = await launchApp({ env: { SERVERTRAY_VAULT: 'memory' } })
  try {
    const page = await app.window()
    await addKey(page, { address: demo.baseUrl, token: demo.token(), label: 'Bench' })
    await reaches(page, 'Survival', /^Running/)
    await serverRow(page, 'Survival').click()
    await terminalShows(page, 'Done (')
    return await work(app, page, demo)
  } finally {
    await app.dispose()
    await demo.panel.dispose()
  }
}

/** As many lines after the window was closed, which leaves the console open for a minute: nobody reads them. */
const measureUnread = () =>
  withConsole(async (app, page, demo) => {
    await app.closeWindow()
    // A page of the stand-in does not learn that it is hidden.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const most = Math.max(...(await flood(demo, app.pid, unreadMs)))
    return bounded(
      `memory of main at ${linesASecond} lines/s for ${unreadMs / 1_000} s that nobody reads, most`,
      most,
      250 * 1_048_576,
      MiB,
    )
  })

/** Many lines in an open console: how soon they are drawn, how soon a click is answered, what main keeps. */
const measureRead = () =>
  withConsole(async (app, page, demo) => {
    const drawn = await burstTime(page, demo)
    const alone = await burstAlone()
    const calm: number[] = []
    for (let i = 0; i < 10; i += 1) calm.push(await clickTime(page, 'CPU'), await clickTime(page, 'Memory'))
    let isOver = false
    const flooding = flood(demo, app.pid).finally(() => {
      isOver = true
    })
    const busy: number[] = []
    while (!isOver) busy.push(await clickTime(page, 'CPU'), await clickTime(page, 'Memory'))
    const memory = await flooding
    const half = memory.length / 2
    const [early, late] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))]
    const most = Math.max(...busy)
    const [p95, calmP95] = [quantile(busy, 0.95), quantile(calm, 0.95)]
    return [
      compared({
        name: `${burst} lines printed at once until all are drawn`,
        value: drawn,
        reference: [alone, 'xterm.js alone'],
        as: ms,
      }),
      compared({
        name: `click answered during ${linesASecond} lines/s for ${floodMs / 1_000} s, p95 (at most ${ms(most)}, ≤ 100 ms)`,
        value: p95,
        reference: [calmP95, 'nothing printed'],
        as: ms,
        most: 3,
        besides: most <= 100,
      }),
      compared({
        name: 'most memory of main in the second half of it',
        value: late,
        reference: [early, 'first half'],
        as: MiB,
        most: 1.2,
      }),
    ]
  })

export const measureConsole = async (): Promise<Figure[]> => [...(await measureRead()), await measureUnread()]
