import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { withoutTab } from '../../renderer/state/view.ts'
import type { InvokeReply } from '../../shared/ipc/contract.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { textReading } from '../fixtures/file-entry.ts'
import { serverView } from '../fixtures/server-view.ts'
import {
  closed,
  editor,
  openFiles,
  properties as path,
  reading,
  ref,
  type Shown,
  stamp,
  survival,
  view,
} from './files-window.ts'

const arena = serverView({ name: 'Arena', identifier: 'b1b2c3d4', state: 'running' })
const theirs = textReading('a=9', { stamp: { size: 3, modifiedAt: 2_000 } })

const question = (name: string) => screen.findByRole('alertdialog', { name })
const asksToSave = () => question('Save “server.properties”?')

const nothing = { unsaved: [], isTyped: false }

/** The window with a file of Survival open, whose text was changed. */
async function openEdited(answers: Shown['answers'] = {}) {
  const opened = await openFiles({ answers, others: [arena] })
  await opened.edit('a=2')
  const told = () => opened.bridge.requests('windows:setUnsaved')
  const kept = () => waitFor(() => expect(told().at(-1)).toEqual({ unsaved: [{ ref, path }], isTyped: false }))
  await kept()
  return { ...opened, told, kept }
}

test('is told to the main process, until it is dropped', async () => {
  const { user, told } = await openEdited()
  expect(told()).toHaveLength(1)
  await user.click(view().getByRole('button', { name: 'Console' }))
  await asksToSave()
  expect(told()).not.toContainEqual(nothing)
  await user.click(screen.getByRole('button', { name: 'Don’t save' }))
  await waitFor(() => expect(told().at(-1)).toEqual(nothing))
})

test('is told to the main process until it is saved', async () => {
  const { user, told } = await openEdited({ 'files:write': async () => ok({ kind: 'written', stamp }) })
  await user.click(view().getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(told().at(-1)).toEqual(nothing))
})

describe('nothing takes it away without a question:', () => {
  type Opened = Awaited<ReturnType<typeof openEdited>>
  const ways: [string, (opened: Opened) => unknown][] = [
    [
      'Escape',
      async ({ user }) => {
        ;(await editor()).focus()
        await user.keyboard('{Escape}')
      },
    ],
    ['another server', ({ client }) => act(() => client.show(arena.ref))],
    ['the same file of another server', ({ client }) => act(() => client.show(arena.ref, { area: 'files' }))],
    ['its tab is closed', ({ client }) => act(() => client.view.setState(withoutTab(ref)))],
    ['another page', ({ client }) => act(() => client.view.setState({ page: 'settings' }))],
  ]
  test.each(ways)('%s', async (_, leave) => {
    const opened = await openEdited()
    await leave(opened)
    await asksToSave()
    await opened.user.click(screen.getByRole('button', { name: 'Go on editing' }))
    await closed()
    expect((await editor()).value).toBe('a=2')
    await opened.kept()
  })
})

test('is asked about once a dialog that was open is closed', async () => {
  const { client } = await openEdited()
  act(() => client.view.setState({ dialog: { kind: 'backup', ref } }))
  act(() => client.show(arena.ref))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  act(() => client.view.setState({ dialog: null }))
  await asksToSave()
})

