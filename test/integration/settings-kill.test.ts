import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sizeOf } from '../fixtures/run.ts'
import { openSettings } from '../fixtures/settings.ts'
import { setUpFolder } from '../fixtures/temporary-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const killAt = join(root, 'test/fixtures/kill-at.ts')
const kills = sizeOf({ short: 16, long: 200 })
const lanes = 4

let built: string
let writer: string
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'settings-writer-'))
  // One file starts in half the time of the modules it is made of, and it is started often.
  const outDir = join(built, 'writer')
  const ssr = 'test/fixtures/settings-writer.ts'
  await build({ root, configFile: false, logLevel: 'error', build: { ssr, outDir }, ssr: { noExternal: true } })
  writer = join(outDir, 'settings-writer.js')
})
afterAll(() => rmSync(built, { recursive: true, force: true }))

const folder = setUpFolder()

type Writer = { readonly said: number; readonly exit: number | null; readonly complaint: string }

/** A kill `afterMs` after a writer's first word, or in the middle of its `atChange`-th change on disk. */
type Kill = { readonly afterMs?: number; readonly atChange?: number }

/** Runs a writer, which is killed where that is asked for. Resolves with the last number it said. */
function write(at: string, name: string, count: number, { afterMs, atChange }: Kill = {}): Promise<Writer> {
  return new Promise((resolve) => {
    const cache = { NODE_COMPILE_CACHE: join(built, 'cache') }
    const more = atChange === undefined ? {} : { KILL_AT: String(atChange) }
    const hook = atChange === undefined ? [] : ['--import', killAt]
    const env = { ...process.env, ...cache, ...more }
    const child = spawn(process.execPath, [...hook, writer, at, name, String(count)], { env })
    let said = ''
    let complaint = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (said === '' && afterMs !== undefined) void delay(afterMs).then(() => child.kill('SIGKILL'))
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

/** Each write waits for the disk, which others may keep busy: then it takes ten times as long, and nothing is wrong. */
const patience = { timeout: sizeOf({ short: 120_000, long: 600_000 }) }

it(`${kills} kills at random points of writes lose nothing but the last change`, patience, async () => {
  // Spread evenly: fast-check would rather take the first and the last moment.
  const moments = fc.sample(fc.noBias(fc.nat(12)), kills)
  const lane = async (index: number) => {
    const at = join(folder(), `profile-${index}`)
    mkdirSync(at)
    for (let n = 0; n < kills / lanes; n += 1) {
      const afterMs = moments[n * lanes + index] ?? 0
      const { said, exit, complaint } = await write(at, 'app', 1_000_000, { afterMs })
      expect({ exit, complaint }).toEqual({ exit: null, complaint: '' })
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
  }
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)))
})

it('a kill at each change on disk, in turn, loses nothing but the last change', patience, async () => {
  const torn: string[] = []
  const count = 2
  for (let atChange = 1; ; atChange += 1) {
    const at = join(folder(), `profile-${atChange}`)
    mkdirSync(at)
    openSettings(at).settings.update((now) => ({ ...now, allowsMemory: true }))
    const { said, exit } = await write(at, 'app', count, { atChange })
    torn.push(...readdirSync(at).filter((name) => name !== 'settings.json'))
    const { settings, notices } = openSettings(at)
    expect(settings.get().panels.length - said).toBeOneOf([0, 1])
    expect(settings.get().allowsMemory).toBe(true)
    expect(notices.all()).toEqual({})
    expect(readdirSync(at)).toEqual(['settings.json'])
    if (exit === 0) break
  }
  // Each kind of half-done write was met.
  expect(torn).toContainEqual(expect.stringContaining('.tmp-'))
  expect(torn).toContain('settings.lock')
})

it('several programs that write at once lose nothing of each other', patience, async () => {
  const at = join(folder(), 'profile')
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
