import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import type { Bridge } from '../../shared/ipc/contract.ts'
import type { OwnEdit, OwnMerge } from '../../shared/model/file-move.ts'
import { fail, ok } from '../../shared/result.ts'
import { textReading } from '../fixtures/file-entry.ts'
import { ownEdit } from '../fixtures/file-move-view.ts'
import { openFiles, properties, ref, type Shown, view } from './files-window.ts'

const sha256 = 'a'.repeat(64)
const theirs = textReading('a=7', { stamp: { size: 3, modifiedAt: 5_000 } })

/** A file that somebody changed while it was open in the person's own editor. */
const conflict = (answers: Shown['answers'] = {}, more: Partial<OwnEdit> = {}) =>
  openFiles({
    edits: [ownEdit({ id: 'e', ref, path: properties, phase: 'conflict', ...more })],
    answers: {
      'files:read': async () => ok(theirs),
      'ownEditor:sides': async () => ok({ base: 'a=1', mine: 'a=2', sha256 }),
      ...answers,
    },
  })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Both versions of “server.properties”' }))
const field = async (label: string) => (await dialog()).findByLabelText<HTMLTextAreaElement>(label)
const showBoth = async ({ user }: Awaited<ReturnType<typeof openFiles>>) =>
  user.click(view().getByRole('button', { name: 'Show both…' }))
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a file in the person’s own editor that somebody else changed', () => {
  test('is shown as it was, as it is there, and as it is here; merged it goes over what was shown', async () => {
    const opened = await conflict()
    const { user, bridge } = opened
    await showBoth(opened)
    expect((await field('Now on the server')).value).toBe('a=7')
    expect((await field('Yours')).value).toBe('a=2')
    await user.click(screen.getByRole('radio', { name: 'Your changes' }))
    expect((await field('As you opened it')).value).toBe('a=1')
    await user.click(screen.getByRole('radio', { name: 'Theirs and yours' }))
    fireEvent.input(await field('Yours'), { target: { value: 'a=27' } })
    await user.click(screen.getByRole('button', { name: 'Save yours over it' }))
    await gone()
    expect(bridge.requests('ownEditor:merge')).toEqual([
      { id: 'e', text: 'a=27', seen: theirs.stamp, format: theirs.format, sha256 },
    ])
    expect(bridge.requests('ownEditor:save')).toEqual([])
  })

  test('is shown anew where it was changed once more', async () => {
    const readings = [theirs, textReading('a=8', { stamp: { size: 3, modifiedAt: 8_000 } })]
    const sides = ['a=2', 'a=27']
    const merges: OwnMerge[] = []
    const opened = await conflict({
      'files:read': async () => ok(readings.shift() ?? theirs),
      'ownEditor:sides': async () => ok({ base: 'a=1', mine: sides.shift() ?? '', sha256 }),
      'ownEditor:merge': async (merge) => {
        merges.push(merge)
        return ok(
          merges.length === 1
            ? { kind: 'changed', stamp: { size: 3, modifiedAt: 8_000 } }
            : { kind: 'written', stamp: null },
        )
      },
    })
    await showBoth(opened)
    fireEvent.input(await field('Yours'), { target: { value: 'a=27' } })
    await opened.user.click(screen.getByRole('button', { name: 'Save yours over it' }))
    await waitFor(async () => expect((await field('Now on the server')).value).toBe('a=8'))
    expect((await field('Yours')).value).toBe('a=27')
    await opened.user.click(screen.getByRole('button', { name: 'Save yours over it' }))
    await gone()
    expect(merges.map(({ seen }) => seen.modifiedAt)).toEqual([5_000, 8_000])
  })

  test('says why it could not be merged, and keeps what was taken over until the person drops it', async () => {
    const opened = await conflict({
      'ownEditor:merge': async () => fail('state-changed', { message: 'Saved meanwhile.' }),
    })
    const { user } = opened
    await showBoth(opened)
    fireEvent.input(await field('Yours'), { target: { value: 'a=27' } })
    await user.click(screen.getByRole('button', { name: 'Save yours over it' }))
    expect(await screen.findByText('Saved meanwhile.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.click(await screen.findByRole('button', { name: 'Go on' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect((await field('Yours')).value).toBe('a=27')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Close without saving?' }))
    await user.click(question.getByRole('button', { name: 'Close' }))
    await gone()
  })

  test('is neither changed nor closed while it is written', async () => {
    const merged = Promise.withResolvers<Awaited<ReturnType<Bridge['call']['ownEditor:merge']>>>()
    const opened = await conflict({ 'ownEditor:merge': () => merged.promise })
    const { user, bridge } = opened
    await showBoth(opened)
    const yours = await field('Yours')
    await user.click(screen.getByRole('button', { name: 'Save yours over it' }))
    expect(yours.closest('[inert]')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Take theirs' }))
    expect([screen.queryByRole('alertdialog'), bridge.requests('ownEditor:end')]).toEqual([null, []])
    await dialog()
    merged.resolve(ok({ kind: 'written', stamp: null }))
    await gone()
  })

  test.each<[string, Awaited<ReturnType<Bridge['call']['ownEditor:merge']>>, RegExp]>([
    ['was not sent', fail('timeout'), /in time/],
    ['found nothing on the server', ok({ kind: 'missing' }), /was deleted on the server meanwhile/],
  ])('says that the merged text is in the copy where it %s', async (_, merged, why) => {
    const sides = ['a=2', 'a=27']
    const opened = await conflict({
      'ownEditor:sides': async () => ok({ base: 'a=1', mine: sides.shift() ?? 'a=27', sha256 }),
      'ownEditor:merge': async () => merged,
    })
    const { user } = opened
    await showBoth(opened)
    const unsaved = () => opened.bridge.requests('windows:setUnsaved').at(-1)
    expect(unsaved()).toMatchObject({ unsaved: [] })
    fireEvent.input(await field('Yours'), { target: { value: 'a=27' } })
    await waitFor(() => expect(unsaved()).toMatchObject({ unsaved: [{ ref, path: properties }] }))
    await user.click(screen.getByRole('button', { name: 'Save yours over it' }))
    expect(await screen.findByText(why)).toBeTruthy()
    await waitFor(() => expect(unsaved()).toMatchObject({ unsaved: [] }))
    expect(screen.getByText(/^The merged text is in the copy of your editor/)).toBeTruthy()
    fireEvent.input(await field('Yours'), { target: { value: 'a=277' } })
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.click(await screen.findByRole('button', { name: 'Go on' }))
    fireEvent.input(await field('Yours'), { target: { value: 'a=27' } })
    // Nothing is lost with it by now.
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await gone()
  })

  test('stays with what was taken over, whatever tray or link open in the window', async () => {
    const opened = await conflict()
    const { update } = opened
    await showBoth(opened)
    fireEvent.input(await field('Yours'), { target: { value: 'a=27' } })
    await update(({ app, ...state }) => ({
      ...state,
      app: { ...app, focus: { page: 'settings', section: 'general', at: 1 } },
    }))
    await update(({ app, ...state }) => ({
      ...state,
      app: { ...app, focus: { ref, dialog: 'restart', at: 2 } },
    }))
    await update(({ app, ...state }) => ({ ...state, app: { ...app, focus: { palette: true, at: 3 } } }))
    expect(opened.client.view.getState().palette).toBe(false)
    await update((state) => ({ ...state, servers: {} }))
    expect((await field('Yours')).value).toBe('a=27')
    expect(screen.queryByRole('region', { name: 'Survival' })).toBeNull()
    await opened.user.click(screen.getByRole('button', { name: 'Save yours over it' }))
    await gone()
    expect(opened.bridge.requests('ownEditor:merge')).toMatchObject([{ id: 'e', text: 'a=27' }])
  })

  test('drops nothing that the editor saved while both were shown', async () => {
    const shas = [sha256]
    const opened = await conflict({
      'ownEditor:sides': async () => ok({ base: 'a=1', mine: 'a=2', sha256: shas.shift() ?? 'b'.repeat(64) }),
    })
    await showBoth(opened)
    await opened.user.click(await (await dialog()).findByRole('button', { name: 'Take theirs' }))
    expect(await screen.findByText(/so nothing was dropped/)).toBeTruthy()
    expect(opened.bridge.requests('ownEditor:end')).toEqual([])
  })

  test('is opened anew as it is on the server where the person takes that', async () => {
    const opened = await conflict()
    await showBoth(opened)
    await opened.user.click(await (await dialog()).findByRole('button', { name: 'Take theirs' }))
    await waitFor(() => expect(opened.bridge.requests('ownEditor:open')).toEqual([{ ref, path: properties }]))
    expect(opened.bridge.requests('ownEditor:end')).toEqual([{ id: 'e', drops: true }])
  })

  test('shows two sides where the first one is not known, and says so where one of them is no text', async () => {
    const opened = await conflict({ 'ownEditor:sides': async () => ok({ base: null, mine: 'a=2', sha256 }) })
    await showBoth(opened)
    expect((await field('Yours')).value).toBe('a=2')
    expect(screen.queryByRole('radio', { name: 'Their changes' })).toBeNull()
    await opened.user.click(screen.getByRole('button', { name: 'Back' }))
    await gone()
    opened.bridge.answer('files:read', async () => ok({ kind: 'binary', stamp: theirs.stamp }))
    await showBoth(opened)
    expect(await screen.findByText('The file on the server is not a text file any more, or is too large.')).toBeTruthy()
  })

  test('has no two sides where it was deleted', async () => {
    await conflict({}, { error: appError('file-not-found') })
    expect(view().getByRole('button', { name: 'Overwrite' })).toBeTruthy()
    expect(view().queryByRole('button', { name: 'Show both…' })).toBeNull()
  })
})
