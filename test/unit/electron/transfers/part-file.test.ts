import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { FileFailure, openPartFile } from '../../../../electron/transfers/part-file.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { whileTimePasses } from '../../../fixtures/open-core.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const name = 'world.tar.gz'
const part = `${name}.part`
const content = 'a world'

let folder: string
let clock: FakeClock
beforeEach(() => {
  folder = temporaryFolder()
  clock = createFakeClock()
})

it('has every byte in its order, however it comes', async () => {
  const sizes = [0, 1, 70_000, 1024 * 1024 - 1, 1024 * 1024, 3 * 1024 * 1024 + 5, 12]
  const chunks = sizes.map((size, n) => Buffer.alloc(size, `${n} and ${size} `))
  const file = must(await openPartFile(folder, name, { clock }))
  for (const chunk of chunks) await file.write(chunk)
  expect(await file.finish()).toBe(name)
  expect(readFileSync(join(folder, name)).equals(Buffer.concat(chunks))).toBe(true)
})

it('holds little of what comes byte by byte', async () => {
  const file = must(await openPartFile(folder, name, { clock }))
  for (let n = 0; n < 10_000; n += 1) await file.write(Buffer.of(n))
  expect(statSync(join(folder, part)).size).toBeGreaterThan(0)
  await file.drop()
})

it('takes no more than two pieces while the disk stands still, and tells what became of the first', async () => {
  const handle = await open(join(folder, 'other'), 'w')
  await handle.close()
  const disk = Promise.withResolvers<void>()
  const writing = vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockReturnValueOnce(disk.promise)
  const file = must(await openPartFile(folder, name, { clock }))
  const piece = Buffer.alloc(1024 * 1024)
  await file.write(piece)
  const next = file.write(piece).catch((thrown: unknown) => thrown)
  expect(await Promise.race([next, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits')
  disk.reject(Object.assign(new Error('no'), { code: 'ENOSPC' }))
  expect(await next).toMatchObject({ error: { code: 'disk-full' } })
  await expect(file.finish()).rejects.toMatchObject({ error: { code: 'disk-full' } })
  await file.drop()
  expect(readdirSync(folder)).toEqual(['other'])
  writing.mockRestore()
})

/** A whole file whose rename fails so many times. */
async function openWhole(code: string, times: number) {
  const renames = { count: 0 }
  let waitedMs = 0
  const file = must(
    await openPartFile(folder, name, {
      clock: {
        sleep(ms, signal) {
          waitedMs += ms
          return clock.sleep(ms, signal)
        },
      },
      async rename(from, to) {
        renames.count += 1
        if (renames.count <= times) throw Object.assign(new Error('no'), { code })
        await rename(from, to)
      },
    }),
  )
  await file.write(Buffer.from(content))
  const finished = file.finish().then(
    (own) => own,
    (thrown: unknown) => thrown,
  )
  return { renames, waitedMs: () => waitedMs, end: () => whileTimePasses(clock, finished) }
}

it.each(['EPERM', 'EACCES', 'EBUSY'])('gets its own name once what holds it lets go: %s', async (code) => {
  const { waitedMs, end } = await openWhole(code, 3)
  expect(await end()).toBe(name)
  // Of the clock more may pass meanwhile, where the disk is slow.
  expect(waitedMs()).toBeLessThanOrEqual(2_000)
  expect(readdirSync(folder)).toEqual([name])
  expect(readFileSync(join(folder, name), 'utf8')).toBe(content)
})

it.each([
  ['EPERM', 11],
  ['EIO', 1],
])('that never gets it is kept, and named, without an empty file beside it: %s', async (code, tries) => {
  const { renames, end } = await openWhole(code, Number.POSITIVE_INFINITY)
  const failure = await end()
  expect(failure).toBeInstanceOf(FileFailure)
  expect(failure).toMatchObject({
    isKept: true,
    error: { code: 'storage-failed', hint: expect.stringContaining(`It was kept as ${part}.`) },
  })
  expect(renames.count).toBe(tries)
  expect(readdirSync(folder)).toEqual([part])
  expect(readFileSync(join(folder, part), 'utf8')).toBe(content)
})

it('that never gets it leaves what somebody wrote under that name meanwhile', async () => {
  const { end } = await openWhole('EPERM', Number.POSITIVE_INFINITY)
  await clock.advance(0)
  await expect.poll(() => readdirSync(folder)).toContain(name)
  writeFileSync(join(folder, name), 'mine')
  expect(await end()).toMatchObject({ isKept: true })
  expect(readdirSync(folder).sort()).toEqual([name, part])
})

it.each<[NodeJS.Platform, string | null]>([
  ['win32', '[ZoneTransfer]\r\nZoneId=3\r\n'],
  ['linux', null],
])(
  'is marked as one from the Internet as soon as it is there, where the system knows such a mark: %s',
  async (platform, mark) => {
    const file = must(await openPartFile(folder, name, { clock, platform }))
    const stream = `${part}:Zone.Identifier`
    expect(readdirSync(folder).includes(stream) ? readFileSync(join(folder, stream), 'utf8') : null).toBe(mark)
    await file.drop()
  },
)
