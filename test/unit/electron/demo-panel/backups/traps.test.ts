import { describe, expect, it } from 'vitest'
import { type DownloadTrap, withTrap } from '../../../../../electron/demo-panel/backups/traps.ts'

const parts = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6)]

async function read(trap: DownloadTrap | null, lifted = Promise.resolve()) {
  const seen: number[] = []
  let broke = false
  try {
    for await (const part of withTrap(parts, trap === null ? null : { ...trap, lifted })) seen.push(...part)
  } catch {
    broke = true
  }
  return { seen, broke }
}

describe('a download with a trap', () => {
  const whole = [1, 2, 3, 4, 5, 6]
  it.each([
    [null, whole, false],
    [{ what: 'cut', atBytes: 0 }, [], true],
    [{ what: 'cut', atBytes: 4 }, [1, 2, 3, 4], true],
    [{ what: 'cut', atBytes: 6 }, whole, false],
    [{ what: 'wrong-byte', atBytes: 4 }, [1, 2, 3, 4, 4, 6], false],
    [{ what: 'hold', atBytes: 3 }, whole, false],
  ] as const)('%j', async (trap, seen, broke) => expect(await read(trap)).toEqual({ seen, broke }))

  it('that holds gives nothing more until it is lifted', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stream = withTrap(parts, { what: 'hold', atBytes: 1, lifted: promise })
    expect((await stream.next()).value).toEqual(Uint8Array.of(1))
    let came = false
    const next = stream.next().then((result) => {
      came = true
      return result
    })
    await Promise.resolve()
    expect(came).toBe(false)
    resolve()
    expect((await next).value).toEqual(Uint8Array.of(2, 3))
  })
})
