/** From start to end: windows, quitting, later starts, and nothing left behind. */
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from '../e2e/driver.ts'
import { runningCommands } from '../fixtures/processes.ts'
import type { Fixture } from './fixture.ts'
import { launchFixture } from './fixture.ts'

const running: Fixture[] = []

async function launch(...args: string[]): Promise<Fixture> {
  const app = await launchFixture({ args })
  running.push(app)
  await app.report('ready')
  if (!args.includes('--no-window')) await app.report('show')
  return app
}

afterEach(async () => {
  for (const app of running.splice(0)) await app.dispose()
})

const order = (app: Fixture) =>
  app
    .reports()
    .map(({ what }) => what)
    .filter((what) => ['before-quit', 'close', 'closed', 'window-all-closed', 'will-quit', 'quit'].includes(what))

/** Temporary folders that belong to a process. */
const foldersOf = (pid: number) =>
  readdirSync(tmpdir()).filter((name) => new RegExp(`^servertray-(chromium|instance)-${pid}-`).test(name))

/** Processes that name such a folder in their command. */
const processesOf = (pid: number) =>
  runningCommands().filter((command) => command.includes(`servertray-chromium-${pid}-`))

async function expectNothingLeft(app: Fixture): Promise<void> {
  await until('Chromium to end', () => (processesOf(app.pid).length === 0 ? true : undefined))
  expect(foldersOf(app.pid)).toEqual([])
  expect(existsSync(join(app.profile, 'stand-in.lock'))).toBe(false)
}

describe('quitting', () => {
  it('goes in order and leaves nothing behind', async () => {
    const app = await launch()
    expect(processesOf(app.pid).length).toBeGreaterThan(0)
    expect(foldersOf(app.pid)).toHaveLength(2)
    expect(await app.quit()).toEqual({ code: 0, signal: null })
    expect(order(app)).toEqual(['before-quit', 'close', 'closed', 'will-quit', 'quit'])
    await expectNothingLeft(app)
  })

  it.each([
    ['before-quit', ['before-quit', 'before-quit', 'close', 'closed', 'will-quit', 'quit']],
    ['close', ['before-quit', 'close', 'before-quit', 'close', 'closed', 'will-quit', 'quit']],
    ['will-quit', ['before-quit', 'close', 'closed', 'will-quit', 'before-quit', 'will-quit', 'quit']],
  ])('stops where %s is prevented, and works the next time', async (event, expected) => {
    const app = await launch(`--prevent-${event}-once`)
    await app.tray.click('Quit')
    await app.report(event)
    expect(await app.windows()).toHaveLength(event === 'will-quit' ? 0 : 1)
    expect(await app.quit()).toMatchObject({ code: 0 })
    expect(order(app)).toEqual(expected)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('quits in order on %s', async (signal) => {
    const app = await launch()
    expect(await app.kill(signal)).toEqual({ code: 0, signal: null })
    expect(order(app)).toEqual(['before-quit', 'close', 'closed', 'will-quit', 'quit'])
    await expectNothingLeft(app)
  })

  it('leaves nothing behind when the main process crashes', async () => {
    const app = await launch()
    await app.tray.click('Crash main')
    expect(await app.waitForExit()).toMatchObject({ code: 1 })
    expect(app.output()).toContain('main crashed')
    await expectNothingLeft(app)
  })

  it('takes Chromium along when it is killed', async () => {
    const app = await launch()
    expect(await app.kill('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    await until('Chromium to end', () => (processesOf(app.pid).length === 0 ? true : undefined))
    // Its folders and its lock go with the next start.
    const next = await launchFixture({ args: ['--no-window'], profile: app.profile })
    running.push(next)
    await next.report('ready')
    expect(foldersOf(app.pid)).toEqual([])
    await next.quit()
    await expectNothingLeft(next)
  })
})

describe('closing the window', () => {
  it('is not quitting where the app listens', async () => {
    const app = await launch()
    await app.closeWindow()
    await app.report('window-all-closed')
    expect(await app.windows()).toEqual([])
    expect(await app.tray.tooltip()).toBe('Fixture')
    expect(order(app)).toEqual(['close', 'closed', 'window-all-closed'])
  })

  it('asks the app when its page is closed from outside, and brings the page back', async () => {
    const app = await launch('--hide-on-close')
    const page = await app.window()
    await page.close()
    await app.report('hide')
    const again = await until('the page', async () => {
      const found = await app.window()
      return found === page ? undefined : found
    })
    expect(await again.title()).toBe('script ran')
    expect(await app.windows()).toMatchObject([{ id: 1, isVisible: false, url: 'app://fixture/index.html' }])
  })

  it("tells of a page's crash", async () => {
    const app = await launch()
    await app.window()
    await app.crashWindow()
    expect(await app.report('render-process-gone')).toMatchObject({ reason: 'crashed' })
    expect(app.output()).toMatch(/The page app:\/\/fixture\/index\.html ended by itself \(crashed, code \d+\)/)
    expect(await app.quit()).toMatchObject({ code: 0 })
  })
})

describe('a second start', () => {
  it('hands its arguments to the first and ends', async () => {
    const app = await launch('--no-window')
    const second = await app.startSecond(['--demo', 'ünïcode "quoted"'])
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('"what":"second"') })
    const told = await app.report('second-instance')
    expect(told.argv).toEqual(expect.arrayContaining(['--demo', 'ünïcode "quoted"']))
    expect(told).toMatchObject({ cwd: process.cwd(), data: { from: 'fixture', list: [1, 2] } })
    expect(second.output).not.toContain('"what":"ready"')
  })
})
