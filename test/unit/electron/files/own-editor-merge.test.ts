import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FileStamp, FileWriting, TextFormat } from '../../../../shared/model/file.ts'
import { must } from '../../../fixtures/demo.ts'
import { setUpOwnEditorRig } from '../../../fixtures/own-editor-rig.ts'

const { run } = setUpOwnEditorRig()

describe('both sides of a file that somebody else changed', () => {
  const theirs: FileStamp = { size: 5, modifiedAt: 5_000 }

  /** A copy with the editor's text, of which a save found another file on the server. */
  async function conflict(mine: string | Uint8Array = 'mine') {
    const it = run()
    const { id, copy } = await it.begun()
    writeFileSync(copy, mine)
    it.writings.push({ kind: 'changed', stamp: theirs })
    must(await it.editor.save(id, { always: true, overwrites: false }))
    expect(it.edits()).toMatchObject([{ phase: 'conflict', error: null }])
    it.sent.length = 0
    return { ...it, id, copy }
  }

  it('are the text as it was opened, and what the editor saved', async () => {
    const { editor, id } = await conflict()
    expect(must(await editor.sides(id))).toMatchObject({ base: 'one', mine: 'mine' })
    expect(await editor.sides('made-up')).toMatchObject({ error: { code: 'editor-file-gone' } })
  })

  it('go merged to the copy and over what was shown; what follows is asked about, as editors may have the old text', async () => {
    const { editor, id, copy, sent, edits } = await conflict()
    const { sha256 } = must(await editor.sides(id))
    expect(must(await editor.merge(id, { text: 'both', seen: theirs, format: null, sha256 }))).toMatchObject({
      kind: 'written',
    })
    expect(readFileSync(copy, 'utf8')).toBe('both')
    // The version before is theirs, which is read anew.
    expect(sent).toEqual([{ text: 'both', seen: theirs, hasBefore: false }])
    expect(edits()).toMatchObject([{ phase: 'open', savesAlways: false, isMerged: true }])
    expect(readdirSync(join(copy, '..'))).toEqual(['latest.log'])
    // Until the editor saved something of its own.
    writeFileSync(copy, 'both, and more')
    must(await editor.save(id, { always: false, overwrites: false }))
    expect(edits()).toMatchObject([{ phase: 'open', isMerged: false }])
  })

  it('keep the encoding of the copy, and say what it lacks', async () => {
    const { editor, id, copy, sent } = await conflict(Buffer.from('\ufeffmine', 'utf16le'))
    const { sha256, mine } = must(await editor.sides(id))
    expect(mine).toBe('mine')
    must(await editor.merge(id, { text: 'both', seen: theirs, format: null, sha256 }))
    expect(readFileSync(copy).equals(Buffer.from('\ufeffboth', 'utf16le'))).toBe(true)
    writeFileSync(copy, Buffer.from('\xe4', 'latin1'))
    sent.length = 0
    const latin = must(await editor.sides(id))
    const merged = await editor.merge(id, { text: 'ж', seen: theirs, format: null, sha256: latin.sha256 })
    expect(merged).toMatchObject({ error: { code: 'text-unencodable' } })
    expect([readFileSync(copy, 'latin1'), sent]).toEqual(['\xe4', []])
  })

  it.each<[string, TextFormat | null, string, string]>([
    ['theirs', { encoding: 'windows-1252', hasBom: false }, 'ä', 'e4'],
    ['theirs, with its mark', { encoding: 'utf-8', hasBom: true }, 'ä', 'efbbbfc3a4'],
    ['UTF-8 where the panel converted theirs', null, 'ä', 'c3a4'],
  ])('have of a plain copy the encoding of %s', async (_, format, text, bytes) => {
    const { editor, id, copy } = await conflict('a=2')
    const { sha256 } = must(await editor.sides(id))
    must(await editor.merge(id, { text, seen: theirs, format, sha256 }))
    expect(readFileSync(copy, 'hex')).toBe(bytes)
  })

  it('say of a plain copy what the encoding of theirs lacks, and keep the one of another copy', async () => {
    const format: TextFormat = { encoding: 'windows-1252', hasBom: false }
    const { editor, id, copy } = await conflict('a=2')
    const shown = { seen: theirs, format, sha256: must(await editor.sides(id)).sha256 }
    expect(await editor.merge(id, { ...shown, text: 'ж' })).toMatchObject({
      error: { code: 'text-unencodable', hint: expect.stringMatching(/on the server is in another encoding/) },
    })
    writeFileSync(copy, 'ж')
    const { sha256 } = must(await editor.sides(id))
    must(await editor.merge(id, { ...shown, sha256, text: 'жä' }))
    expect(readFileSync(copy, 'utf8')).toBe('жä')
  })

  it('are not sent where the copy cannot be written, and saves go on as before', async () => {
    const { editor, id, copy, sent, edits } = await conflict()
    const { sha256 } = must(await editor.sides(id))
    mkdirSync(`${copy}.new`)
    expect(await editor.merge(id, { text: 'both', seen: theirs, format: null, sha256 })).toMatchObject({
      error: { code: 'storage-failed', message: expect.stringMatching(/^The copy that your editor has open/) },
    })
    expect([readFileSync(copy, 'utf8'), sent]).toEqual(['mine', []])
    expect(edits()).toMatchObject([{ savesAlways: true, isMerged: false }])
  })

  it('stay merged in the copy where the server has yet another one', async () => {
    const { editor, id, copy, writings, edits } = await conflict()
    const { sha256 } = must(await editor.sides(id))
    writings.push({ kind: 'changed', stamp: { size: 7, modifiedAt: 7_000 } })
    expect(must(await editor.merge(id, { text: 'both', seen: theirs, format: null, sha256 }))).toMatchObject({
      kind: 'changed',
    })
    expect(readFileSync(copy, 'utf8')).toBe('both')
    expect(edits()).toMatchObject([{ phase: 'conflict' }])
    expect(must(await editor.sides(id))).toMatchObject({ base: 'one', mine: 'both' })
  })

  it('are merged once more where the first try could not be sent', async () => {
    const { editor, id, copy, writings, edits, sent } = await conflict()
    const { sha256 } = must(await editor.sides(id))
    writings.push('timeout')
    const merge = (text: string) => editor.merge(id, { text, seen: theirs, format: null, sha256 })
    expect(await merge('both')).toMatchObject({ error: { code: 'timeout' } })
    expect(edits()).toMatchObject([{ phase: 'failed' }])
    expect(must(await merge('both, and more'))).toMatchObject({ kind: 'written' })
    expect([readFileSync(copy, 'utf8'), sent.at(-1)?.text]).toEqual(['both, and more', 'both, and more'])
  })

  it.each<[string, FileWriting | 'timeout', object]>([
    ['the server has yet another one', { kind: 'changed', stamp: theirs }, { phase: 'conflict', error: null }],
    ['it is gone', { kind: 'missing' }, { phase: 'conflict', error: { code: 'file-not-found' } }],
    ['it did not arrive', 'timeout', { phase: 'failed', error: { code: 'timeout' } }],
  ])('are told as not sent, where %s, also once the copy was seen to be written', async (_, writing, told) => {
    const { editor, id, copy, clock, writings, edits } = await conflict()
    const { sha256 } = must(await editor.sides(id))
    writings.push(writing)
    await editor.merge(id, { text: 'both', seen: theirs, format: null, sha256 })
    // It looks at the copy just as the watch does, which the write woke.
    await clock.advance(1_000)
    await editor.end(id, { drops: false })
    expect(edits()).toMatchObject([told])
    writeFileSync(copy, 'mine, once more')
    await editor.end(id, { drops: false })
    expect(edits()).toMatchObject([{ phase: 'changed', error: null }])
  })

  it('are not merged over what the editor saved meanwhile', async () => {
    const { editor, id, copy, sent } = await conflict()
    const { sha256 } = must(await editor.sides(id))
    writeFileSync(copy, 'mine, once more')
    expect(await editor.merge(id, { text: 'both', seen: theirs, format: null, sha256 })).toMatchObject({
      error: { code: 'state-changed' },
    })
    expect([readFileSync(copy, 'utf8'), sent]).toEqual(['mine, once more', []])
    rmSync(copy)
    expect(await editor.merge(id, { text: 'both', seen: theirs, format: null, sha256 })).toMatchObject({
      error: { code: 'editor-copy-gone' },
    })
    expect(await editor.sides(id)).toMatchObject({ error: { code: 'editor-copy-gone' } })
  })

  it('are not shown of what is no text', async () => {
    const { editor, id } = await conflict(Uint8Array.of(1, 0, 2))
    expect(await editor.sides(id)).toMatchObject({ error: { code: 'file-no-text' } })
  })

  it('are told by the copy alone after a start', async () => {
    const { editor, id } = await conflict()
    await editor.dispose()
    const next = run()
    await next.editor.recover()
    expect(must(await next.editor.sides(id))).toMatchObject({ base: null, mine: 'mine' })
    await next.editor.dispose()
  })
})
