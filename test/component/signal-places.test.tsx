import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appState } from '../fixtures/app-state.ts'
import { openWindow } from './open-window.tsx'
import { base, modded, row, survival } from './restart-window.ts'

const state = appState(base)

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

test.each([
  [{ state: 'running' }, ['Start: already running.', 'Restart Survival', 'Stop Survival']],
  [{ state: 'offline' }, ['Start Survival', 'Restart: offline, use Start.', 'Stop: already offline.']],
  [
    { state: 'running', condition: 'suspended' },
    ['Start: suspended by the panel.', 'Restart: suspended by the panel.', 'Stop: suspended by the panel.'],
  ],
] as const)('each signal has its place in row and head, and one that is shut says why: %j', async (more, told) => {
  const server = { ...survival, ...more }
  const { user, bridge } = await openWindow(appState({ ...base, servers: [server] }))
  await user.click(row('Survival'))
  const head = within(await screen.findByRole('region', { name: 'Survival' }))
  const inRow = ['Start', 'Restart', 'Stop'].map((name) =>
    within(row('Survival')).getByRole('button', { name: `${name} Survival` }),
  )
  const inHead = ['Start', 'Restart', 'Stop'].map((name) => head.getByRole('button', { name }))
  expect(inRow.map(({ title }) => title)).toEqual(told)
  expect(inHead.map(({ title }) => title)).toEqual(told.map((text) => text.replace(' Survival', '')))
  for (const [i, a] of inRow.entries()) if (i > 0) expect(inRow[i - 1]?.nextElementSibling).toBe(a)
  for (const button of [...inRow, ...inHead])
    if (button.getAttribute('aria-disabled') === 'true') await user.click(button)
  expect(bridge.requests('servers:power')).toEqual([])
})

describe('a press right after a change', () => {
  const start = () => screen.getByRole('button', { name: 'Start Survival' })
  let now = 0
  beforeEach(() => {
    now = 10_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
  })
  afterEach(() => vi.restoreAllMocks())

  test('below a pointer that rests does nothing for 600 ms', async () => {
    const { bridge, user, updateServer } = await openWindow(state)
    await user.hover(start())
    await updateServer(survival, { state: 'offline' })
    now += 599
    await user.pointer({ keys: '[MouseLeft]' })
    expect(bridge.requests('servers:power')).toEqual([])
    now += 1
    await user.pointer({ keys: '[MouseLeft]' })
    expect(bridge.requests('servers:power')).toMatchObject([{ signal: 'start' }])
  })

  test('a hand that trembles rests, and one that goes to the button does not', async () => {
    const { bridge, user, updateServer } = await openWindow(state)
    await user.hover(start())
    const press = async (movementX: number) => {
      await updateServer(survival, { state: 'running' })
      await updateServer(survival, { state: 'offline' })
      fireEvent.pointerMove(start(), { movementX, movementY: 0 })
      await user.pointer({ keys: '[MouseLeft]' })
      return bridge.requests('servers:power').length
    }
    expect([await press(3), await press(5)]).toEqual([0, 1])
  })

  test('by a key does nothing on a button that had the focus before', async () => {
    const { bridge, user, updateServer } = await openWindow(state)
    act(() => start().focus())
    await updateServer(survival, { state: 'offline' })
    await user.keyboard('{Enter}')
    expect(bridge.requests('servers:power')).toEqual([])
    await user.keyboard('{ArrowRight}{ArrowLeft}{Enter}')
    expect(bridge.requests('servers:power')).toMatchObject([{ signal: 'start' }])
  })
})

test('rows stay below a pointer that was there before they were', async () => {
  const { updateServer, client } = await openWindow(state)
  act(() => client.view.setState({ sort: { by: 'state', reversed: false } }))
  const before = names()
  // The list takes the place of a page that the pointer has never left, as it goes.
  fireEvent.pointerOver(row('Survival'), { relatedTarget: document.body.firstElementChild })
  await updateServer(survival, { state: 'starting' })
  await updateServer(modded, { state: 'running' })
  expect(names()).toEqual(before)
  fireEvent.pointerLeave(row('Survival'), { relatedTarget: document.body })
  await updateServer(modded, { state: 'running', unexpectedStop: null })
  expect(names()).not.toEqual(before)
})
