import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { fileEntry, filePath, textReading } from '../fixtures/file-entry.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
const arena = serverView({ name: 'Arena', identifier: 'b1b2c3d4', state: 'running' })
const { ref } = survival
const path = filePath('/server.properties')
const stamp = { size: 3, modifiedAt: 1_000 }
const theirs = textReading('a=9', { stamp: { size: 3, modifiedAt: 2_000 } })

const view = (name = 'Survival') => within(screen.getByRole('region', { name }))
const question = (name: string) => screen.findByRole('alertdialog', { name })
const asksToSave = () => question('Save “server.properties”?')
const closed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
const editor = () => view().findByLabelText<HTMLTextAreaElement>('Text of server.properties')

const nothing = { unsaved: [], isTyped: false }

type Given = NonNullable<Parameters<typeof openWindow>[1]>

/** The window with a file of Survival open, whose text was changed. */
async function openEdited(answers: Given = {}) {
  const entries = [fileEntry('server.properties'), fileEntry('ops.json')]
  const opened = await openWindow(
    appState({ panels: [panelView()], keys: [keyView()], servers: [survival, arena], preferences: askedBefore }),
    {
      'files:list': async () => ok({ entries, leftOut: 0, denied: [] }),
      'files:read': async () => ok(textReading('a=1', { stamp })),
      ...answers,
    },
  )
  act(() => opened.client.show(ref, { area: 'files' }))
  await act(async () => {})
  const header = await view().findByRole('rowheader', { name: (of) => of.includes('server') })
  await opened.user.click(header)
  fireEvent.input(await editor(), { target: { value: 'a=2' } })
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
    ['its tab is closed', ({ client }) => act(() => client.closeTab(ref))],
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
    'files:read': async () => ok(isTheirs ? theirs : textReading('a=1', { stamp })),
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
