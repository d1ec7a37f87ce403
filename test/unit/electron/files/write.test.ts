import { describe, expect, it } from 'vitest'
import { type KeepVersion, writeBytes } from '../../../../electron/files/write.ts'
import type { FileStamp } from '../../../../shared/files/contract.ts'
import type { FilePath } from '../../../../shared/files/files.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { createFakeFiles } from '../../../fixtures/fake-files.ts'

const path = '/server.properties' as FilePath

function setUp(content: string | null = 'motd=A\n') {
  const fake = createFakeFiles(content === null ? {} : { [path]: content })
  const stamp = (): FileStamp => {
    const entry = fake.entries.get(path)
    return { size: entry?.bytes?.byteLength ?? null, modifiedAt: entry?.modifiedAt ?? null }
  }
  const write = (text: string, seen: FileStamp | null, keep: KeepVersion | null = null) =>
    writeBytes(fake.files, { path, seen, content: Buffer.from(text) }, keep)
  const text = () => Buffer.from(fake.entries.get(path)?.bytes ?? []).toString()
  return { ...fake, stamp, write, text }
}

describe('a save', () => {
  it('writes a file that is as it was seen, and tells how it is then', async () => {
    const { write, stamp, text } = setUp()
    const written = await write('motd=B\r\n', stamp())
    expect(written).toEqual({ ok: true, value: { kind: 'written', stamp: stamp() } })
    expect(text()).toBe('motd=B\r\n')
  })

  it.each<[string, (stamp: FileStamp) => FileStamp | null]>([
    ['another size', (stamp) => ({ ...stamp, size: 1 })],
    ['another time', (stamp) => ({ ...stamp, modifiedAt: 1 })],
    ['no file', () => null],
  ])('writes nothing where %s was seen', async (_, seen) => {
    const { write, stamp, calls } = setUp()
    expect(await write('x', seen(stamp()))).toEqual({ ok: true, value: { kind: 'changed', stamp: stamp() } })
    expect(calls.filter((call) => call.startsWith('write'))).toEqual([])
  })

  it('makes no file again that was deleted meanwhile, but makes a new one where none was seen', async () => {
    const { write, stamp, remove, text } = setUp()
    const seen = stamp()
    remove(path)
    expect(await write('x', seen)).toEqual({ ok: true, value: { kind: 'missing' } })
    expect(await write('x', null)).toMatchObject({ value: { kind: 'written' } })
    expect(text()).toBe('x')
  })

  it('tells how much is there where the connection was cut in the middle', async () => {
    const { write, stamp, files, put } = setUp()
    files.write = async () => {
      put(path, 'mot')
      return fail('connection-cut', { mayHaveActed: true })
    }
    expect(await write('motd=B', stamp())).toMatchObject({
      error: { code: 'write-broken', mayHaveActed: true, message: expect.stringContaining('has 3 bytes now') },
    })
  })

  it('is not called written where the panel took it and the file is short', async () => {
    const { write, stamp, files, put } = setUp()
    files.write = async () => {
      put(path, '')
      return ok()
    }
    expect(await write('motd=B', stamp())).toMatchObject({ error: { code: 'write-broken' } })
  })
})

describe('the version before', () => {
  it('is kept before anything is written, and not for a new file', async () => {
    const { write, stamp, calls } = setUp()
    const kept: string[] = []
    const keep: KeepVersion = async () => {
      kept.push(`after ${calls.length} calls`)
      return ok()
    }
    await write('x', stamp(), keep)
    await write('x', null, keep)
    expect(kept).toEqual(['after 0 calls'])
  })

  it('that can’t be kept ends the save', async () => {
    const { write, stamp, calls } = setUp()
    expect(await write('x', stamp(), async () => fail('version-not-kept'))).toMatchObject({
      error: { code: 'version-not-kept' },
    })
    expect(calls).toEqual([])
  })
})
