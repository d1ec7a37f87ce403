import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { backupRun } from '../fixtures/backup-view.ts'
import { openBackups, ref, rows, type Shown, view } from './backups-window.ts'

describe('back up now', () => {
  async function openDialog(shown: Shown = {}) {
    const opened = await openBackups(shown)
    await view().findByRole('button', { name: 'Back up now' })
    await opened.user.click(view().getByRole('button', { name: 'Back up now' }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Back up Survival' })) }
  }

  test('asks with the name, the lock, what is left out and the save commands of the game', async () => {
    const { user, bridge, dialog } = await openDialog({ saveCommands: ['save-off', 'save-all flush'] })
    await user.type(dialog.getByLabelText('Name'), ' Before 1.22 ')
    await user.click(dialog.getByRole('checkbox', { name: /^Lock it/ }))
    await user.type(dialog.getByLabelText('Leave out'), 'logs/{Enter}*.zip')
    expect(dialog.getByLabelText<HTMLInputElement>('Console commands').value).toBe('save-off; save-all flush')
    expect(dialog.getByText('Afterwards save-on is sent, also if the backup fails.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    expect(bridge.requests('backups:create')).toEqual([
      { ref, name: 'Before 1.22', isLocked: true, ignored: 'logs/\n*.zip', before: ['save-off', 'save-all flush'] },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('saves nothing first where the game is not known, or the server is offline', async () => {
    const { user, bridge, dialog } = await openDialog({
      saveCommands: ['save-all'],
      server: { state: 'offline' },
    })
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Have the server save first/ }).disabled).toBe(true)
    await user.keyboard('{Enter}')
    expect(bridge.requests('backups:create')).toEqual([{ ref, name: '', isLocked: false, ignored: '', before: [] }])
  })

  test('takes no empty command, and no more than the app sends', async () => {
    const { user, bridge, dialog } = await openDialog()
    await user.click(dialog.getByRole('checkbox', { name: /^Have the server save first/ }))
    expect(dialog.getByText('Type the command that makes this game save.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    await user.type(dialog.getByLabelText('Console commands'), 'a;b;c;d;e;f')
    expect(dialog.getByText('No more than 5 commands.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    expect(bridge.requests('backups:create')).toEqual([])
  })

  test('leaves the dialog as soon as it is under way, and tells its course in the list', async () => {
    const { update, dialog, user } = await openDialog({
      saveCommands: ['save-all'],
      answers: { 'backups:create': () => new Promise(() => {}) },
    })
    await user.click(dialog.getByRole('button', { name: 'Back up now' }))
    await update((state) => ({ ...state, backupRuns: { [ref]: backupRun({ ref, phase: 'saving' }) } }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(rows()[0]).toContain('Waits for its save')
    expect(view().getByRole('button', { name: 'Back up now' }).title).toBe('One is being made.')
  })

  test('is offered by the palette, which shows the backups', async () => {
    const { client, user } = await openBackups()
    act(() => client.view.setState({ open: null, palette: true }))
    const palette = within(await screen.findByRole('dialog', { name: 'Commands' }))
    await waitFor(() => expect(document.activeElement).toBe(palette.getByRole('combobox')))
    await user.keyboard('back up sur')
    await user.click(await palette.findByRole('option', { name: /^Back up Survival now…/ }))
    expect(await screen.findByRole('dialog', { name: 'Back up Survival' })).toBeTruthy()
    expect(await screen.findByText('Backup 1')).toBeTruthy()
  })
})
