import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import type { FileWriting } from '../../../../shared/files/contract.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { first, path, ref, setUpOwnEditorRig } from '../../../fixtures/own-editor-rig.ts'

const { run, copies } = setUpOwnEditorRig()

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

it('what is written while the editor still starts stays told', async () => {
  const { editor, opened, whileOpening, begun, edits } = run()
  whileOpening.push(async () => {
    writeFileSync(opened.at(-1) ?? '', 'mine')
    await editor.end(edits()[0]?.id ?? '', { drops: false })
  })
  await begun()
  expect(edits()).toMatchObject([{ phase: 'changed' }])
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
    expect(await editor.save(id, { always: false, overwrites: false })).toMatchObject({
      error: { code: 'editor-copy-gone' },
    })
    expect(copies()).toEqual([id])
    await editor.end(id, { drops: true })
    expect([edits(), copies()]).toEqual([[], []])
  })

  it('waits for a save that runs, beside which no second one goes out', async () => {
    const { editor, begun, edits, sent, writings } = run()
    const { id, copy } = await begun()
    const slow = Promise.withResolvers<FileWriting>()
    writings.push(slow.promise)
    writeFileSync(copy, 'mine')
    const saving = editor.save(id, { always: false, overwrites: false })
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    rmSync(copy)
    await editor.end(id, { drops: false })
    writeFileSync(copy, 'mine too')
    expect(await editor.save(id, { always: false, overwrites: false })).toMatchObject({
      error: { code: 'editor-file-busy' },
    })
    slow.resolve({ kind: 'written', stamp: first })
    must(await saving)
    expect(edits()).toMatchObject([{ id, phase: 'changed' }])
    expect(sent.map(({ text }) => text)).toEqual(['mine'])
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
