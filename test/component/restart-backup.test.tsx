import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { defaultRestartChoices } from '../../shared/model/restart.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { planStep, planView, restartChoices, scheduleView } from '../fixtures/plan-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'
import { base, button, chooseFromMenu, survival } from './restart-window.ts'

const hour = 3_600_000
const { ref } = survival
const mustFirst = {
  ...askedBefore,
  restart: { all: { ...defaultRestartChoices, backupFirst: 'must' as const }, servers: {} },
}

async function openDialog(more: Parameters<typeof appState>[0] = {}) {
  const opened = await openWindow(appState({ ...base, ...more }))
  await chooseFromMenu(opened.user, /^Restart with warning/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Restart Survival with warning' }))
  const sent = async () => {
    await opened.user.click(button('Plan restart'))
    await waitFor(() => expect(opened.bridge.requests('restart:plan')).toHaveLength(1))
    return opened.bridge.requests('restart:plan')[0]
  }
  return { ...opened, dialog, sent }
}

describe('a backup before a restart', () => {
  test('is chosen by one tick, and what follows where it fails by another', async () => {
    const { user, dialog, sent } = await openDialog()
    expect(dialog.queryByLabelText('and restart anyway if it fails')).toBeNull()
    await user.click(dialog.getByLabelText('Back up first'))
    await user.click(dialog.getByLabelText('and restart anyway if it fails'))
    expect(await sent()).toMatchObject({ choices: { backupFirst: 'anyway' } })
  })

  test.each([
    ['whose panel has none', { panels: [panelView({ dialect: 'core' })] }],
    ['whose key may not', { keys: [keyView({ declared: ['power', 'console', 'backups-view'] })] }],
  ])('is not offered for a server %s', async (_, more) => {
    const { dialog } = await openDialog(more)
    expect(dialog.queryByLabelText(/Back up first/)).toBeNull()
  })

  test('that is the usual choice is told as not possible there, and not asked for', async () => {
    const { dialog, sent } = await openDialog({ panels: [panelView({ dialect: 'core' })], preferences: mustFirst })
    const tick = dialog.getByLabelText<HTMLInputElement>('Back up first not on this panel')
    expect({ isOn: tick.checked, isOff: tick.disabled }).toEqual({ isOn: false, isOff: true })
    expect(await sent()).toMatchObject({ choices: { backupFirst: 'no' } })
  })

  test('is kept in a planned restart, and stands on its card', async () => {
    const schedule = scheduleView({ refs: [ref], choices: restartChoices({ backupFirst: 'anyway' }) })
    const { user, bridge, client } = await openWindow(appState({ ...base, schedules: [schedule] }))
    act(() => client.view.setState({ page: 'schedules' }))
    expect(await screen.findByText('Backs up first, restarts anyway if that fails')).toBeTruthy()
    await user.click(button(/^Edit the planned restart of/))
    await user.click(await screen.findByLabelText('and restart anyway if it fails'))
    await user.click(button('Save'))
    await waitFor(() => expect(bridge.requests('schedules:save')).toMatchObject([{ choices: { backupFirst: 'must' } }]))
  })

  test('of several servers leaves out the one that cannot be backed up where it must be', async () => {
    const creative = serverView({ state: 'running', name: 'Creative', panelId: 'other', keyIds: ['other-key'] })
    const { user, bridge, client } = await openWindow(
      appState({
        panels: [panelView(), panelView({ id: 'other', dialect: 'core' })],
        keys: [keyView(), keyView({ id: 'other-key', panelId: 'other' })],
        servers: [survival, creative],
        preferences: askedBefore,
      }),
    )
    act(() => client.view.setState({ dialog: { kind: 'restart', refs: [ref, creative.ref] } }))
    await user.click(await screen.findByLabelText('Back up first'))
    expect(screen.getByText(/no backup can be made: not on this panel/)).toBeTruthy()
    await user.click(button('Restart 1 server'))
    await waitFor(() => expect(bridge.requests('bulk:start')).toMatchObject([{ refs: [ref] }]))
    // With anyway it takes part, and that is said.
    act(() => client.view.setState({ dialog: { kind: 'restart', refs: [ref, creative.ref] } }))
    await user.click(await screen.findByLabelText('Back up first'))
    await user.click(screen.getByLabelText('and restart anyway if it fails'))
    expect(screen.getByText('Restarted without a backup: Creative (not on this panel)')).toBeTruthy()
    expect(button('Restart 2 servers')).toBeTruthy()
  })
})

describe('the countdown', () => {
  const counting = (more: Parameters<typeof planView>[0] = {}) =>
    planView({
      ref,
      zeroAt: Date.now() + 5 * 60_000,
      choices: restartChoices({ backupFirst: 'must' }),
      steps: [planStep({ kind: 'backup', secondsBefore: 900, result: 'sending', sentAt: Date.now() })],
      ...more,
    })

  test('says what is waited for once zero is over, and can only be cancelled', async () => {
    const { user, client } = await openWindow(
      appState({ ...base, plans: [counting({ phase: 'backing-up', zeroAt: Date.now() - 60_000 })] }),
    )
    act(() => client.show(ref))
    const head = within(await screen.findByRole('region', { name: 'Restart with warning' }))
    expect(head.getByText('Backing up first…')).toBeTruthy()
    expect(head.getByText(/restarts after it/)).toBeTruthy()
    expect(head.queryByRole('button', { name: 'Restart now' })).toBeNull()
    await user.click(head.getByRole('button', { name: 'Steps' }))
    expect(head.getByText('being made…')).toBeTruthy()
    expect(head.getByRole('button', { name: /^Cancel/ })).toBeTruthy()
  })
})

describe('the age of the newest good backup', () => {
  const health = { newestGoodAt: Date.now() - 72 * hour, failedAt: null, readAt: Date.now() }
  const told = 'The newest good backup is 3 days old.'

  test('is read once where it is not known, and said as soon as it is', async () => {
    const { dialog, bridge } = await openDialog()
    expect(bridge.requests('backups:list')).toEqual([{ ref }])
    expect(dialog.queryByText(/newest good backup/)).toBeNull()
    bridge.update((state) => ({ ...state, backupHealth: { ...state.backupHealth, [ref]: health } }))
    expect(await dialog.findByText(new RegExp(told))).toBeTruthy()
    expect(bridge.requests('backups:list')).toHaveLength(1)
  })

  test('is not read where the panel has no backups', async () => {
    const { bridge } = await openDialog({ panels: [panelView({ dialect: 'core' })] })
    expect(bridge.requests('backups:list')).toEqual([])
  })

  test('stands in the question before a restart', async () => {
    const preferences = { ...askedBefore, confirm: { ...askedBefore.confirm, restart: 'ask' as const } }
    const { user } = await openWindow(appState({ ...base, preferences, backupHealth: { [ref]: health } }))
    await user.click(button('Restart Survival'))
    expect(await screen.findByText(new RegExp(told))).toBeTruthy()
  })
})
