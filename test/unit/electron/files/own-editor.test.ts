import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLeftEditsFile, leftEditsPath } from '../../../../electron/files/left-edits.ts'
import { createOwnEditor } from '../../../../electron/files/own-editor.ts'
import { createNotices } from '../../../../electron/state/notices.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { FileStamp } from '../../../../shared/model/file.ts'
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
        if (!mayDiffer && bytes !== content.length) return fail('download-wrong')
        writeFileSync(join(folder, file), content)
        return ok({ file })
      },
    },
    saves: {
      async save(_ref, _path, bytes, { seen, before }) {
        sent.push({ text: Buffer.from(bytes).toString(), seen, hasBefore: before !== undefined })
        return ok({ kind: 'written', stamp: { size: bytes.byteLength, modifiedAt: 2_000 } })
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
  return { editor, store, clock, notices, sent, opened, begun, edits }
}

/** What is in the folder of the copies. */
const copies = () => readdirSync(join(profile, 'open-files'))

it('a log that grew while it was fetched is opened', async () => {
  const { begun, edits } = run(createFakeClock(), 'one, and more since')
  const { copy } = await begun()
  expect(readFileSync(copy, 'utf8')).toBe('one, and more since')
  expect(edits()).toMatchObject([{ phase: 'open' }])
})

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
