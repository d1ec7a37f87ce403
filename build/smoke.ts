/**
 * `node build/smoke.ts dist/linux-unpacked/servertray`: runs a packaged app as a person would, with nothing hooked into
 * it: it starts on the demo panel, reads its list, shows a window, has a tray icon, and ends when it is told to. Linux
 * wants a display and a session bus. Further arguments are the app's: `--ozone-platform=wayland`.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/** A start on a slow machine, where the app's archive is still checked for viruses. */
const patienceMs = 120_000

const startedSchema = z.object({ message: z.literal('the app has started'), servers: z.number(), tray: z.boolean() })

const shownSchema = z.object({ message: z.literal('a window is shown') })

type Command = {
  file: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /** Whether the desktop has seen an icon, where it can be asked. */
  hasIcon?: () => boolean
}

const linesOf = (file: string): unknown[] => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  } catch {
    // Not there yet, or a line that is being written.
    return []
  }
}

/** @returns what is wrong, in words; null where nothing is */
export async function smoke({ file, args, env, hasIcon = () => true }: Command): Promise<string | null> {
  const profile = mkdtempSync(join(tmpdir(), 'servertray-smoke-'))
  const start = (...more: string[]) => {
    const child = spawn(file, [...args, ...more], { env: { ...env, SERVERTRAY_HOME: profile }, stdio: 'inherit' })
    const ended = new Promise<string | null>((done) => {
      child.once('error', (failure) => done(failure.message))
      child.once('exit', (code, signal) => done(code === 0 ? null : `it ended with ${signal ?? `code ${code}`}`))
    })
    return { child, ended }
  }
  /** Null once `what` is there; what came instead otherwise. */
  async function until(what: string, look: () => unknown, ended: Promise<string | null>): Promise<string | null> {
    const end = performance.now() + patienceMs
    let over: string | null | undefined
    void ended.then((reason) => {
      over = reason ?? 'it ended by itself'
    })
    while (look() === undefined) {
      if (over !== undefined) return `${over}, before ${what}`
      if (performance.now() > end) return `${what} did not come`
      await delay(200)
    }
    return null
  }

  const app = start('--demo')
  try {
    const log = join(profile, 'logs', 'servertray.log')
    const started = () => linesOf(log).flatMap((line) => startedSchema.safeParse(line).data ?? [])[0]
    const late = await until('its start', started, app.ended)
    const hidden =
      late ??
      (await until('a window', () => linesOf(log).find((line) => shownSchema.safeParse(line).success), app.ended))
    if (hidden !== null) return hidden
    const { servers = 0, tray = false } = started() ?? {}
    if (servers === 0) return 'the demo panel gave no servers'
    if (!tray || !hasIcon()) return 'there is no tray icon'
    const second = await start('--quit').ended
    if (second !== null) return `the start that was to end it: ${second}`
    return await Promise.race([app.ended, delay(patienceMs, 'it did not end', { ref: false })])
  } finally {
    app.child.kill('SIGKILL')
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
  }
}

/** On Linux the panel that shows icons is played here, so that it can be asked. */
async function desktop(): Promise<{ hasIcon?: () => boolean; end(): void }> {
  const address = process.env.DBUS_SESSION_BUS_ADDRESS
  if (process.platform !== 'linux' || address === undefined) return { end() {} }
  const { startWatcher } = await import('../test/fixtures/session-bus.ts')
  const watcher = await startWatcher({ env: { DBUS_SESSION_BUS_ADDRESS: address } }, { hasHost: true })
  return { hasIcon: () => watcher.icons() > 0, end: watcher.end }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { end, ...more } = await desktop()
  const file = resolve(process.argv[2] ?? '')
  const problem = await smoke({ file, args: process.argv.slice(3), env: process.env, ...more })
  end()
  console.log(
    problem === null
      ? 'It starts, lists, shows a window, has a tray icon, and ends.'
      : `The smoke run failed: ${problem}.`,
  )
  if (problem !== null) process.exitCode = 1
}
