import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { KeyView } from '../../shared/model/api-key.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
const { ref } = survival
const key = keyView()
const view = () => within(screen.getByRole('region', { name: 'Survival' }))

const serverOf = (keys: readonly KeyView[]) => ({ ...survival, keyIds: keys.map(({ id }) => id) })

async function openFiles(answers: NonNullable<Parameters<typeof openWindow>[1]> = {}, keys = [key]) {
  const opened = await openWindow(
    appState({ panels: [panelView()], keys, servers: [serverOf(keys)], preferences: askedBefore }),
    answers,
  )
  act(() => opened.client.show(ref, { area: 'files' }))
  await act(async () => {})
  const choose = async (item: string) => {
    await opened.user.click(await view().findByRole('button', { name: 'More for this folder' }))
    await opened.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { ...opened, choose }
}

test('the SFTP address is opened in the person’s program, and where none takes it, that is said', async () => {
  const answers = [ok(), fail('sftp-not-opened')]
  const { choose, bridge } = await openFiles({ 'files:openSftp': async () => answers.shift() ?? ok() })
  await choose('Open in my SFTP client')
  expect(await view().findByText('Gave the address to your SFTP client.')).toBeTruthy()
  expect(bridge.requests('files:openSftp')).toEqual([{ ref }])
  await choose('Open in my SFTP client')
  expect(await view().findByText(/No program here opened the SFTP address/)).toBeTruthy()
  expect(view().getByText(/Copy the SFTP address/)).toBeTruthy()
})

test('nothing of SFTP is offered to an account that may not use it', async () => {
  const { user } = await openFiles({ 'files:list': async () => ok({ entries: [], leftOut: 0, denied: ['sftp'] }) })
  await user.click(await view().findByRole('button', { name: 'More for this folder' }))
  for (const name of ['Open in my SFTP client', 'Copy the SFTP address', 'SSH keys for SFTP…']) {
    const item = await screen.findByRole('menuitem', { name: (of) => of.startsWith(name) })
    expect(item.getAttribute('aria-disabled')).toBe('true')
  }
})

test('the account’s SSH keys are shown over the area, by the key that reaches the server', async () => {
  const { choose, bridge } = await openFiles()
  await choose('SSH keys for SFTP…')
  const dialog = within(await screen.findByRole('dialog', { name: `The account of ${key.label}` }))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'SSH keys' }).checked).toBe(true)
  expect(bridge.requests('accounts:sshKeys')).toEqual([{ keyId: key.id }])
})

test('of two keys they are those of the account whose SFTP address is told', async () => {
  const first = keyView({ id: 'first-key', label: 'First', declared: ['power'] })
  const { choose, bridge } = await openFiles({}, [first, key])
  await choose('SSH keys for SFTP…')
  await screen.findByRole('dialog', { name: `The account of ${key.label}` })
  expect(bridge.requests('accounts:sshKeys')).toEqual([{ keyId: key.id }])
})

test('an SSH key is added to the account, and the list is read anew', async () => {
  const { choose, bridge, user } = await openFiles()
  await choose('SSH keys for SFTP…')
  const dialog = within(await screen.findByRole('dialog', { name: `The account of ${key.label}` }))
  const publicKey = `ssh-ed25519 ${'A'.repeat(68)} me@here`
  await user.type(await dialog.findByLabelText('Name'), 'Laptop')
  await user.type(dialog.getByLabelText('Public key'), publicKey)
  const before = bridge.requests('accounts:sshKeys').length
  await user.click(dialog.getByRole('button', { name: 'Add SSH key' }))
  await waitFor(() => expect(bridge.requests('accounts:sshKeys').length).toBeGreaterThan(before))
  expect(bridge.requests('accounts:addSshKey')).toEqual([{ keyId: key.id, name: 'Laptop', publicKey }])
})
