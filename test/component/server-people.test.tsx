import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useInstalled } from '../../renderer/features/server-settings/ServerSettingsArea.tsx'
import { appError } from '../../shared/errors.ts'
import { ok } from '../../shared/result.ts'
import type { Installation } from '../../shared/server-settings/contract.ts'
import { backupRun } from '../fixtures/backup-view.ts'
import { reinstallRun, serverSettings, serverUser, serverUsers } from '../fixtures/server-people.ts'
import { closed, dialog, openArea, ref, survival, view } from './area-window.ts'

const box = (of: Awaited<ReturnType<typeof dialog>>, name: string) =>
  of.getAllByRole<HTMLInputElement>('checkbox', { name })[0]

describe('users', () => {
  test('are let in with a preset, and an unknown address gets an account, which is said first', async () => {
    const { user, bridge } = await openArea('users')
    await user.click(await view().findByRole('button', { name: 'Invite…' }))
    const form = await dialog('Invite somebody')
    expect(form.getByText(/it makes one and sends an e-mail/)).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Invite' }))
    expect(form.getByText('Type an e-mail address.')).toBeTruthy()
    await user.type(form.getByLabelText('E-mail'), ' MIRA@example.com')
    expect(form.getByText(/^This person already has access\./)).toBeTruthy()
    await user.clear(form.getByLabelText('E-mail'))
    await user.type(form.getByLabelText('E-mail'), 'tobias@example.com')
    await user.click(form.getByRole('radio', { name: 'Files' }))
    await user.click(form.getByRole('checkbox', { name: 'Connect over SFTP' }))
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'As ticked' }).checked).toBe(true)
    await user.click(form.getByRole('button', { name: 'Invite' }))
    await closed()
    const files = ['read', 'read-content', 'create', 'update', 'delete', 'archive'].map((name) => `file.${name}`)
    expect(bridge.requests('users:invite')).toEqual([{ ref, email: 'tobias@example.com', permissions: files }])
    await waitFor(() => expect(bridge.requests('users:list')).toHaveLength(2))
  })

  test('whose address may be cut off are asked about first, since panels make an account for it', async () => {
    const { user, bridge } = await openArea('users')
    await user.click(await view().findByRole('button', { name: 'Invite…' }))
    const form = await dialog('Invite somebody')
    await user.type(form.getByLabelText('E-mail'), 'sub@example')
    await user.click(form.getByRole('button', { name: 'Invite' }))
    expect(form.getByText('Is “sub@example” the whole address?')).toBeTruthy()
    expect(bridge.requests('users:invite')).toEqual([])
    await user.click(form.getByRole('button', { name: 'Invite anyway' }))
    await closed()
    expect(bridge.requests('users:invite')).toMatchObject([{ email: 'sub@example' }])
  })

  test('are given nothing that the account lacks, which can only be taken away', async () => {
    const held = serverUser({ permissions: ['file.read', 'file.delete'] })
    const { user, bridge } = await openArea('users', {
      'users:list': async () => ok(serverUsers({ users: [held], own: ['file.read', 'control.start', 'user.update'] })),
    })
    await user.click(await view().findByRole('button', { name: `More for ${held.email}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change what they may do…' }))
    const form = await dialog(`What ${held.email} may do`)
    expect(form.getByText(/You can give only what your own account may do/)).toBeTruthy()
    expect(box(form, 'Send commands you lack it')?.disabled).toBe(true)
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByText('Clear what your account lacks first: Files: Delete.')).toBeTruthy()
    expect(bridge.requests('users:update')).toEqual([])
    const lacked = box(form, 'Delete you lack it')
    if (lacked === undefined) throw new Error('no box')
    await user.click(lacked)
    await user.click(form.getByRole('button', { name: 'Save' }))
    await closed()
    expect(bridge.requests('users:update')).toEqual([
      { ref, id: held.id, seen: ['file.read', 'file.delete'], permissions: ['file.read'] },
    ])
  })
})

describe('settings', () => {
  const reading = (more: Parameters<typeof serverSettings>[0]) => ({
    'serverSettings:read': async () => ok(serverSettings(more)),
  })

  test('are told, and the name is changed', async () => {
    const { user, bridge } = await openArea('settings')
    await view().findByText('play.example.com:25565')
    expect(view().getByText('300 % (3 cores)')).toBeTruthy()
    await user.click(view().getByRole('button', { name: 'Rename…' }))
    const form = await dialog('Name and description')
    await user.clear(form.getByLabelText('Name'))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByText('Type a name.')).toBeTruthy()
    await user.type(form.getByLabelText('Name'), 'Survival 2 ')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await closed()
    const seen = { name: 'Survival', description: 'Main world since 2021' }
    expect(bridge.requests('serverSettings:update')).toEqual([{ ref, seen, edit: { ...seen, name: 'Survival 2' } }])
    expect(view().getByText('Saved on the panel.')).toBeTruthy()
  })

  test('say what the account may not change, and offer no description where the panel keeps none', async () => {
    const { user } = await openArea('settings', reading({ denied: ['rename'], description: null }))
    await view().findByText('play.example.com:25565')
    await user.click(view().getByRole('button', { name: 'Rename…' }))
    const form = await dialog('Name and description')
    expect(form.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true)
    expect(form.queryByLabelText('Description')).toBeNull()
  })

  test('don’t let a description be edited of which a part is not shown', async () => {
    const { user, bridge } = await openArea('settings', reading({ isDescriptionWhole: false }))
    await view().findByText('play.example.com:25565')
    await user.click(view().getByRole('button', { name: 'Rename…' }))
    const form = await dialog('Name and description')
    expect(form.getByLabelText<HTMLTextAreaElement>('Description').readOnly).toBe(true)
    expect(form.getByText('It can’t be shown whole here. Change it in the panel.')).toBeTruthy()
    await user.type(form.getByLabelText('Name'), ' 2')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await closed()
    expect(bridge.requests('serverSettings:update')).toMatchObject([
      { edit: { name: 'Survival 2', description: 'Main world since 2021' } },
    ])
  })

  test('reinstall only with the name typed, after a backup where none is declined', async () => {
    const { user, bridge, update } = await openArea('settings')
    const open = async () => {
      await user.click(await view().findByRole('button', { name: 'Reinstall…' }))
      return dialog('Reinstall Survival?')
    }
    const form = await open()
    expect(form.getByText(/killed after 10 seconds if it has not stopped/)).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Back up and reinstall' }))
    expect(bridge.requests('serverSettings:reinstall')).toEqual([])
    await user.type(form.getByLabelText('Type Survival to confirm'), 'Survival')
    await user.click(form.getByRole('button', { name: 'Back up and reinstall' }))
    await closed()
    const again = await open()
    await user.click(again.getByRole('checkbox', { name: 'Back up first' }))
    await update((state) => ({ ...state, backupRuns: { [ref]: backupRun({ ref }) } }))
    expect(again.getByText('Not now: one is being made.')).toBeTruthy()
    await user.type(again.getByLabelText('Type Survival to confirm'), 'Survival')
    await user.click(again.getByRole('button', { name: 'Reinstall' }))
    expect(bridge.requests('serverSettings:reinstall')).toHaveLength(1)
    await update((state) => ({ ...state, backupRuns: {} }))
    await user.click(again.getByRole('button', { name: 'Reinstall' }))
    await closed()
    const typedName = 'Survival'
    expect(bridge.requests('serverSettings:reinstall')).toEqual([
      { ref, typedName, backsUpFirst: true },
      { ref, typedName, backsUpFirst: false },
    ])
  })

  test('reinstall by the name of now, and say what is stopped by the state of now', async () => {
    const { user, updateServer } = await openArea('settings', {}, { server: { state: 'offline' } })
    await updateServer(survival, { name: 'Meadow', state: 'offline' })
    await user.click(await screen.findByRole('button', { name: 'Reinstall…' }))
    const form = await dialog('Reinstall Meadow?')
    expect(form.queryByText(/killed after 10 seconds/)).toBeNull()
    await updateServer(survival, { name: 'Meadow', state: 'running' })
    expect(form.getByText(/killed after 10 seconds/)).toBeTruthy()
    expect(form.getByLabelText('Type Meadow to confirm')).toBeTruthy()
  })

  test('tell how far a reinstall is, above what the panel told before, and what can be done', async () => {
    const { user, bridge, update } = await openArea('settings', reading({ installation: 'reinstall-failed' }))
    expect(await view().findByText('The last reinstall of Survival failed.')).toBeTruthy()
    const become = (more: Parameters<typeof reinstallRun>[0]) =>
      update((state) => ({ ...state, reinstalls: { [ref]: reinstallRun({ ref, ...more }) } }))
    await become({ phase: 'backing-up', isAccepted: false })
    expect(view().getByText('Survival is backed up first.')).toBeTruthy()
    await user.click(view().getByRole('button', { name: 'Cancel' }))
    expect(bridge.requests('serverSettings:cancelReinstall')).toEqual([{ ref }])
    const asked = bridge.requests('serverSettings:read').length
    await become({ phase: 'failed', isAccepted: false, endedAt: 1, error: appError('backup-failed') })
    expect(view().getByText('Survival was not reinstalled.')).toBeTruthy()
    expect(bridge.requests('serverSettings:read').length).toBeGreaterThan(asked)
    await user.click(view().getByRole('button', { name: 'Dismiss' }))
    expect(bridge.requests('jobs:dismiss')).toHaveLength(1)
  })

  test.each([
    [['none', 'installing', 'none'], true],
    [['installing', 'none'], true],
    [['installing', 'reinstall-failed'], false],
    [['reinstall-failed', 'none'], false],
    [[undefined, 'none'], false],
    [['installing', 'none', 'installing'], false],
  ] as const)('tell the good end of an installation, and nothing else: %j', ([first, ...later], expected) => {
    const { result, rerender } = renderHook(({ seen }) => useInstalled(seen), {
      initialProps: { seen: first as Installation | undefined },
    })
    for (const seen of later) rerender({ seen })
    expect(result.current.hasEnded).toBe(expected)
    act(() => result.current.dismiss())
    expect(result.current.hasEnded).toBe(false)
  })
})
