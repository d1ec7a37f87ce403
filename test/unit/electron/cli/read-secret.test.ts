import { PassThrough, Readable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { describe, expect, it } from 'vitest'
import { readToken, readValue } from '../../../../electron/cli/read-secret.ts'

/** Standard input that brings `chunks`; as a terminal it also takes raw mode. */
function input(chunks: readonly (string | Buffer)[], isTTY: boolean): ReadStream {
  const stream = Object.assign(Readable.from(chunks), { isTTY, setRawMode: () => stream })
  return stream as unknown as ReadStream
}

const never = () => {
  throw new Error('nobody is asked')
}

describe('readToken', () => {
  it.each([['pieces, with space around', ['  ptlc', '_abc \r\n'], 'ptlc_abc']])(
    'reads %s from a pipe',
    async (_, chunks, token) => {
      expect(await readToken(input(chunks, false), never)).toEqual({ ok: true, value: token })
    },
  )

  it.each([
    ['nothing', []],
    ['a flood', ['x'.repeat(5_000), 'y'.repeat(5_000)]],
  ])('refuses %s', async (_, chunks) => {
    expect(await readToken(input(chunks, false), never)).toMatchObject({ error: { code: 'invalid-token' } })
  })

  it('asks at a terminal, and takes a line with its corrections', async () => {
    let asked = 0
    const ask = () => {
      asked += 1
    }
    expect(await readToken(input(['ptlc_abX', '\u007f', 'c\r'], true), ask)).toEqual({ ok: true, value: 'ptlc_abc' })
    expect(asked).toBe(1)
  })

  it('gives the terminal back after the line, also where more could be typed', async () => {
    const modes: boolean[] = []
    const stream = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (mode: boolean) => modes.push(mode) })
    const read = readToken(stream as unknown as ReadStream, () => undefined)
    stream.write('ptlc_abc\r')
    expect(await read).toEqual({ ok: true, value: 'ptlc_abc' })
    expect(modes).toEqual([true, false])
    expect(stream.isPaused()).toBe(true)
  })

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('is cancelled by %s', async (_, key) => {
    expect(await readToken(input([key], true), () => undefined)).toMatchObject({ error: { code: 'cancelled' } })
  })
})

describe('readValue', () => {
  it.each([
    ['pieces, with the blanks that it has', [' hun', 'ter 2 \r\n'], ' hunter 2 '],
    ['an empty line', ['\n'], ''],
    ['several lines, which nobody takes for one', ['a\nb\n'], 'a\nb'],
  ])('reads %s from a pipe', async (_, chunks, value) => {
    expect(await readValue(input(chunks, false), never)).toEqual({ ok: true, value })
  })

  it('reads signs that are cut between two pieces', async () => {
    const bytes = Buffer.from('pä€🎮s\n')
    const chunks = [...bytes].map((byte) => Buffer.from([byte]))
    expect(await readValue(input(chunks, false), never)).toEqual({ ok: true, value: 'pä€🎮s' })
  })

  it('refuses a pipe without a word', async () => {
    expect(await readValue(input([], false), never)).toMatchObject({ error: { code: 'invalid-request' } })
  })

  it('takes no more of a flood than it needs to see that it is one', async () => {
    const read = await readValue(input(['x'.repeat(5_000), 'y'.repeat(5_000)], false), never)
    expect(read).toEqual({ ok: true, value: 'x'.repeat(5_000) })
  })

  it('takes Enter alone at a terminal for an empty value', async () => {
    expect(await readValue(input(['\r'], true), () => undefined)).toEqual({ ok: true, value: '' })
  })
})
