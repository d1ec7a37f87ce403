import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sizeOf } from '../fixtures/run.ts'
import { openSettings } from '../fixtures/settings.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const kills = sizeOf({ short: 40, long: 200 })
const lanes = 4

let folder: string
let writer: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'settings-kill-'))
  // One file starts in half the time of the modules it is made of, and it is started often.
  const outDir = join(folder, 'writer')
  const ssr = 'test/fixtures/settings-writer.ts'
  await build({ root, configFile: false, logLevel: 'error', build: { ssr, outDir }, ssr: { noExternal: true } })
  writer = join(outDir, 'settings-writer.js')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Writer = { readonly said: number; readonly exit: number | null; readonly complaint: string }

/** Runs a writer; `killAfterMs` after its first word it is killed. Resolves with the last number it said. */
function write(at: string, name: string, count: number, killAfterMs?: number): Promise<Writer> {
  return new Promise((resolve) => {
    const cache = { NODE_COMPILE_CACHE: join(folder, 'cache') }
    const child = spawn(process.execPath, [writer, at, name, String(count)], { env: { ...process.env, ...cache } })
    let said = ''
    let complaint = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (said === '' && killAfterMs !== undefined) void delay(killAfterMs).then(() => child.kill('SIGKILL'))
      said += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk
    })
    child.on('close', (exit) => {
      const [last = '0'] = said.split('\n').filter(Boolean).slice(-1)
      resolve({ said: Number(last), exit, complaint })
    })
  })
}

it(`${kills} kills at random points of writes lose nothing but the last change`, { timeout: 120_000 }, async () => {
  const lane = async (index: number) => {
    const at = join(folder, `profile-${index}`)
    mkdirSync(at)
    let torn = 0
    for (let n = 0; n < kills / lanes; n += 1) {
      const { said, exit, complaint } = await write(at, 'app', 1_000_000, Math.random() * 12)
      expect({ exit, complaint }).toEqual({ exit: null, complaint: '' })
      torn += readdirSync(at).filter((name) => name.includes('.tmp-') || name === 'settings.lock').length > 0 ? 1 : 0
      const { settings, notices } = openSettings(at)
      const numbers = settings.get().panels.map((panel) => Number(panel.id.split('-')[1]))
      expect(numbers).toEqual(numbers.map((_, i) => i + 1))
      expect(numbers.length).toBeGreaterThanOrEqual(said)
      expect(numbers.length).toBeLessThanOrEqual(said + 1)
      expect(notices.all()).toEqual({})
      // Some starts are good ones, and keep a backup.
      if (n % 5 === 0) settings.backUp()
      expect(readdirSync(at).filter((name) => !/^settings(\.backup)?\.json$/.test(name))).toEqual([])
    }
    return torn
  }
  const torn = await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)))
  // The kills did hit writes on their way; else this shows nothing.
  expect(torn.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(kills / 20)
})

it('several programs that write at once lose nothing of each other', { timeout: 60_000 }, async () => {
  const at = join(folder, 'profile')
  const names = ['app', 'guest-a', 'guest-b']
  const count = 60
  const ended = await Promise.all(names.map((name) => write(at, name, count)))
  expect(ended).toEqual(names.map(() => ({ said: count, exit: 0, complaint: '' })))
  const ids = openSettings(at)
    .settings.get()
    .panels.map((panel) => panel.id as string)
  const wanted = names.flatMap((name) => Array.from({ length: count }, (_, i) => `${name}-${i + 1}`))
  expect([...ids].sort()).toEqual(wanted.sort())
})
