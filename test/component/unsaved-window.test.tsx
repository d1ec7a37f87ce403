import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AreaId } from '../../shared/model/area.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import { startupOf } from '../fixtures/startup.ts'
import { openWindow } from './open-window.tsx'

const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
const { ref } = survival
const nothing = { unsaved: [], isTyped: false }
const typed = { unsaved: [], isTyped: true }

const view = () => within(screen.getByRole('region', { name: 'Survival' }))

type Given = NonNullable<Parameters<typeof openWindow>[1]>
/** Shows an area of the server, which is loaded then. */
async function show(client: Awaited<ReturnType<typeof openWindow>>['client'], area: AreaId) {
  act(() => client.show(ref, { area }))
  await act(async () => {})
}

const full = appState({ panels: [panelView()], keys: [keyView()], servers: [survival], preferences: askedBefore })

/** The window, and what it told the main process of what would be lost with it. */
async function open(answers: Given = {}, state = full) {
  const opened = await openWindow(state, answers)
  return { ...opened, told: () => opened.bridge.requests('windows:setUnsaved') }
}

test('an edited startup is told by its server, until it is as the panel has it', async () => {
  const { user, client, told } = await open({ 'startup:read': async () => ok(startupOf()) })
  await show(client, 'startup')
  const jar = await view().findByRole('textbox', { name: /^Server Jar File/ })
  expect(told()).toEqual([])
  await user.type(jar, 'x')
  expect(told()).toEqual([{ unsaved: [{ ref, path: null }], isTyped: false }])
  await show(client, 'console')
  expect(told()).toHaveLength(1)
  await show(client, 'startup')
  await user.type(await view().findByRole('textbox', { name: /^Server Jar File/ }), '{Backspace}')
  expect(told().at(-1)).toEqual(nothing)
})

test('an edited startup is told until it is discarded, or its server has gone', async () => {
  const { user, client, update, told } = await open({ 'startup:read': async () => ok(startupOf()) })
  await show(client, 'startup')
  await user.type(await view().findByRole('textbox', { name: /^Server Jar File/ }), 'x')
  await user.click(view().getByRole('button', { name: 'Discard' }))
  expect(told().at(-1)).toEqual(nothing)
  await user.type(await view().findByRole('textbox', { name: /^Server Jar File/ }), 'x')
  expect(told()).toHaveLength(3)
  await update((before) => ({ ...before, servers: {} }))
  expect(told().at(-1)).toEqual(nothing)
})

test('a command is told while it is typed, and where it could not be sent', async () => {
  let answer: () => void = () => undefined
  const failed = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { user, client, told } = await open({
    'servers:command': async () => {
      await failed
      return fail('timeout')
    },
  })
  await show(client, 'console')
  const input = await screen.findByLabelText<HTMLInputElement>('Command for Survival')
  await user.type(input, 'say hi')
  expect(told()).toEqual([typed])
  await user.type(input, '{Enter}')
  await waitFor(() => expect(told().at(-1)).toEqual(nothing))
  answer()
  await waitFor(() => expect(told().at(-1)).toEqual(typed))
})

test('any open dialog is told', async () => {
  const { user, client, told } = await open()
  act(() => client.view.setState({ dialog: { kind: 'restart', refs: [ref] } }))
  await screen.findByRole('dialog', { name: 'Restart Survival with warning' })
  expect(told().at(-1)).toEqual(typed)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(told().at(-1)).toEqual(nothing))
})

test('a question is not: nothing is typed in it', async () => {
  const { client, told } = await open()
  act(() => client.view.setState({ dialog: { kind: 'power', ref, signal: 'kill', keyId: undefined, isFirst: false } }))
  await screen.findByRole('alertdialog')
  expect(told()).toEqual([])
})

test('the form for a first key is told once something is typed in it', async () => {
  const { user, told } = await open({}, appState({}))
  const address = await screen.findByLabelText('Panel address')
  expect(told()).toEqual([])
  await user.type(address, 'panel.example.com')
  expect(told()).toEqual([typed])
})

test('a note of an address is told while it is typed, and where it was not saved', async () => {
  const { user, client, told } = await open({ 'allocations:note': async () => fail('not-permitted') })
  await show(client, 'network')
  await screen.findByRole('table', { name: 'Network' })
  const note = view().getAllByRole('textbox', { name: /^Note of/ })[0]
  if (note === undefined) throw new Error('no note')
  await user.type(note, 'Voice{Enter}')
  expect(told()).toEqual([typed])
  await waitFor(() => expect(note.getAttribute('aria-invalid')).toBe('true'))
  expect(told()).toEqual([typed])
  await user.type(note, '{Escape}')
  await waitFor(() => expect(told()).toEqual([typed, nothing]))
})
