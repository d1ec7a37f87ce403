import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { archiveOf, type Contents } from '../../../../../electron/demo-panel/backups/archive.ts'
import type { Entries, Entry } from '../../../../../electron/demo-panel/machine/file-tree.ts'

const text = (content: string) => ({ content: new TextEncoder().encode(content), createdAt: 0, modifiedAt: 5_000 })
const folder = { content: null, createdAt: 0, modifiedAt: 5_000 }
const entries: Entries = new Map<string, Entry>([
  ['/world', folder],
  ['/world/level.dat', text('level')],
  ['/empty.txt', text('')],
  [`/${'long'.repeat(30)}.txt`, text('left out')],
])

/** The files of a tar archive, as any reader finds them. */
function untar(tar: Buffer): Record<string, number | string> {
  const found: Record<string, number | string> = {}
  for (let at = 0; at + 512 <= tar.length; ) {
    const head = tar.subarray(at, at + 512)
    const name = head.subarray(0, 100).toString().replace(/\0.*$/, '')
    if (name === '') break
    const size = Number.parseInt(head.subarray(124, 135).toString(), 8)
    const sum = Number.parseInt(head.subarray(148, 154).toString(), 8)
    const blank = Buffer.from(head)
    blank.fill(' ', 148, 156)
    expect(
      blank.reduce((total, byte) => total + byte, 0),
      name,
    ).toBe(sum)
    const content = tar.subarray(at + 512, at + 512 + size)
    found[name] = size < 100 ? content.toString() : size
    at += 512 + Math.ceil(size / 512) * 512
  }
  return found
}

async function unpacked(contents: Partial<Contents>) {
  const archive = await archiveOf({ entries, fillerBytes: 0, at: 5_000, ...contents })
  const bytes = Buffer.concat([...archive.parts()])
  return { archive, bytes, files: untar(gunzipSync(bytes)) }
}

describe('the archive of a backup', () => {
  it('is a tar.gz with the files in it', async () => {
    expect((await unpacked({})).files).toEqual({ 'world/': '', 'world/level.dat': 'level', 'empty.txt': '' })
    expect((await unpacked({ entries: new Map() })).files).toEqual({})
  })

  it.each([0, 1, 511, 512, 65_535, 65_536, 1024 * 1024, 3 * 1024 * 1024 + 7])(
    'tells its true size and checksum with %i bytes more',
    async (fillerBytes) => {
      const { archive, bytes, files } = await unpacked({ fillerBytes })
      expect(archive.bytes).toBe(bytes.length)
      expect(archive.sha1).toBe(createHash('sha1').update(bytes).digest('hex'))
      if (fillerBytes >= 100) expect(files['world/region.bin']).toBe(fillerBytes)
    },
  )

  it('is the same each time that it is read', async () => {
    const [one, other] = [await unpacked({ fillerBytes: 70_000 }), await unpacked({ fillerBytes: 70_000 })]
    expect(one.bytes.equals(other.bytes)).toBe(true)
    expect(Buffer.concat([...one.archive.parts()]).equals(one.bytes)).toBe(true)
  })
})
