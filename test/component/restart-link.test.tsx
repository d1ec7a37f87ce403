import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AppState } from '../../shared/state/state-schema.ts'
import { appState } from '../fixtures/app-state.ts'
import { powerAction } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'
import { base, button, chooseFromMenu, modded, row, survival } from './restart-window.ts'

type Focus = NonNullable<AppState['app']['focus']>

async function open(more: Parameters<typeof appState>[0] = {}) {
  const opened = await openWindow(appState({ ...base, ...more }))
  /** What a link, the tray or the shortcut asks to show. */
  const focus = (next: Partial<Focus>) =>
    opened.update((before) => ({ ...before, app: { ...before.app, focus: { ref: survival.ref, at: 1, ...next } } }))
  return { ...opened, focus }
}

describe('a link that wants a restart', () => {
  const confirm = { dialog: 'confirm-restart' } as const
  const follow = async (more: Parameters<typeof appState>[0] = {}) => {
    const opened = await open(more)
    await opened.focus(confirm)
    return opened
  }
  const question = () => screen.findByRole('alertdialog', { name: 'Restart Survival?' })

  test('Yes sends one restart, also when it is clicked twice', async () => {
    const { user, bridge } = await follow()
    await user.dblClick(within(await question()).getByRole('button', { name: 'Restart' }))
    expect(bridge.requests('servers:power')).toEqual([
      { ref: survival.ref, signal: 'restart', confirmed: true, origin: 'link' },
    ])
  })

  test.each([
    [{ state: 'offline' }, 'Not now: offline, use Start.'],
    [{ action: powerAction() }, 'Not now: another action is running.'],
  ] as const)('%j cannot be restarted, and Yes does nothing', async (more, why) => {
    const { user, bridge } = await follow({ servers: [{ ...survival, ...more }] })
    const dialog = within(await question())
    expect(dialog.getByText(why)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Restart' }))
    expect(bridge.requests('servers:power')).toEqual([])
  })

  test('a server that goes takes the question along for good', async () => {
    const { update } = await follow()
    await question()
    await update((before) => ({ ...before, servers: { [modded.ref]: modded } }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await update((before) => ({ ...before, servers: { ...before.servers, [survival.ref]: survival } }))
    expect(row('Survival')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('never takes the place of a question that is open', async () => {
    const { user, bridge, focus } = await open()
    await chooseFromMenu(user, /^Kill/)
    await screen.findByRole('alertdialog', { name: 'Kill Survival?' })
    await focus(confirm)
    expect(screen.getByRole('alertdialog').textContent).toContain('Kill Survival?')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bridge.requests('servers:power')).toEqual([])
  })

  test('never lies over a question of a page, where a click may be about to answer', async () => {
    const { user, focus } = await open()
    await user.click(button('API keys'))
    await user.click(await screen.findByRole('button', { name: 'More for Home' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
    await screen.findByRole('alertdialog', { name: 'Remove Home?' })
    await focus(confirm)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.queryByText('A link asks for this.', { exact: false })).toBeNull()
    expect(screen.getByRole('heading', { name: 'API keys' })).toBeTruthy()
  })

  test('a second link asks again', async () => {
    const { user, focus } = await follow()
    await question()
    await user.keyboard('{Escape}')
    await focus({ ...confirm, at: 2 })
    expect(await question()).toBeTruthy()
  })

  test('the tray opens the dialog with warnings', async () => {
    const { focus } = await open()
    await focus({ dialog: 'restart' })
    expect(await screen.findByRole('dialog', { name: 'Restart Survival with warning' })).toBeTruthy()
  })
})

describe('what tray, link or shortcut asks to show', () => {
  test('a restart with warning waits for a dialog in which something may be typed', async () => {
    const { user, focus } = await open()
    await chooseFromMenu(user, /^Restart with warning/)
    await user.type(await screen.findByLabelText('Players read'), ' soon')
    await focus({ ref: modded.ref, dialog: 'restart' })
    expect(screen.getByLabelText<HTMLInputElement>('Players read').value).toMatch(/ soon$/)
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('dialog', { name: 'Restart Modded with warning' })).toBeTruthy()
  })

  test.each([
    ['a server in full', { ref: modded.ref, isFull: true }],
    ['a console', { ref: modded.ref, area: 'console' }],
  ] as const)('%s waits for a dialog in which something may be typed', async (_, asked) => {
    const { user, focus } = await open()
    await user.click(button('Planned restarts'))
    await user.click(await screen.findByRole('button', { name: 'Add a planned restart' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a planned restart' })
    await focus(asked)
    expect(dialog.isConnected).toBe(true)
    expect(screen.queryByRole('region', { name: 'Modded' })).toBeNull()
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('region', { name: 'Modded' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
