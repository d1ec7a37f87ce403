/**
 * `npm start`: builds the app and starts it. `npm start -- --demo` passes `--demo` on; `npm start -- --fetch-electron`
 * tries again to download Electron where that failed within the last day.
 */
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../electron/clock.ts'
import { findChromium } from '../test/standin/find-chromium.ts'
import { whyNoDisplay } from './display.ts'
import { fetchElectron, fetchLimits } from './electron-fetch.ts'
import { createProgress } from './progress.ts'
import { commandFor, describeRuntime, electronFolder, findRuntime, lacksElectron } from './runtime.ts'

const fetchFlag = '--fetch-electron'
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const { env, platform } = process
const args = process.argv.slice(2)

/** Fetches Electron where it is not here. Returns why it still is not, in words; undefined where it is. */
async function fetchMissing(): Promise<string | undefined | 'stopped'> {
  if (!lacksElectron(env)) return undefined
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  for (const signal of signals) process.on(signal, onSignal)
  const progress = createProgress('Downloading Electron', process.stdout, systemClock)
  const fetched = await fetchElectron({
    env,
    electronFolder,
    cacheFolder: join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'servertray-electron'),
    clock: systemClock,
    limits: fetchLimits,
    isAsked: args.includes(fetchFlag),
    signal: stop.signal,
    onProgress: progress.show,
  })
  progress.end()
  for (const signal of signals) process.off(signal, onSignal)
  if (fetched.kind === 'stopped') return 'stopped'
  if (fetched.kind === 'fetched') return undefined
  const when = new Date(fetched.at).toLocaleString()
  return `Electron could not be fetched, ${when}: ${fetched.reason}; npm start -- ${fetchFlag} tries again`
}

/** What a person who sees no window is told; undefined where there will be one. */
async function whyNothingIsSeen(): Promise<string | undefined> {
  const display = await whyNoDisplay(env, platform)
  if (findChromium(env, platform, display === null).isHeaded) return undefined
  const reason = display ?? 'no Chromium with windows is installed'
  return `The app runs, and none of it can be seen: ${reason}. npm run tour shows what it does, in pictures. Ctrl+C stops it.`
}

async function start(): Promise<void> {
  const absence = await fetchMissing()
  if (absence === 'stopped') {
    console.log('Stopped. What came of Electron is kept for the next start.')
    process.exitCode = 130
    return
  }
  const runtime = await findRuntime(env, absence === undefined ? {} : { absence })
  console.log(describeRuntime(runtime))
  const words = runtime.kind === 'standin' ? await whyNothingIsSeen() : undefined
  if (words !== undefined) console.log(words)
  const command = commandFor(
    runtime,
    args.filter((arg) => arg !== fetchFlag),
    env,
  )
  const child = spawn(command.file, command.args, { env: command.env, stdio: 'inherit' })
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.once('error', (failure) => {
    console.error(`Servertray could not be started: ${failure.message}`)
    process.exitCode = 1
  })
  child.once('close', (code) => {
    process.exitCode = code ?? 1
  })
}

await import('./build.ts')
try {
  await start()
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure)
  process.exitCode = 1
}
