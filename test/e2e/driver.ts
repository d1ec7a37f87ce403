/** Starts the built app for a test or the tour, on Electron where its binary is, otherwise on the stand-in. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Command, Runtime } from '../../build/runtime.ts'
import { commandFor, describeRuntime, findRuntime } from '../../build/runtime.ts'
import type { Choices } from '../standin/choices.ts'
import { cacheFolder, findChromium } from '../standin/find-chromium.ts'
import { createCloneCodec } from '../standin/structured-clone.ts'
import type { App, LaunchOptions, NotificationView, WindowView } from './app.ts'
import { startOnElectron } from './electron-remote.ts'
import { heapContains } from './heap.ts'
import type { Remote } from './remote.ts'
import { endOf, exitOf, outputOf } from './remote.ts'
import { startOnStandIn } from './standin-remote.ts'
import { until } from './until.ts'

export type { App, LaunchOptions } from './app.ts'
export { until } from './until.ts'

/** Helpers of a Linux desktop, which open nothing. */
const desktopBin = fileURLToPath(new URL('../fixtures/desktop-bin', import.meta.url))

const standIn: Runtime = { kind: 'standin', because: 'this test is about it' }

/** One search and one printed line for each process of the test runner, however many apps it starts. */
let found: Promise<Runtime> | undefined

async function announceRuntime(): Promise<Runtime> {
  const runtime = await findRuntime(process.env)
  console.log(describeRuntime(runtime))
  return runtime
}

function announcedRuntime(): Promise<Runtime> {
  found ??= announceRuntime()
  return found
}

function createTray(remote: Remote): App['tray'] {
  // An app that starts, or whose desktop has lost its tray, may have one in the next moment.
  const view = () => until('a tray', async () => (await remote.call({ op: 'trays' }))[0])
  return {
    view,
    menu: async () => (await view()).menu,
    tooltip: async () => (await view()).tooltip,
    async click(...path) {
      await remote.call({ op: 'clickTray', path: [...path] })
    },
    async open(...path) {
      await remote.call({ op: 'openTray', path: [...path] })
    },
    async close() {
      await remote.call({ op: 'closeTray' })
    },
    choose: (label) => remote.call({ op: 'chooseTray', label }),
    async press(event = 'click') {
      await remote.call({ op: 'emitTray', event })
    },
  }
}

function createDesk(remote: Remote) {
  const openNotification = (title: string): Promise<NotificationView> =>
    until(`the notification "${title}"`, async () =>
      (await remote.call({ op: 'notifications' })).find((shown) => shown.isOpen && shown.title === title),
    )
  return {
    dialogs: () => remote.call({ op: 'dialogs' }),
    async answerDialog(buttonLabel: string) {
      const box = await until('a dialog', async () => (await remote.call({ op: 'dialogs' }))[0])
      const button = box.buttons.indexOf(buttonLabel)
      if (button === -1) throw new Error(`no button "${buttonLabel}"; there are: ${box.buttons.join(', ')}`)
      await remote.call({ op: 'answerDialog', id: box.id, button })
    },
    notifications: () => remote.call({ op: 'notifications' }),
    async clickNotification(title: string) {
      await remote.call({ op: 'clickNotification', id: (await openNotification(title)).id })
    },
    async pressNotification(title: string, text: string) {
      const { id, buttons } = await openNotification(title)
      const button = buttons.indexOf(text)
      if (button === -1) throw new Error(`no button "${text}"; there are: ${buttons.join(', ')}`)
      await remote.call({ op: 'pressNotification', id, button })
    },
    async activateToast(details: { readonly type: string; readonly arguments: string }) {
      await remote.call({ op: 'activateToast', details: { ...details } })
    },
    askedForNotifications: () => remote.call({ op: 'askedForNotifications' }),
    places: () => remote.call({ op: 'places' }),
    popup: () => remote.call({ op: 'popup' }),
    async setTheme(scheme: 'light' | 'dark') {
      await remote.call({ op: 'setTheme', scheme })
    },
    async powerEvent(event: string) {
      await remote.call({ op: 'powerEvent', event })
    },
    clipboard: () => remote.call({ op: 'clipboard' }),
    async copyText(text: string) {
      await remote.call({ op: 'copyText', text })
    },
    powerSaveBlockers: () => remote.call({ op: 'powerSaveBlockers' }),
    async setOnline(isOnline: boolean) {
      await remote.call({ op: 'setOnline', isOnline })
    },
    async passTime(ms: number) {
      await remote.call({ op: 'passTime', ms })
    },
    async passAwake(ms: number) {
      await remote.call({ op: 'passAwake', ms })
    },
    async hurry(ms: number) {
      // In steps, since a clock that leaps by 16 s shows the app that the computer slept, as more than five minutes here do.
      const steps = Math.min(20, Math.ceil(ms / 10_000))
      for (let step = 0; step < steps; step += 1) await remote.call({ op: 'hurry', ms: ms / steps })
    },
    async pressShortcut(accelerator: string) {
      await remote.call({ op: 'pressShortcut', accelerator })
    },
    async takeShortcut(accelerator: string) {
      await remote.call({ op: 'takeShortcut', accelerator })
    },
    async openUrl(url: string) {
      await remote.call({ op: 'openUrl', url })
    },
    async secondInstance(argv: readonly string[]) {
      await remote.call({ op: 'secondInstance', argv: [...argv] })
    },
    async choose(choices: Partial<Choices>) {
      await remote.call({ op: 'choose', choices })
    },
    ipcTraffic: () => remote.call({ op: 'ipcTraffic' }),
  }
}

