import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createGatheredWrites } from '../../../../electron/transfers/gathered-writes.ts'

const MiB = 1024 * 1024

/** A file that keeps what is written, does each thing only when it is let, and writes no more than `most` bytes at once. */
function fakeFile({ most = Number.POSITIVE_INFINITY, keep = true } = {}) {
  const written: Uint8Array[] = []
  const seen = { bytes: 0, writes: 0, syncs: 0 }
  let [writing, syncing]: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()]
  const file = {
    async write(buffer: Uint8Array, offset = 0) {
      seen.writes += 1
      await writing
      const part = Uint8Array.from(buffer.subarray(offset, Math.min(buffer.byteLength, offset + most)))
      if (keep) written.push(part)
      seen.bytes += part.byteLength
      return { bytesWritten: part.byteLength, buffer }
    },
    async datasync() {
      seen.syncs += 1
      await syncing
    },
  }
  return {
    writes: createGatheredWrites(file as Parameters<typeof createGatheredWrites>[0]),
    seen,
    all: () => Buffer.concat(written),
    hold(what: 'writing' | 'syncing') {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      if (what === 'writing') writing = promise
      else syncing = promise
      return { resolve, reject }
    },
  }
}

/** Whether a promise is still open once all that was due has been done. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  let open = true
  const end = () => {
    open = false
  }
  void promise.then(end, end)
  await new Promise<void>((resolve) => setImmediate(resolve))
  return open
}

it('writes every byte in its order, however it comes and however little is written at once', async () => {
  const chunk = fc.oneof(fc.integer({ min: 0, max: 70_000 }), fc.constantFrom(0, 1, MiB - 1, MiB, MiB + 1, 2 * MiB + 3))
  await fc.assert(
    fc.asyncProperty(
      fc.array(chunk, { maxLength: 8 }),
      fc.constantFrom(300_000, Number.POSITIVE_INFINITY),
      async (sizes, most) => {
        const { writes, all } = fakeFile({ most })
        const chunks = sizes.map((size, n) => Buffer.alloc(size, `${n} and ${size} `))
        for (const one of chunks) {
          const taken = Uint8Array.from(one)
          await writes.write(taken)
          // It was copied: whoever gave it may use it again.
          taken.fill(0)
        }
        await writes.flush()
        return all().equals(Buffer.concat(chunks))
      },
    ),
    { numRuns: 30 },
  )
})

it('gathers what comes in small pieces', async () => {
  const { writes, seen } = fakeFile()
  for (let n = 0; n < 64; n += 1) await writes.write(new Uint8Array(MiB / 16))
  await writes.flush()
  expect(seen).toEqual({ bytes: 4 * MiB, writes: 4, syncs: 0 })
})

it('takes two pieces while the disk stands still, and no more', async () => {
  const { writes, seen, hold } = fakeFile()
  const disk = hold('writing')
  await writes.write(new Uint8Array(2 * MiB))
  const third = writes.write(new Uint8Array(1))
  expect(await isOpen(third)).toBe(true)
  expect(seen).toMatchObject({ writes: 1, bytes: 0 })
  disk.resolve()
  await third
  await writes.flush()
  expect(seen.bytes).toBe(2 * MiB + 1)
})

it('asks the disk to write for good at steps, once at a time, and waits for it only at the end', async () => {
  const { writes, seen, hold } = fakeFile({ keep: false })
  const disk = hold('syncing')
  const piece = new Uint8Array(MiB)
  for (let n = 0; n < 100; n += 1) await writes.write(piece)
  expect(seen).toMatchObject({ syncs: 1, bytes: 99 * MiB })
  const flushed = writes.flush()
  expect(await isOpen(flushed)).toBe(true)
  disk.resolve()
  await flushed
  expect(seen).toMatchObject({ syncs: 1, bytes: 100 * MiB })
  for (let n = 0; n < 2; n += 1) await writes.write(piece)
  await writes.flush()
  expect(seen.syncs).toBe(2)
})

it.each(['writing', 'syncing'] as const)('throws what %s met, and settles all the same', async (what) => {
  const { writes, hold } = fakeFile({ keep: false })
  const disk = hold(what)
  const full = new Error('no space')
  const fill = async () => {
    for (let n = 0; n < 40; n += 1) await writes.write(new Uint8Array(MiB))
    await writes.flush()
  }
  const filled = fill()
  disk.reject(full)
  await expect(filled).rejects.toBe(full)
  await expect(writes.write(new Uint8Array(1))).rejects.toBe(full)
  await expect(writes.settle()).resolves.toBeUndefined()
})
