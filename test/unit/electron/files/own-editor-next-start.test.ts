import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leftEditsPath, leftWords } from '../../../../electron/files/left-edits.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { filePath } from '../../../fixtures/file-entry.ts'
import { first, path, ref, setUpOwnEditorRig } from '../../../fixtures/own-editor-rig.ts'

const day = 24 * 60 * 60_000

const rig = setUpOwnEditorRig()
const { run, copies } = rig

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
    const unknown = join(rig.profile, 'open-files', 'unknown')
    mkdirSync(unknown)
    writeFileSync(join(unknown, 'a.txt'), 'mine')
    for (const file of [copy, join(unknown, 'a.txt')]) utimesSync(file, 0, (clock.now() - 31 * day) / 1_000)
    mkdirSync(join(rig.profile, 'open-files', 'empty'))
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
      if (notes === null) rmSync(leftEditsPath(rig.profile))
      else writeFileSync(leftEditsPath(rig.profile), notes)
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
    const file = leftEditsPath(rig.profile)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"id":"[^"]+"/, '"id":"../elsewhere"'))
    const { editor, edits } = run()
    await editor.recover()
    expect(edits()).toEqual([])
    await before.editor.dispose()
  })
})

describe('the notice of what was left', () => {
  it.each([
    [['A'], '/0.txt of A was'],
    [[''], '/0.txt was'],
    [['A', 'A'], '2 files of A were'],
    [['A', '', 'B', 'C', 'D', 'E'], '6 files of A, B, C and 2 more were'],
  ])('of servers %j says %s', (servers, text) => {
    const { message } = leftWords(servers.map((server, i) => ({ path: filePath(`/${i}.txt`), server })))
    expect(message).toBe(`${text} changed in your own editor and not saved to the server.`)
  })

  it('tells of what is left once one is dropped, and goes with the last', async () => {
    const before = run()
    const ids = []
    for (const name of ['a', 'b']) {
      const { id } = must(await before.editor.open(ref, filePath(`/${name}`)))
      writeFileSync(before.opened.at(-1) ?? '', 'mine')
      ids.push(id)
    }
    await before.editor.dispose()
    const { editor, notices } = run()
    await editor.recover()
    const message = () => notices.all()['own-edits-left']?.message
    expect(message()).toMatch(/^2 files of Survival were/)
    await editor.end(ids[0] ?? '', { drops: true })
    expect(message()).toMatch(/^\/b of Survival was/)
    await editor.end(ids[1] ?? '', { drops: true })
    expect(message()).toBeUndefined()
  })
})
