import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { InvokeReply } from '../../shared/ipc/contract.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { fileEntry, textReading } from '../fixtures/file-entry.ts'
import {
  closed,
  editor,
  type Given,
  openFiles,
  properties,
  reading,
  ref,
  row,
  type Shown,
  stamp,
  view,
} from './files-window.ts'

const theirs = textReading('a=7', { stamp: { size: 3, modifiedAt: 5_000 } })
const changed = ok({ kind: 'changed', stamp: theirs.stamp } as const)

/** A text that was just saved, where the server has another one since it was opened: it is not written unasked. */
async function openChanged(write: Given['files:write'] = async () => changed, now = theirs) {
  const readings = [reading]
  const opened = await openFiles({
    answers: { 'files:read': async () => ok(readings.shift() ?? now), 'files:write': write },
  })
  const field = await opened.edit('a=2')
  await opened.user.click(view().getByRole('button', { name: /^Save/ }))
  return { ...opened, field }
}

describe('the editor', () => {
  test('saves over the file as it was seen, then over what it saved itself', async () => {
    const { edit, user, bridge } = await openFiles({
      answers: { 'files:write': async () => ok({ kind: 'written', stamp: { size: 3, modifiedAt: 2_000 } }) },
    })
    const field = await edit('a=2')
    field.focus()
    await user.keyboard('{Control>}s{/Control}')
    expect(await view().findByText(/^Saved \d\d:\d\d$/)).toBeTruthy()
    fireEvent.input(field, { target: { value: 'a=3' } })
    await user.click(view().getByRole('button', { name: /^Save/ }))
    const { format } = reading
    await waitFor(() =>
      expect(bridge.requests('files:write')).toEqual([
        { ref, path: properties, text: 'a=2', format, seen: stamp, before: 'a=1' },
        { ref, path: properties, text: 'a=3', format, seen: { size: 3, modifiedAt: 2_000 }, before: 'a=2' },
      ]),
    )
  })

  test('shows all three sides where somebody changed it meanwhile, and overwrites nothing unasked', async () => {
    const { user, bridge } = await openChanged(async ({ seen }) =>
      seen?.modifiedAt === 5_000 ? ok({ kind: 'written', stamp: theirs.stamp }) : changed,
    )
    expect((await view().findByLabelText<HTMLTextAreaElement>('Now on the server')).value).toBe('a=7')
    expect(view().getByLabelText<HTMLTextAreaElement>('Yours').value).toBe('a=2')
    await user.click(view().getByRole('radio', { name: 'Their changes' }))
    expect((await view().findByLabelText<HTMLTextAreaElement>('As you opened it')).value).toBe('a=1')
    expect(bridge.requests('files:write')).toHaveLength(1)

    await user.click(view().getByRole('radio', { name: 'Theirs and yours' }))
    fireEvent.input(await view().findByLabelText('Yours'), { target: { value: 'a=27' } })
    await user.click(view().getByRole('button', { name: 'Save yours over it' }))
    await waitFor(() =>
      expect(bridge.requests('files:write')[1]).toMatchObject({
        text: 'a=27',
        seen: { modifiedAt: 5_000 },
        before: 'a=7',
      }),
    )
    expect((await editor()).value).toBe('a=27')
    await waitFor(() => expect(view().queryByText('edited')).toBeNull())
  })

  test('keeps what was typed while the save ran that found it changed', async () => {
    const save = Promise.withResolvers<typeof changed>()
    const { field } = await openChanged(() => save.promise)
    fireEvent.input(field, { target: { value: 'a=23' } })
    await act(async () => save.resolve(changed))
    expect((await view().findByLabelText<HTMLTextAreaElement>('Yours')).value).toBe('a=23')
  })

  test('takes its own text on the server for saved, where the answer to the save before was lost', async () => {
    await openChanged(undefined, textReading('a=2', { stamp: theirs.stamp }))
    expect(await view().findByText(/^Saved \d\d:\d\d$/)).toBeTruthy()
    expect((await editor()).value).toBe('a=2')
  })

  test('takes theirs where the person says so', async () => {
    const { user, bridge } = await openChanged()
    await user.click(await view().findByRole('button', { name: 'Take theirs' }))
    expect((await editor()).value).toBe('a=7')
    expect(view().queryByText('edited')).toBeNull()
    expect(bridge.requests('files:write')).toHaveLength(1)
  })

  test('makes a file that was deleted meanwhile anew only where the person says so', async () => {
    const { edit, user, bridge } = await openFiles({
      answers: {
        'files:write': async ({ seen }) => ok(seen === null ? { kind: 'written', stamp } : { kind: 'missing' }),
      },
    })
    await edit('a=2')
    await user.click(view().getByRole('button', { name: /^Save/ }))
    await user.click(await view().findByRole('button', { name: 'Save it anew' }))
    await waitFor(() => expect(bridge.requests('files:write')[1]).toMatchObject({ text: 'a=2', seen: null }))
    expect(await view().findByText(/^Saved/)).toBeTruthy()
  })

  test('keeps the text where saving fails', async () => {
    const { edit, user } = await openFiles({ answers: { 'files:write': async () => fail('server-disk-full') } })
    await edit('a=2')
    await user.click(view().getByRole('button', { name: /^Save/ }))
    expect(await view().findByText('There is not enough free space on the server.')).toBeTruthy()
    expect((await editor()).value).toBe('a=2')
    expect(view().getByText('edited')).toBeTruthy()
  })

  /** Opens what is too large to edit, of which the last part can be read. */
  const openLarge = (size: number, more: Shown = {}) =>
    openFiles({
      ...more,
      answers: {
        'files:read': async () => ok({ kind: 'too-large', stamp: { size, modifiedAt: 1 } }),
        'files:readEnd': async () => ok({ text: 'the end', encoding: 'utf-8', size, isCut: true }),
        ...more.answers,
      },
    })
  const MB = 1_024 ** 2

  test('shows of a large log the last part at once, and downloads all of it when asked', async () => {
    const { user, bridge } = await openLarge(104 * MB)
    await user.click(await view().findByRole('button', { name: 'Newest log' }))
    const field = await view().findByLabelText<HTMLTextAreaElement>('Last part of latest.log')
    expect([field.value, field.readOnly]).toEqual(['the end', true])
    expect(view().getByText('Last 1.0 MB of 104 MB')).toBeTruthy()
    expect(bridge.requests('files:readEnd')).toEqual([{ ref, path: '/logs/latest.log' }])
    await user.click(view().getByRole('button', { name: 'Download…' }))
    // The list is at another folder.
    expect(bridge.requests('fileMoves:download')).toEqual([{ ref, folder: '/logs', names: ['latest.log'] }])
  })

  test('says how much of a log is read while it comes', async () => {
    const { user } = await openLarge(104 * MB, { answers: { 'files:readEnd': () => new Promise(() => {}) } })
    await user.click(await view().findByRole('button', { name: 'Newest log' }))
    expect(await view().findByRole('status', { name: 'Reading 104 MB to show the end…' })).toBeTruthy()
  })

  test('reads no end of a log that was closed before it was known to be large', async () => {
    const large = Promise.withResolvers<Result<InvokeReply<'files:read'>>>()
    const { user, bridge } = await openLarge(104 * MB, { answers: { 'files:read': () => large.promise } })
    await user.click(await view().findByRole('button', { name: 'Newest log' }))
    await waitFor(() => expect(bridge.requests('files:read')).toHaveLength(1))
    await user.click(view().getByRole('button', { name: 'Close the file' }))
    large.resolve(ok({ kind: 'too-large', stamp: { size: 104 * MB, modifiedAt: 1 } }))
    await act(() => large.promise)
    expect(bridge.requests('files:readEnd')).toEqual([])
  })

  test.each([
    ['server.properties', 100 * MB, '100 MB'],
    ['debug.log', 2_000 * MB, '2.0 GB'],
  ])('shows of a large file, or of a huge log, the last part only when asked: %s', async (name, size, words) => {
    const { user, bridge } = await openLarge(size, { folders: { '/': [fileEntry(name)] } })
    await user.click(await row(name))
    await view().findByText(`This file is too large to edit: ${words}`)
    expect(bridge.requests('files:readEnd')).toEqual([])
    await user.click(view().getByRole('button', { name: 'Download…' }))
    expect(bridge.requests('fileMoves:download')).toEqual([{ ref, folder: '/', names: [name] }])
    await user.click(view().getByRole('button', { name: 'Show its last part' }))
    expect((await view().findByLabelText<HTMLTextAreaElement>(`Last part of ${name}`)).value).toBe('the end')
  })
})