function createWindows(remote: Remote) {
  const first = (part = '') =>
    until(`a window at ${part}`, async () =>
      (await remote.call({ op: 'windows' })).find(({ url }) => url.includes(part)),
    )

  async function pageOf(window: WindowView): Promise<Page | undefined> {
    return window.targetId === null || window.url === '' ? undefined : remote.pageOf(window)
  }

  return {
    async window() {
      const page = await until('the page of a window', async () => pageOf(await first()))
      await page.waitForLoadState()
      return page
    },
    windows: () => remote.call({ op: 'windows' }),
    async windowAt(part: string) {
      const page = await until(`a window at ${part}`, async () => {
        const window = (await remote.call({ op: 'windows' })).find(({ url }) => url.includes(part))
        return window && pageOf(window)
      })
      await page.waitForLoadState()
      return page
    },
    async closeWindow(part?: string) {
      await remote.call({ op: 'closeWindow', id: (await first(part)).id })
    },
    async sizeWindow(to: 'maximized' | 'full-screen') {
      await remote.call({ op: 'sizeWindow', id: (await first()).id, to })
    },
    async drop(paths: readonly string[], at: { readonly x: number; readonly y: number }) {
      const window = await first()
      const page = await until('the page of a window', () => pageOf(window))
      await remote.call({ op: 'noteDrop', id: window.id, paths: [...paths] })
      const session = await page.context().newCDPSession(page)
      const data = { items: [], files: [...paths], dragOperationsMask: 1 }
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await session.send('Input.dispatchDragEvent', { type, ...at, data })
      }
      await session.detach()
    },
    async crashWindow(part?: string) {
      await remote.call({ op: 'crashWindow', id: (await first(part)).id })
    },
    async heapContains(text: string) {
      for (const window of await remote.call({ op: 'windows' })) {
        const page = await pageOf(window)
        if (page !== undefined && (await heapContains(page, text))) return true
      }
      return false
    },
    async invokeFrom(frameUrl: string, channel: string, args: readonly unknown[]) {
      const codec = createCloneCodec()
      const windowId = (await first()).id
      const answer = await remote.call({ op: 'invokeFrom', windowId, frameUrl, channel, args: codec.encode(args) })
      return 'error' in answer ? answer : { value: codec.decode(answer.value) }
    },
  }
}

/** The same command, by way of a program that becomes it. */
function startedBy([program, ...words]: readonly string[] = [], command: Command): Command {
  return program === undefined
    ? command
    : { ...command, file: program, args: [...words, command.file, ...command.args] }
}

/** Starts the app. Every launch has a profile of its own, told to it by `SERVERTRAY_HOME`. */
export async function launchApp(options: LaunchOptions = {}): Promise<App> {
  const { args = [], script, system } = options
  const isStandIn = options.runtime === 'standin' || system !== undefined
  const runtime = isStandIn ? standIn : await announcedRuntime()
  // Unpacks it at the first time, which may take longer than a window is waited for.
  if (runtime.kind === 'standin') findChromium(process.env, process.platform, false)
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'servertray-profile-'))
  const asSystem = system === undefined ? {} : { SERVERTRAY_STANDIN_SYSTEM: system }
  // From source the app lets Windows show no notifications.
  const choices = { ...(system === 'win32' && { isDefaultApp: false }), ...options.choices }
  const chosen = { SERVERTRAY_STANDIN_CHOICES: JSON.stringify(choices) }
  const textsFile = join(tmpdir(), `servertray-opened-${randomUUID()}`)
  const desktop = { PATH: `${desktopBin}${delimiter}${process.env.PATH}`, SERVERTRAY_TEST_OPENED: textsFile }
  const asked = {
    SERVERTRAY_STANDIN_CACHE: cacheFolder(process.env),
    ...desktop,
    ...asSystem,
    ...chosen,
    ...options.env,
  }
  const env = { ...process.env, SERVERTRAY_TRAY: 'shown', ...asked, SERVERTRAY_HOME: profile }
  const command = startedBy(options.startedBy, commandFor(runtime, args, env, script))
  const remote = runtime.kind === 'electron' ? await startOnElectron(command) : startOnStandIn(command)
  const { child } = remote
  const exit = exitOf(child)
  const output = outputOf(child)
  void exit.then((end) => remote.story.push(endOf(end)))
  if (options.colorScheme !== undefined) await remote.call({ op: 'setTheme', scheme: options.colorScheme })

  async function kill(signal: NodeJS.Signals = 'SIGKILL') {
    child.kill(signal)
    return exit
  }

  return {
    runtime: remote.runtime,
    profile,
    pid: child.pid ?? 0,
    tray: createTray(remote),
    ...createDesk(remote),
    ...createWindows(remote),
    async openedLinks() {
      const texts = existsSync(textsFile) ? readFileSync(textsFile, 'utf8').split('\n').slice(0, -1) : []
      return [...(await remote.call({ op: 'openedLinks' })), ...texts]
    },
    output,
    story: () => [...remote.story, 'It said:', output()].join('\n'),
    async startSecond(more = []) {
      const { file, args: all, env: given } = commandFor(runtime, more, env, script)
      const second = spawn(file, all, { env: given, stdio: ['ignore', 'pipe', 'pipe'] })
      const said = outputOf(second)
      return { ...(await exitOf(second)), output: said() }
    },
    async quit() {
      await remote.call({ op: 'quit' })
      return exit
    },
    waitForExit: () => exit,
    kill,
    async dispose() {
      if (child.exitCode === null && child.signalCode === null) await kill()
      await remote.close()
      rmSync(textsFile, { force: true })
      if (options.profile === undefined) rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
