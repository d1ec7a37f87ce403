import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import { appState } from '../fixtures/app-state.ts'
import { planStep, planView, restartChoices } from '../fixtures/plan-view.ts'
import { openWindow } from './open-window.tsx'
import { base, button, chooseFromMenu, never, row } from './restart-window.ts'

afterEach(() => void vi.useRealTimers())

const inAMinute = () => Date.now() + 60_000
const planned = (more: Partial<PlanView> = {}) => planView({ zeroAt: inAMinute(), ...more })

/** A restart of which players were told, and whose end they can be told of. */
const warned = (more: Partial<PlanView> = {}) =>
  planned({ choices: restartChoices({ cancelText: 'say It is off' }), steps: [planStep()], ...more })

async function openPlan(plan: PlanView, answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = await openWindow(appState({ ...base, plans: [plan] }), answers)
  await opened.user.click(row('Survival'))
  const bar = within(await screen.findByRole('region', { name: 'Restart with warning' }))
  const change = (more: Partial<PlanView>) =>
    opened.update((before) => ({ ...before, plans: { [plan.id]: { ...plan, ...more } } }))
  return { ...opened, bar, change }
}

describe('the countdown', () => {
  test('runs in row and pane by the same second', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: 1_000_000 })
    const { bar } = await openPlan(planned({ zeroAt: 1_000_000 + 62_000 }))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const left = /Restarts in (0:5\d)/
    const inRow = left.exec(row('Survival').textContent ?? '')?.[1]
    expect(inRow).toBeDefined()
    expect(bar.getByText(`in ${inRow}`, { exact: false })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(row('Survival').textContent).toMatch(/Restarts in 0:4\d/)
  })

  test.each([
    ['Postpone 5 min', 'restart:postpone'],
    ['Restart now', 'restart:now'],
  ] as const)('%s in the pane goes out once', async (name, channel) => {
    const { user, bar, bridge } = await openPlan(planned(), { [channel]: never })
    await user.dblClick(bar.getByRole('button', { name }))
    expect(bridge.requests(channel)).toEqual([{ id: 'plan-1' }])
  })

  test('is changed from the menu of the row too', async () => {
    const { user, bridge } = await openWindow(appState({ ...base, plans: [warned()] }))
    await chooseFromMenu(user, 'Postpone 5 min')
    expect(bridge.requests('restart:postpone')).toEqual([{ id: 'plan-1' }])
    await chooseFromMenu(user, 'Restart now')
    expect(bridge.requests('restart:now')).toEqual([{ id: 'plan-1' }])
    await chooseFromMenu(user, 'Cancel…')
    expect(await screen.findByRole('alertdialog', { name: 'Cancel the restart of Survival?' })).toBeTruthy()
  })

  test('cancelling asks whether players are told', async () => {
    const { user, bridge } = await openPlan(warned(), { 'restart:cancel': never })
    const ask = async () => {
      await user.click(button('Cancel…'))
      return within(await screen.findByRole('alertdialog', { name: 'Cancel the restart of Survival?' }))
    }
    let question = await ask()
    expect(question.getByText('say It is off')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep counting'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bridge.requests('restart:cancel')).toEqual([])

    question = await ask()
    await user.dblClick(question.getByRole('button', { name: 'Cancel and tell players' }))
    expect(bridge.requests('restart:cancel')).toEqual([{ id: 'plan-1', announce: true }])
    question = await ask()
    await user.dblClick(question.getByRole('button', { name: 'Cancel quietly' }))
    expect(bridge.requests('restart:cancel').slice(1)).toEqual([{ id: 'plan-1', announce: false }])
  })

  test('where no message is set it is cancelled at once', async () => {
    const { user, bridge } = await openPlan(planned({ steps: [planStep()] }), { 'restart:cancel': never })
    await user.dblClick(button('Cancel'))
    expect(bridge.requests('restart:cancel')).toEqual([{ id: 'plan-1', announce: false }])
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('the question shows the countdown, and says that it is too late once that has ended', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: 1_000_000 })
    const { user, bridge, change } = await openPlan(warned({ zeroAt: 1_000_000 + 62_000 }))
    await user.click(button('Cancel…'))
    const question = within(await screen.findByRole('alertdialog'))
    const left = () => question.getByRole('timer').textContent
    expect(left()).toMatch(/^Restarts in (1:0|0:5)\d$/)
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(left()).toMatch(/^Restarts in 0:[34]\d$/)
    await change({ phase: 'signalling' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(await screen.findByRole('dialog', { name: 'Too late: Survival is restarting' })).toBeTruthy()
    await change({ phase: 'done', outcome: 'confirmed' })
    expect(await screen.findByRole('dialog', { name: 'Too late: Survival was restarted' })).toBeTruthy()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.requests('restart:cancel')).toEqual([])
  })

  test('the question goes where the restart was cancelled elsewhere', async () => {
    const { user, change } = await openPlan(warned())
    await user.click(button('Cancel…'))
    await screen.findByRole('alertdialog')
    await change({ phase: 'cancelled' })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('Escape closes the steps, and only the next one the pane', async () => {
    const { user, bar } = await openPlan(planned())
    await user.click(bar.getByRole('button', { name: 'Steps' }))
    bar.getByRole('list', { name: 'Steps' }).focus()
    await user.keyboard('{Escape}')
    expect(bar.queryByRole('list', { name: 'Steps' })).toBeNull()
    expect(document.activeElement).toBe(bar.getByRole('button', { name: 'Steps' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Restart with warning' })).toBeNull()
  })

  test.each([
    ['counting', ['Steps', 'Postpone 5 min', 'Restart now', 'Cancel']],
    // Its wait is there for a reason: the app hurries it no more.
    ['last-command', ['Steps', 'Cancel']],
    ['signalling', ['Steps']],
    ['failed', ['Steps', 'Dismiss']],
    ['missed', ['Steps', 'Run now', 'Dismiss']],
  ] as const)('while it is %s there are %j', async (phase, names) => {
    const { bar } = await openPlan(planned({ phase }))
    const buttons = bar.getAllByRole('button')
    expect(buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual(names)
  })

  test('no other restart is offered beside Restart now', async () => {
    const { user } = await openPlan(planned())
    expect(screen.queryByRole('button', { name: 'Restart with warning…' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Restart Survival' })).toBeNull()
    expect(button('Cancel the restart of Survival')).toBeTruthy()
    await user.click(button('More for Survival'))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items.slice(0, 4)).toEqual(['Postpone 5 min', 'Restart now', 'Cancel', 'Startalready running'])
  })

  test('begin, end and what is missed are said politely', async () => {
    const { update, change } = await openPlan(planned())
    const said = () => document.querySelector('[role="status"][aria-live="polite"]')?.textContent
    await change({ phase: 'missed', zeroAt: new Date(2026, 0, 15, 3, 0).getTime() })
    expect(said()).toBe('Survival: The restart at 03:00 was missed.')
    await update((before) => ({ ...before, plans: {} }))
    const now = Date.now()
    await update((before) => ({
      ...before,
      plans: { p: planView({ id: 'p', startedAt: now, zeroAt: now + 300_000 }) },
    }))
    expect(said()).toBe('Survival: restarts in 5 min')
  })
})

describe('a missed restart', () => {
  const missed = planView({ phase: 'missed', zeroAt: new Date(2026, 0, 15, 3, 0).getTime() })

  test('is told in row and pane, and can be run now, once', async () => {
    const { user, bar, bridge } = await openPlan(missed, { 'restart:now': never })
    expect(row('Survival').textContent).toContain('Restart missed')
    expect(bar.getByText(/Servertray was closed. Nothing was sent/)).toBeTruthy()
    await user.dblClick(bar.getByRole('button', { name: 'Run now' }))
    expect(bridge.requests('restart:now')).toEqual([{ id: 'plan-1' }])
  })
})
