import { describe, expect, it } from 'vitest'
import { filePathSchema, plainNameSchema } from '../../shared/files/contract.ts'
import { maxFolderEntries, rootPath } from '../../shared/files/files.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'

const from = { pageId: 1 }
const rig = setUpCoreRig()

describe('a folder with more entries than are shown', () => {
  it('is shown as far as it goes, and nothing in it is overwritten unasked', async () => {
    const { files } = rig.demo.panel
    files.put(rig.identifier, '/many', null)
    for (let n = 0; n < maxFolderEntries; n += 1)
      files.put(rig.identifier, `/many/${String(n).padStart(5, '0')}.txt`, '')
    files.put(rig.identifier, '/many/last.txt', 'theirs')
    const folder = filePathSchema.parse('/many')
    const call = rig.core.handlers
    const list = must(await rig.seen(call['files:list']({ ref: rig.ref, folder }, from)))
    expect([list.entries.length, list.leftOut]).toEqual([maxFolderEntries, 1])

    const path = filePathSchema.parse('/many/last.txt')
    const format = { encoding: 'utf-8', hasBom: false } as const
    const written = await rig.seen(
      call['files:write']({ ref: rig.ref, path, text: 'mine', format, seen: null, before: null }, from),
    )
    expect(must(written)).toMatchObject({ kind: 'changed', stamp: { size: 6 } })
    const moves = [{ name: plainNameSchema.parse('eula.txt'), to: path }]
    expect(await rig.seen(call['files:move']({ ref: rig.ref, folder: rootPath, moves }, from))).toMatchObject({
      error: { code: 'file-exists' },
    })
    expect(
      await rig.seen(call['files:remove']({ ref: rig.ref, folder, names: [plainNameSchema.parse('last.txt')] }, from)),
    ).toEqual({ ok: true, value: { left: [] } })
    expect(files.read(rig.identifier, '/many/last.txt')).toBeNull()
  })
})