test('is asked about again where another dialog took the place of the question', async () => {
  const { client } = await openEdited()
  act(() => client.show(arena.ref))
  await asksToSave()
  act(() => client.view.setState({ dialog: { kind: 'backup', ref } }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  act(() => client.view.setState({ dialog: null }))
  await asksToSave()
})

test('taken over in part from what somebody else wrote, it is kept as it is then', async () => {
  let isTheirs = false
  const { user, client } = await openEdited({
    'files:read': async () => ok(isTheirs ? theirs : reading),
    'files:write': async () => {
      isTheirs = true
      return ok({ kind: 'changed', stamp: theirs.stamp })
    },
  })
  await user.click(view().getByRole('button', { name: /^Save/ }))
  await view().findByText(/Somebody changed this file meanwhile/)
  fireEvent.input(await view().findByLabelText('Yours'), { target: { value: 'a=3' } })
  act(() => client.show(arena.ref))
  await asksToSave()
  expect(client.view.getState().leftTexts[ref]?.text).toBe('a=3')
})

describe('while it is being saved', () => {
  const newStamp = { size: 3, modifiedAt: 2_000 }
  const written = ok({ kind: 'written', stamp: newStamp } as const)
  const asks = () => screen.queryByRole('alertdialog') !== null

  /** The same, whose saves end when the test says so. */
  async function openHeld() {
    const save = Promise.withResolvers<Result<InvokeReply<'files:write'>>>()
    const opened = await openEdited({ 'files:write': () => save.promise })
    const ends = (result: Result<InvokeReply<'files:write'>>) => act(async () => save.resolve(result))
    const leave = () => act(async () => opened.client.show(arena.ref))
    const leftNow = () => opened.client.view.getState().leftTexts
    return { ...opened, ends, leave, leftNow, writes: () => opened.bridge.requests('files:write') }
  }
  async function openSaving() {
    const opened = await openHeld()
    await opened.user.click(view().getByRole('button', { name: /^Save/ }))
    return opened
  }

  test('it is left without a question, and nothing stays of it once it is saved', async () => {
    const { leave, ends, kept, told, leftNow } = await openSaving()
    await leave()
    await kept()
    expect(asks()).toBe(false)
    await ends(written)
    expect(leftNow()).toEqual({})
    await waitFor(() => expect(told().at(-1)).toEqual(nothing))
    expect(asks()).toBe(false)
  })

  test('it is asked about after it was left where the save fails', async () => {
    const { leave, ends } = await openSaving()
    await leave()
    await ends(fail('server-disk-full'))
    await asksToSave()
  })

  test('what was typed since is asked about after it was left, and saved over what that save wrote', async () => {
    const { leave, ends, user, writes } = await openSaving()
    fireEvent.input(await editor(), { target: { value: 'a=23' } })
    await leave()
    await ends(written)
    await asksToSave()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await closed()
    expect(writes()[1]).toMatchObject({ text: 'a=23', seen: newStamp, before: 'a=2' })
  })

  test('a yes to the question waits for the save that is under way', async () => {
    const { ends, user, writes } = await openSaving()
    await user.click(view().getByRole('button', { name: 'Close the file' }))
    await asksToSave()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(asks()).toBe(true)
    await ends(written)
    await closed()
    expect(view().queryByLabelText('Text of server.properties')).toBeNull()
    expect(writes()).toHaveLength(1)
  })

  test('the question about a left text stays until that is known', async () => {
    const { leave, ends, user, leftNow } = await openHeld()
    await leave()
    await asksToSave()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.keyboard('{Escape}')
    await asksToSave()
    await ends(written)
    await closed()
    expect(leftNow()).toEqual({})
  })

  test('by a question that gave way to another dialog, a text that was left since is not dropped', async () => {
    const { leave, ends, user, client, leftNow } = await openHeld()
    await leave()
    await asksToSave()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const since = { ref, path, file: theirs, text: 'a=5', isAsked: true }
    act(() => client.view.setState({ dialog: { kind: 'backup', ref }, leftTexts: { [ref]: since } }))
    await ends(written)
    expect(leftNow()).toEqual({ [ref]: since })
  })
})

describe('where its server has gone', () => {
  const gone = 'Copy “server.properties” before it is lost?'
  const remove = ({ update }: Awaited<ReturnType<typeof openEdited>>) =>
    update((before) => ({ ...before, servers: { [arena.ref]: arena } }))

  test('it can be copied, and is kept until it is', async () => {
    const opened = await openEdited()
    const { user, kept, told } = opened
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no focus'))
    await remove(opened)
    await question(gone)
    await user.keyboard('{Escape}')
    await screen.findByText('The clipboard could not be used.')
    await kept()
    copy.mockResolvedValueOnce()
    await user.click(screen.getByRole('button', { name: 'Copy the text' }))
    await closed()
    expect(copy).toHaveBeenLastCalledWith('a=2')
    await waitFor(() => expect(told().at(-1)).toEqual(nothing))
  })

  test('it is dropped where the person says so', async () => {
    const opened = await openEdited()
    await remove(opened)
    await question(gone)
    await opened.user.click(screen.getByRole('button', { name: 'Drop it' }))
    await closed()
    expect(opened.client.view.getState().leftTexts).toEqual({})
  })

  test('and comes back, it is in the editor again', async () => {
    const opened = await openEdited()
    await remove(opened)
    await question(gone)
    await opened.update((before) => ({ ...before, servers: { [arena.ref]: arena, [ref]: survival } }))
    await closed()
    expect((await editor()).value).toBe('a=2')
    await opened.kept()
  })
})