describe('a text that is not saved', () => {
  test('is asked about when its file is closed', async () => {
    const { edit, user } = await openFiles()
    await edit('a=2')
    await user.click(view().getByRole('button', { name: 'Close the file' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Save “server.properties”?' }))
    await user.click(question.getByRole('button', { name: 'Go on editing' }))
    await closed()
    expect((await editor()).value).toBe('a=2')
    await user.click(view().getByRole('button', { name: 'Close the file' }))
    await user.click(await screen.findByRole('button', { name: 'Don’t save' }))
    await waitFor(() => expect(view().queryByLabelText('Text of server.properties')).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('is saved before another file is opened, where the person says so', async () => {
    const { edit, user, bridge, client } = await openFiles({
      answers: { 'files:write': async () => ok({ kind: 'written', stamp }) },
    })
    await edit('a=2')
    await user.click(await row('ops.json'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }))
    await closed()
    await editor('ops.json')
    expect(bridge.requests('files:write')).toHaveLength(1)
    // Saved, it is nothing that was left unsaved.
    expect(client.view.getState().leftTexts).toEqual({})
  })

  test('outlives a Save said to the question over what somebody else wrote meanwhile', async () => {
    const { user, bridge } = await openChanged()
    fireEvent.input(await view().findByLabelText('Yours'), { target: { value: 'a=27' } })
    await user.click(view().getByRole('button', { name: 'Close the file' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }))
    await closed()
    expect((await view().findByLabelText<HTMLTextAreaElement>('Yours')).value).toBe('a=27')
    expect(bridge.requests('files:write')).toHaveLength(1)
  })

  /** A file that was changed, with a save that ends when the test says so, and a yes to that in the question. */
  async function openHeld() {
    const save = Promise.withResolvers<void>()
    const opened = await openFiles({
      answers: { 'files:write': () => save.promise.then(() => ok({ kind: 'written', stamp })) },
    })
    const field = await opened.edit('a=2')
    const yes = async () =>
      opened.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }))
    return { ...opened, field, yes, ends: () => act(async () => save.resolve()) }
  }

  test('stays open where the person goes on with it while the question saves it', async () => {
    const { field, user, yes, ends } = await openHeld()
    await user.click(view().getByRole('button', { name: 'Close the file' }))
    await yes()
    await user.keyboard('{Escape}')
    await closed()
    fireEvent.input(field, { target: { value: 'a=23' } })
    await ends()
    expect((await editor()).value).toBe('a=23')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('given up while the question saves it, lets what waited for the answer begin once', async () => {
    const { user, choose, yes, ends } = await openHeld()
    await choose('server.properties', 'Delete…')
    await yes()
    await user.click(screen.getByRole('button', { name: 'Don’t save' }))
    await screen.findByRole('alertdialog', { name: 'Delete “server.properties”?' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await closed()
    await ends()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
