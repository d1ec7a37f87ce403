import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import type { OwnEdit } from '../../shared/files/contract-moves.ts'
import { ok } from '../../shared/result.ts'
import { textReading } from '../fixtures/file-entry.ts'
import { ownEdit } from '../fixtures/file-move-view.ts'
import { editor, openFiles, properties, ref, row, view } from './files-window.ts'

/** A file that somebody changed while it was open in the person's own editor. */
const conflict = (more: Partial<OwnEdit> = {}) =>
  openFiles({
    edits: [ownEdit({ id: 'e', ref, path: properties, phase: 'conflict', ...more })],
    answers: { 'files:read': async () => ok(textReading('a=7')) },
  })
const press = (name: string) => view().getByRole('button', { name })

describe('a file in the person’s own editor that somebody else changed', () => {
  test('is overwritten, or what the editor saved is dropped', async () => {
    const { user, bridge } = await conflict()
    await user.click(press('Overwrite'))
    expect(bridge.requests('ownEditor:save')).toEqual([{ id: 'e', always: false, overwrites: true }])
    await user.click(press('Drop my changes'))
    expect(bridge.requests('ownEditor:end')).toEqual([{ id: 'e', drops: true }])
  })

  test('opens as it is on the server in the app’s editor, and the copy stays', async () => {
    const { user, bridge } = await conflict()
    await user.click(press('Show theirs'))
    expect((await editor()).value).toBe('a=7')
    expect([bridge.requests('ownEditor:save'), bridge.requests('ownEditor:end')]).toEqual([[], []])
    expect(press('Overwrite')).toBeTruthy()
  })

  test('is read once more where the app’s editor has it open already', async () => {
    const { user, bridge } = await conflict()
    bridge.answer('files:read', async () => ok(textReading('a=1')))
    await user.click(await row('server.properties'))
    expect((await editor()).value).toBe('a=1')
    bridge.answer('files:read', async () => ok(textReading('a=7')))
    await user.click(press('Show theirs'))
    await waitFor(async () => expect((await editor()).value).toBe('a=7'))
  })

  test('takes no place of a text that is not saved, unless the person says so', async () => {
    const { user, edit } = await conflict()
    await edit('b=2', 'ops.json')
    await user.click(press('Show theirs'))
    expect(await screen.findByRole('alertdialog')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Go on editing' }))
    expect((await editor('ops.json')).value).toBe('b=2')
  })

  test('has nothing to show where it was deleted', async () => {
    await conflict({ error: appError('file-not-found') })
    expect(press('Overwrite')).toBeTruthy()
    expect(view().queryByRole('button', { name: 'Show theirs' })).toBeNull()
  })
})
