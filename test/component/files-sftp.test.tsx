import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fail, ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
const { ref } = survival
const key = keyView()
const view = () => within(screen.getByRole('region', { name: 'Survival' }))

async function openFiles(answers: NonNullable<Parameters<typeof openWindow>[1]> = {}) {
  const opened = await openWindow(
    appState({
      panels: [panelView()],
      keys: [key],
      servers: [{ ...survival, keyIds: [key.id] }],
      preferences: askedBefore,
    }),
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
  for (const name of ['Open in my SFTP client', 'Copy the SFTP address']) {
    const item = await screen.findByRole('menuitem', { name: (of) => of.startsWith(name) })
    expect(item.getAttribute('aria-disabled')).toBe('true')
  }
})
