import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { whyNoDisplay } from '../../build/display.ts'
import type { Connection } from './cdp.ts'
import { createConnection } from './cdp.ts'
import type { ChromiumBinary } from './find-chromium.ts'
import { findChromium } from './find-chromium.ts'
import { hostPlatform } from './host.ts'
import { describeEnd } from './last-words.ts'
import { makeTemporaryFolder } from './temporary.ts'

/** Flags against everything with which Chromium would use the network by itself, or ask a person. */
const quietFlags = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--no-service-autorun',
  '--disable-background-networking',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-search-engine-choice-screen',
  '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,DialMediaRouteProvider,InterestFeedContentSuggestions',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  // A page may close its window whatever its history, as in Electron.
  '--blink-settings=allowScriptsToCloseWindows=true',
  // Hidden windows go on working, as Electron's do.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

export type Chromium = {
  readonly connection: Connection
  readonly isHeaded: boolean
  /** Where a test driver may connect; undefined where none was asked for. */
  readonly endpoint: string | undefined
  /** The end of its standard error. */
  lastWords(): string
  /** Runs once when Chromium has ended, but not through `kill`; `how` is its signal or exit code. */
  onEnd(listener: (how: string) => void): void
  /** Opens a window without a browser's bars on this address; false where Chromium refused. Only with a display. */
  openAppWindow(url: string): Promise<boolean>
  /** Ends Chromium and removes its data folder, at once and synchronously. */
  kill(): void
}

type LaunchOptions = { readonly withEndpoint: boolean; readonly isSandboxed: boolean }

/** How long the output of a Chromium that has ended is waited for, in milliseconds. */
const lastWordsMs = 1_000

const withoutSandbox = ['--no-sandbox', '--no-zygote']

/** A second start on the same data folder hands its arguments to the Chromium that runs, and ends. */
async function openAppWindow(
  binary: ChromiumBinary,
  folder: string,
  { isSandboxed }: LaunchOptions,
  url: string,
): Promise<boolean> {
  const args = [...(isSandboxed ? [] : withoutSandbox), `--user-data-dir=${folder}`, `--app=${url}`]
  const child = spawn(binary.executable, args, { env: { ...process.env, ...binary.env }, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code === 0
}

function start(binary: ChromiumBinary, folder: string, { withEndpoint, isSandboxed }: LaunchOptions) {
  return spawn(
    binary.executable,
    [
      ...quietFlags,
      ...(isSandboxed ? [] : withoutSandbox),
      ...(binary.isHeaded ? [] : ['--headless', '--disable-gpu', '--hide-scrollbars', '--mute-audio']),
      `--user-data-dir=${folder}`,
      '--remote-debugging-pipe',
      ...(withEndpoint ? ['--remote-debugging-port=0'] : []),
      // Headless, it opens a page only for an address that it is given, and each page is a process.
      ...(binary.isHeaded ? ['--no-startup-window', 'about:blank'] : []),
    ],
    {
      env: { ...process.env, ...binary.env },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // A process group of its own, so that all its processes can be ended together.
      detached: hostPlatform !== 'win32',
    },
  )
}

async function launchOnce(binary: ChromiumBinary, options: LaunchOptions): Promise<Chromium> {
  const folder = makeTemporaryFolder('chromium')
  const child = start(binary, folder, options)

  let isOver = false
  function kill(): void {
    if (isOver) return
    isOver = true
    try {
      if (child.pid !== undefined) process.kill(hostPlatform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  process.once('exit', kill)

  let said = ''
  const endpoint = Promise.withResolvers<string | undefined>()
  const failed = Promise.withResolvers<never>()
  const ended = Promise.withResolvers<string>()
  child.once('error', (failure) => failed.reject(failure))
  failed.promise.catch(() => undefined)
  function hasEnded(): void {
    const how = child.signalCode ?? (child.exitCode === null ? 'it hung up' : `exit code ${child.exitCode}`)
    ended.resolve(how)
    failed.reject(new Error(describeEnd({ what: 'Chromium', how, said })))
  }
  // Its output is complete once its streams are closed, which a child process that hangs may prevent.
  child.once('close', hasEnded)
  const endSoon = () => void setTimeout(hasEnded, lastWordsMs)
  child.once('exit', endSoon)
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-8_192)
    const listening = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
    if (listening !== undefined) endpoint.resolve(listening)
  })
  if (!options.withEndpoint) endpoint.resolve(undefined)

  try {
    const connection = createConnection(child.stdio[3] as Writable, child.stdio[4] as Readable)
    connection.onClose(endSoon)
    await Promise.race([connection.browser.send('Browser.getVersion'), failed.promise])
    return {
      connection,
      isHeaded: binary.isHeaded,
      endpoint: await Promise.race([endpoint.promise, failed.promise]),
      lastWords: () => said,
      openAppWindow: (url) => openAppWindow(binary, folder, options, url),
      onEnd(listener) {
        void ended.promise.then((how) => {
          if (!isOver) listener(how)
        })
      },
      kill,
    }
  } catch (failure) {
    kill()
    throw failure
  }
}

/**
 * Starts Chromium with a new data folder. It is controlled over a pipe, which nobody else can reach and whose end ends
 * Chromium, however this process dies. Its sandbox is on wherever the system allows it: not for root, and not where the
 * kernel forbids unprivileged namespaces.
 */
export async function launchChromium({ withEndpoint }: { withEndpoint: boolean }): Promise<Chromium> {
  const { env } = process
  const binary = findChromium(env, hostPlatform, (await whyNoDisplay(env, hostPlatform)) === null)
  if (process.getuid?.() === 0) return launchOnce(binary, { withEndpoint, isSandboxed: false })
  try {
    return await launchOnce(binary, { withEndpoint, isSandboxed: true })
  } catch {
    return launchOnce(binary, { withEndpoint, isSandboxed: false })
  }
}
