/**
 * `npm start`: builds the app and starts it. `npm start -- --demo` passes `--demo` on; `npm start -- --fetch-electron`
 * tries again to download Electron where that failed within the last day.
 */
import { spawn } from 'node:child_process'
import { findChromium } from '../test/standin/find-chromium.ts'
import { whyNoDisplay } from './display.ts'
import { endSignals, fetchFlag, fetchMissing } from './fetch-missing.ts'
import { commandFor, describeRuntime, electronFolder, findRuntime, lacksElectron } from './runtime.ts'

const { env, platform } = process
const args = process.argv.slice(2)

/** The message for a person who will see no window; undefined where there will be one. */
async function whyNothingIsSeen(): Promise<string | undefined> {
  const display = await whyNoDisplay(env, platform)
  if (findChromium(env, platform, display === null).isHeaded) return undefined
  const reason = display ?? 'no Chromium with windows is installed (Debian: chromium)'
  return `The app runs, and none of it can be seen: ${reason}. npm run tour shows what it does, in pictures. Ctrl+C stops it.`
}

async function start(): Promise<void> {
  const fetched = lacksElectron(env)
    ? await fetchMissing({ env, electronFolder, isAsked: args.includes(fetchFlag) })
    : undefined
  if (fetched?.kind === 'stopped') {
    console.log('Stopped. What came of Electron is kept for the next start.')
    process.exitCode = 130
    return
  }
  const runtime = await findRuntime(env, fetched?.kind === 'absent' ? fetched : {})
  console.log(describeRuntime(runtime))
  const words = runtime.kind === 'standin' ? await whyNothingIsSeen() : undefined
  if (words !== undefined) console.log(words)
  const command = commandFor(
    runtime,
    args.filter((arg) => arg !== fetchFlag),
    env,
  )
  const child = spawn(command.file, command.args, { env: command.env, stdio: 'inherit' })
  for (const signal of endSignals) process.on(signal, () => child.kill(signal))
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
