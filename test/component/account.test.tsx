import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fail, ok } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { openWindow } from './open-window.tsx'

type Given = NonNullable<Parameters<typeof openWindow>[1]>

const key = {
  identifier: 'ptlc_0123456789a',
  description: 'Bot',
  allowedIps: [],
  lastUsedAt: null,
  createdAt: null,
  usedBy: null,
}

async function openAccount(answers: Given) {
  const opened = await openWindow(appState({ panels: [panelView()], keys: [keyView()] }), answers)
  const { user } = opened
  await user.click(screen.getByRole('button', { name: 'API keys' }))
  await user.click(await screen.findByRole('button', { name: 'More for Home' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Keys of this account…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'The account of Home' }))
  return { ...opened, dialog }
}

test('the keys of an account that cannot be read again stay, and it is said that they may be old', async () => {
  const answers = [ok({ username: 'demo', keys: [key], isRotating: false }), fail('panel-failed')]
  const { bridge, user, dialog } = await openAccount({
    'accounts:keys': async () => answers.shift() ?? ok({ username: 'demo', keys: [], isRotating: false }),
    'accounts:removeKey': async () => fail('panel-failed'),
  })
  await user.click(await dialog.findByRole('button', { name: 'Delete Bot…' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete key' }))
  expect(await dialog.findByText(/^Deleting the key failed\./)).toBeTruthy()
  expect(await dialog.findByText(/^This could not be read again\./)).toBeTruthy()
  expect(dialog.getByRole('listitem').textContent).toContain('Bot')
  expect(bridge.requests('accounts:removeKey')).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(dialog.queryByRole('listitem')).toBeNull())
  expect(dialog.queryByText(/^This could not be read again/)).toBeNull()
})

test('an SSH key of which no answer told whether it was added is looked for, and not sent again', async () => {
  const ssh = { name: 'Laptop', fingerprint: 'aaaa', createdAt: null }
  const answers = [ok({ keys: [] })]
  const { bridge, user, dialog } = await openAccount({
    'accounts:sshKeys': async () => answers.shift() ?? ok({ keys: [ssh] }),
    'accounts:addSshKey': async () => fail('timeout', { mayHaveActed: true, hint: 'It is not known.' }),
  })
  await user.click(dialog.getByText('SSH keys'))
  await user.type(await dialog.findByLabelText('Name'), 'Laptop')
  await user.type(dialog.getByLabelText('Public key'), `ssh-ed25519 ${'A'.repeat(68)}`)
  await user.click(dialog.getByRole('button', { name: 'Add SSH key' }))
  expect(await dialog.findByText(/It is not known\./)).toBeTruthy()
  expect((await dialog.findByRole('listitem')).textContent).toContain('Laptop')
  expect(bridge.requests('accounts:addSshKey')).toHaveLength(1)
  expect((dialog.getByLabelText('Name') as HTMLInputElement).value).toBe('Laptop')
})

test('an SSH key that the panel’s API cannot remove is removed on the panel’s page, which is a click away', async () => {
  const ssh = { name: 'Laptop', fingerprint: 'aa/a', createdAt: null }
  const { bridge, user, dialog } = await openAccount({
    'accounts:sshKeys': async () => ok({ keys: [ssh] }),
    'accounts:removeSshKey': async () => fail('panel-refused', { message: 'The API can’t.' }),
  })
  await user.click(dialog.getByText('SSH keys'))
  await user.click(await dialog.findByRole('button', { name: 'Remove Laptop…' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove SSH key' }))
  expect(await dialog.findByText(/The API can’t\./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Open the panel' }))
  await waitFor(() => expect(bridge.requests('keys:openPage')).toHaveLength(1))
})

test('an account that the panel shows to no program says so, in words that fit an account', async () => {
  const { dialog } = await openAccount({ 'accounts:keys': async () => fail('not-on-panel') })
  const said = await dialog.findByText(/^This panel doesn’t offer that to other programs\./)
  expect(said.parentElement?.textContent).toMatch(/Look for it on the panel’s own pages\.$/)
})
