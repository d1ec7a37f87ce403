import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLeftEditsFile, leftEditsPath } from '../../../../electron/files/left-edits.ts'
import { createOwnEditor } from '../../../../electron/files/own-editor.ts'
import { createNotices } from '../../../../electron/state/notices.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { type AppError, appError } from '../../../../shared/errors.ts'
import type { FileStamp, FileWriting, TextFormat } from '../../../../shared/model/file.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { filePath } from '../../../fixtures/file-entry.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const server = serverView({ name: 'Survival' })
const { ref } = server
const path = filePath('/logs/latest.log')
const first: FileStamp = { size: 3, modifiedAt: 1_000 }
const day = 24 * 60 * 60_000

let profile: string
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'own-editor-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

/** One run of the app on the profile; what its server has is `content`. */
function run(clock = createFakeClock(), content = 'one') {
  const store = createStore(appState({ servers: [server] }), () => undefined)
  const log = createTestLog()
  const notices = createNotices()
  const sent: { text: string; seen: FileStamp | null; hasBefore: boolean }[] = []
  const opened: string[] = []
  /** What the next saves come to; after these they are written. */
  const writings: (FileWriting | 'timeout')[] = []
  /** What keeps the file from being fetched. */
  const faults: AppError[] = []
  const editor = createOwnEditor({
    profile,
    store,
    clock,
    newId: () => crypto.randomUUID(),
    log,
    notices,
    left: createLeftEditsFile({ path: leftEditsPath(profile), log }),
    bytes: {
      async toFolder(_ref, _path, { folder, file, bytes, mayDiffer }) {
        const error = faults.shift()
        if (error !== undefined) return { ok: false, error }
        if (!mayDiffer && bytes !== content.length) return fail('download-wrong')
        writeFileSync(join(folder, file), content)
        return ok({ file })
      },
    },
    saves: {
      async save(_ref, _path, bytes, { seen, before }) {
        sent.push({ text: Buffer.from(bytes).toString(), seen, hasBefore: before !== undefined })
        const next = writings.shift()
        if (next === 'timeout') return fail('timeout')
        return ok(next ?? { kind: 'written', stamp: { size: bytes.byteLength, modifiedAt: 2_000 } })
      },
      stampNow: async () => ok({ ...first, isFile: true }),
    },
    async openFile(path) {
      opened.push(path)
      return ok()
    },
  })
  const begun = async () => {
    const { id } = must(await editor.open(ref, path))
    return { id, copy: opened.at(-1) ?? '' }
  }
  const edits = () => Object.values(store.get().ownEdits)
  return { editor, store, clock, notices, sent, opened, writings, faults, begun, edits }
}

/** What is in the folder of the copies. */
const copies = () => readdirSync(join(profile, 'open-files'))

it('a log that grew while it was fetched is opened', async () => {
  const { begun, edits } = run(createFakeClock(), 'one, and more since')
  const { copy } = await begun()
  expect(readFileSync(copy, 'utf8')).toBe('one, and more since')
  expect(edits()).toMatchObject([{ phase: 'open' }])
})

it.each([
  ['storage-failed', /^The file could not be opened here\./],
  ['download-wrong', /./],
] as const)(
  'a file that could not be fetched (%s) is not told as kept: its folder is deleted',
  async (code, message) => {
    const { editor, faults, edits } = run()
    faults.push(appError(code, { hint: 'It was kept as latest.log.part. Rename it in its folder.' }))
    expect(await editor.open(ref, path)).toMatchObject({
      error: { code, message: expect.stringMatching(message), hint: expect.stringMatching(/^Try again\.(?!.*part)/) },
    })
    expect([edits(), copies()]).toEqual([[], []])
  },
)

