import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { newest, now, openBackups, ref, type Shown, survival, view } from './backups-window.ts'

describe('a restore', () => {
  async function openRestore(shown: Shown = {}) {
    const opened = await openBackups(shown)
    await view().findByText('Backup 1')
    await opened.choose('Backup 1', 'Restore…')
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: /^Restore Survival from/ })) }
  }

  test('says what is lost, backs up first and deletes nothing unless that is chosen', async () => {
    const { user, bridge, dialog } = await openRestore()
    expect(
      dialog.getByText(/^The server’s files are overwritten with those of .* What changed in the 9 h/),
    ).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Delete all files first' }).checked).toBe(false)
    await user.click(dialog.getByRole('button', { name: 'Stop and restore' }))
    expect(bridge.requests('restores:begin')).toEqual([
      { ref, id: newest.id, deletesFiles: false, backsUpFirst: true, confirmed: true },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('that deletes all files wants the server’s name', async () => {
    const { user, bridge, dialog } = await openRestore()
    await user.click(dialog.getByRole('checkbox', { name: 'Back up first' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Delete all files first' }))
    await user.click(dialog.getByRole('button', { name: 'Stop and restore' }))
    expect(bridge.requests('restores:begin')).toEqual([])
    await user.type(dialog.getByLabelText('Type Survival to confirm'), 'Survival{Enter}')
    expect(bridge.requests('restores:begin')).toMatchObject([{ deletesFiles: true, backsUpFirst: false }])
  })

  test('of a server that no key may stop is not begun', async () => {
    const { user, bridge, dialog } = await openRestore({ key: { declared: ['backups-view', 'backups-full'] } })
    expect(dialog.getByText('It can’t be stopped: key lacks Power.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Stop and restore' }))
    expect(bridge.requests('restores:begin')).toEqual([])
  })

  test('of a server that is off needs no stop', async () => {
    const { user, bridge, dialog } = await openRestore({
      key: { declared: ['backups-view', 'backups-full'] },
      server: { state: 'offline' },
    })
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    expect(bridge.requests('restores:begin')).toHaveLength(1)
  })

  test('of a server that starts while it is asked about says that it is stopped', async () => {
    const { dialog, updateServer } = await openRestore({ server: { state: 'offline' } })
    expect(dialog.getByRole('button', { name: 'Restore' })).toBeTruthy()
    await updateServer(survival, { state: 'running' })
    expect(dialog.getByText(/^Servertray stops the server and restores once it is seen offline/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Stop and restore' })).toBeTruthy()
  })

  test.each([
    ['stopping', 'Stopping the server…', 'Cancel', 'restores:cancel'],
    ['following', 'It is not known yet whether the panel took the restore…', 'Stop watching', 'restores:leave'],
    ['failed', 'The restore failed.', 'Dismiss', 'restores:dismiss'],
  ] as const)('is told in the one place, and can be ended there: %s', async (phase, text, label, channel) => {
    const { user, bridge } = await openBackups({ restore: { phase } })
    expect(await view().findByText(text)).toBeTruthy()
    await user.click(view().getByRole('button', { name: label }))
    expect(bridge.requests(channel)).toEqual([{ id: 'restore-1' }])
  })

  test('keeps another one, and a backup, from being begun', async () => {
    const { user } = await openBackups({ restore: { phase: 'requesting' } })
    await view().findByText('Backup 1')
    expect(view().getByRole('button', { name: 'Back up now' }).title).toBe('A restore is running.')
    await user.click(view().getByRole('button', { name: 'More for Backup 1' }))
    expect((await screen.findByRole('menuitem', { name: /^Restore/ })).textContent).toBe('Restore…one is running')
  })

  test('that is done offers to start the server', async () => {
    const { user, bridge } = await openBackups({
      restore: { phase: 'done', endedAt: now },
      server: { state: 'offline' },
    })
    const told = (await view().findByText('Restored.')).closest<HTMLElement>('[role="status"]')
    if (told === null) throw new Error('it is not told in the slot')
    await user.click(within(told).getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(bridge.requests('servers:power')).toMatchObject([{ ref, signal: 'start' }]))
  })

  test('that is done is told no more above a server that runs', async () => {
    await openBackups({ restore: { phase: 'done', endedAt: now }, server: { state: 'running' } })
    expect(view().queryByText('Restored.')).toBeNull()
  })
})
