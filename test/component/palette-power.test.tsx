import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { defaultPreferences } from '../../shared/model/preferences.ts'
import { appState, askedBefore } from '../fixtures/app-state.ts'
import { asking, choose, isOpen, labels, openPalette } from './open-palette.ts'
import { openWindow } from './open-window.tsx'
import { base, modded, survival } from './restart-window.ts'

describe('power from the palette asks as the person chose', () => {
  test.each([
    ['stop', 'stop surv', survival],
    ['restart', 'restart surv', survival],
    ['start', 'start modded', modded],
  ] as const)('%s', async (signal, text, server) => {
    const { user, bridge } = await openPalette({ preferences: asking(signal) })
    await choose(user, text)
    const question = within(await screen.findByRole('alertdialog'))
    expect(bridge.requests('servers:power')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bridge.requests('servers:power')).toEqual([])
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, text)
    await user.dblClick(within(await screen.findByRole('alertdialog')).getAllByRole('button')[1] as HTMLElement)
    expect(bridge.requests('servers:power')).toEqual([{ ref: server.ref, signal, confirmed: true }])
  })

  test('a question that is cancelled teaches nothing, and one that is answered with yes does', async () => {
    const { user } = await openPalette({ preferences: asking('stop') })
    const before = labels()
    for (const answer of ['Cancel', 'Stop']) {
      await choose(user, 'stop surv')
      const question = within(await screen.findByRole('alertdialog'))
      await user.click(question.getByRole('button', { name: answer }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      await user.keyboard('{Control>}k{/Control}')
      await waitFor(() => expect(isOpen()).toBe(true))
      if (answer === 'Cancel') expect(labels()).toEqual(before)
    }
    expect(labels()[0]).toBe('Stop Survival…')
  })
})

describe('the first Stop or Restart', () => {
  const first = { preferences: { confirm: defaultPreferences.confirm } }
  const stop = () => screen.getByRole('button', { name: 'Stop Survival' })
  const tick = () => screen.getByRole('checkbox', { name: 'Ask every time' })

  test.each([
    ['never', false],
    ['ask', true],
  ] as const)('asks, and keeps the choice %j, once', async (choice, ticks) => {
    const { user, bridge } = await openWindow(appState({ ...base, ...first }))
    await user.click(stop())
    const question = within(await screen.findByRole('alertdialog', { name: 'Stop Survival?' }))
    expect((tick() as HTMLInputElement).checked).toBe(true)
    if (!ticks) await user.click(tick())
    await user.dblClick(question.getByRole('button', { name: 'Stop' }))
    expect(bridge.requests('servers:power')).toEqual([{ ref: survival.ref, signal: 'stop', confirmed: true }])
    expect(bridge.requests('preferences:set')).toEqual([
      { confirm: { start: 'never', stop: choice, restart: choice, asked: true } },
    ])
  })

  test('a No sends and keeps nothing, so that it asks again', async () => {
    const { user, bridge } = await openWindow(appState({ ...base, ...first }))
    await user.click(stop())
    await screen.findByRole('alertdialog')
    await user.click(tick())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bridge.requests('servers:power')).toEqual([])
    expect(bridge.requests('preferences:set')).toEqual([])
    await user.click(stop())
    expect(await screen.findByRole('alertdialog', { name: 'Stop Survival?' })).toBeTruthy()
  })

  test('once it was asked, the next is sent at once, or asked without the choice', async () => {
    const { user, bridge, update } = await openWindow(appState({ ...base, preferences: asking('stop') }))
    await user.click(stop())
    await screen.findByRole('alertdialog', { name: 'Stop Survival?' })
    expect(screen.queryByRole('checkbox', { name: 'Ask every time' })).toBeNull()
    await user.keyboard('{Escape}')
    await update((before) => ({ ...before, preferences: { ...before.preferences, ...askedBefore } }))
    await user.click(stop())
    expect(bridge.requests('servers:power')).toEqual([{ ref: survival.ref, signal: 'stop', confirmed: false }])
  })

  test('a start is not asked about', async () => {
    const { user, bridge } = await openWindow(appState({ ...base, ...first }))
    await user.click(screen.getByRole('button', { name: 'Start Modded' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(bridge.requests('servers:power')).toEqual([{ ref: modded.ref, signal: 'start', confirmed: false }])
  })
})
