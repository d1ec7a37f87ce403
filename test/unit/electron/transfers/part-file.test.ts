import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
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