describe('the next start', () => {
  it.each([
    ['a crash', false],
    ['an end of the app', true],
  ])('after %s goes on with what was not saved, and deletes it once that is dropped', async (_, isEnded) => {
    const before = run()
    const { id, copy } = await before.begun()
    writeFileSync(copy, 'mine')
    if (isEnded) await before.editor.dispose()
    const { editor, edits, notices, sent } = run()
    await editor.recover()
    expect(edits()).toMatchObject([{ id, ref, path, phase: 'changed', savesAlways: false }])
    expect(notices.all()['own-edits-left']).toMatchObject({
      message: '/logs/latest.log of Survival was changed in your own editor and not saved to the server.',
      hint: expect.stringMatching(/^It is kept here/),
    })
    expect(sent).toEqual([])
    expect(readFileSync(copy, 'utf8')).toBe('mine')
    await editor.end(id, { drops: true })
    expect([edits(), copies(), notices.all()]).toEqual([[], [], {}])
    await before.editor.dispose()
    const last = run()
    await last.editor.recover()
    expect(last.edits()).toEqual([])
  })

  it('saves it by what the server had, with the version before read anew', async () => {
    const before = run()
    const { id, copy } = await before.begun()
    writeFileSync(copy, 'mine')
    await before.editor.dispose()
    const { editor, edits, notices, sent } = run()
    await editor.recover()
    must(await editor.save(id, { always: false, overwrites: false }))
    expect(sent).toEqual([{ text: 'mine', seen: first, hasBefore: false }])
    expect(edits()).toMatchObject([{ phase: 'open' }])
    expect(notices.all()).toEqual({})
    await editor.dispose()
    expect(copies()).toEqual([])
  })

  it('finds nothing of what the server has, nor of what nobody changed for 30 days', async () => {
    const clock = createFakeClock()
    const same = run(clock)
    await same.begun()
    const next = run(clock)
    await next.editor.recover()
    expect([next.edits(), next.notices.all()]).toEqual([[], {}])
    expect(copies).toThrow()
    const old = run(clock)
    const { copy } = await old.begun()
    writeFileSync(copy, 'mine')
    const unknown = join(profile, 'open-files', 'unknown')
    mkdirSync(unknown)
    writeFileSync(join(unknown, 'a.txt'), 'mine')
    for (const file of [copy, join(unknown, 'a.txt')]) utimesSync(file, 0, (clock.now() - 31 * day) / 1_000)
    mkdirSync(join(profile, 'open-files', 'empty'))
    const late = run(clock)
    await late.editor.recover()
    expect(late.edits()).toEqual([])
    expect(copies).toThrow()
    await same.editor.dispose()
    await old.editor.dispose()
  })

  it('counts the days from the last change, not from the opening', async () => {
    const clock = createFakeClock()
    const before = run(clock)
    const { copy } = await before.begun()
    await clock.advance(60 * day)
    writeFileSync(copy, 'mine')
    utimesSync(copy, 0, (clock.now() - 29 * day) / 1_000)
    const { editor, edits } = run(clock)
    await editor.recover()
    expect(edits()).toMatchObject([{ phase: 'changed' }])
    await before.editor.dispose()
    await editor.dispose()
  })

  it.each(['{', '{"version":1,"edits":[{"id":"x"}]}', null])(
    'deletes no copy where the notes are %j',
    async (notes) => {
      const before = run()
      const { id, copy } = await before.begun()
      writeFileSync(copy, 'mine')
      if (notes === null) rmSync(leftEditsPath(profile))
      else writeFileSync(leftEditsPath(profile), notes)
      const { editor, edits } = run()
      await editor.recover()
      expect([edits(), copies()]).toEqual([[], [id]])
      expect(readFileSync(copy, 'utf8')).toBe('mine')
      await before.editor.dispose()
    },
  )

  it('keeps the folder of a copy that an editor was replacing at the end', async () => {
    const before = run()
    const { id, copy } = await before.begun()
    rmSync(copy)
    writeFileSync(`${copy}.tmp`, 'mine')
    await before.editor.dispose()
    const { editor, edits } = run()
    await editor.recover()
    expect([edits(), copies()]).toEqual([[], [id]])
    writeFileSync(copy, 'mine')
    const last = run()
    await last.editor.recover()
    expect(last.edits()).toMatchObject([{ id, phase: 'changed' }])
    await last.editor.dispose()
  })

  it('opens what it goes on with once more when asked', async () => {
    const before = run()
    const { id, copy } = await before.begun()
    expect(must(await before.editor.open(ref, path))).toEqual({ id })
    expect(before.opened).toEqual([copy, copy])
    writeFileSync(copy, 'mine')
    await before.editor.dispose()
    const { editor, opened } = run()
    await editor.recover()
    expect(opened).toEqual([])
    expect(must(await editor.open(ref, path))).toEqual({ id })
    expect(opened).toEqual([copy])
    expect(readFileSync(copy, 'utf8')).toBe('mine')
    await editor.dispose()
  })

  it('says nothing any more of what a person dismissed, but still has it', async () => {
    const before = run()
    const { copy } = await before.begun()
    writeFileSync(copy, 'mine')
    await before.editor.dispose()
    const dismissed = run()
    await dismissed.editor.recover()
    dismissed.notices.withdraw('own-edits-left')
    await dismissed.editor.dispose()
    const { editor, edits, notices } = run()
    await editor.recover()
    expect(notices.all()).toEqual({})
    expect(edits()).toMatchObject([{ phase: 'changed' }])
    await editor.dispose()
  })

  it('takes nothing from a file that leads elsewhere', async () => {
    const before = run()
    const { copy } = await before.begun()
    writeFileSync(copy, 'mine')
    const file = leftEditsPath(profile)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"id":"[^"]+"/, '"id":"../elsewhere"'))
    const { editor, edits } = run()
    await editor.recover()
    expect(edits()).toEqual([])
    await before.editor.dispose()
  })
})

describe('its end', () => {
  it('looks once more, so that what the editor saved right before is not lost', async () => {
    const { editor, begun, edits } = run()
    const { id, copy } = await begun()
    writeFileSync(copy, 'mine')
    await editor.end(id, { drops: false })
    expect(edits()).toMatchObject([{ id, phase: 'changed' }])
    await editor.end(id, { drops: false })
    expect(edits()).toMatchObject([{ id, phase: 'changed' }])
    await editor.end(id, { drops: true })
    expect([edits(), copies()]).toEqual([[], []])
  })

  it('deletes nothing while the copy is not there, as while an editor replaces it', async () => {
    const { editor, begun, edits } = run()
    const { id, copy } = await begun()
    rmSync(copy)
    writeFileSync(`${copy}.tmp`, 'mine')
    await editor.end(id, { drops: false })
    expect(edits()).toMatchObject([{ id, phase: 'failed', error: { code: 'editor-copy-gone' } }])
    expect(copies()).toEqual([id])
    await editor.end(id, { drops: true })
    expect([edits(), copies()]).toEqual([[], []])
  })

  it('sends that where each save goes to the server', async () => {
    const { editor, begun, edits, sent } = run()
    const { id, copy } = await begun()
    writeFileSync(copy, 'mine')
    must(await editor.save(id, { always: true, overwrites: false }))
    writeFileSync(copy, 'mine too')
    await editor.end(id, { drops: false })
    expect(sent.map(({ text }) => text)).toEqual(['mine', 'mine too'])
    expect([edits(), copies()]).toEqual([[], []])
  })
})

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
