import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appState } from '../fixtures/app-state.ts'
import { openWindow } from './open-window.tsx'
import { base, row, survival } from './restart-window.ts'

const state = appState({ ...base, servers: [survival] })
const focused = () => document.activeElement

describe('the focus after a change of page', () => {
  test.each([
    ['Settings', 'Settings'],
    ['API keys', 'API keys'],
    ['Activity', 'Activity'],
  ])('%s: its heading; back at the servers: the first row', async (button, heading) => {
    const { user } = await openWindow(state)
    expect(focused()).toBe(document.body)
    await user.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { level: 1, name: heading })))
    await user.click(screen.getByRole('button', { name: /^All servers/ }))
    await waitFor(() => expect(focused()).toBe(row('Survival')))
  })

  test('from the palette too, and the form for a key keeps its own', async () => {
    const { user } = await openWindow(state)
    const choose = async (text: string) => {
      await user.keyboard('{Control>}k{/Control}')
      await waitFor(() => expect(focused()).toBe(screen.getByRole('combobox')))
      await user.keyboard(`${text}{Enter}`)
    }
    await choose('go activity')
    await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { level: 1, name: 'Activity' })))
    await choose('add a key')
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Panel address')))
  })

  test('after the first run: it stood on a button that has gone', async () => {
    const { user, update } = await openWindow(appState())
    await user.click(screen.getByRole('button', { name: 'Try the demo panel' }))
    await update(() => state)
    await waitFor(() => expect(focused()).toBe(row('Survival')))
  })
})
