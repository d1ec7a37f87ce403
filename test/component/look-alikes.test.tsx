import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OpenDialog } from '../../renderer/state/view.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { bulkView, planView } from '../fixtures/plan-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

/** Two servers that nobody can tell apart by their names. */
const one = serverView({ name: 'Arena', identifier: 'aaaaaaa1', state: 'running' })
const two = serverView({ name: 'ARENA\u00ad', identifier: 'aaaaaaa2', state: 'offline' })
const base = { panels: [panelView()], keys: [keyView()], servers: [one, two], preferences: askedBefore }

async function ask(dialog: OpenDialog) {
  const { client } = await openWindow(appState({ ...base, plans: [planView({ ref: one.ref, zeroAt: 1e15 })] }))
  await act(async () => client.view.setState({ dialog }))
}

test.each([
  [
    'a kill',
    { kind: 'power', ref: one.ref, signal: 'kill', isFirst: false, keyId: undefined },
    'Kill Arena (aaaaaaa1)?',
  ],
  ['a link', { kind: 'link', ref: one.ref }, 'Restart Arena (aaaaaaa1)?'],
  ['a restart', { kind: 'restart', refs: [one.ref] }, 'Restart Arena (aaaaaaa1) with warning'],
  ['a cancellation', { kind: 'cancel', planId: 'plan-1' }, 'Cancel the restart of Arena (aaaaaaa1)?'],
] satisfies [string, OpenDialog, string][])(
  'the question before %s tells a server from one that looks alike',
  async (_what, dialog, title) => {
    await ask(dialog)
    expect(await screen.findByText(title)).toBeTruthy()
  },
)

test('so do the servers that a bulk action leaves out', async () => {
  await ask({ kind: 'bulk', work: 'stop', refs: [one.ref, two.ref] })
  const dialog = await screen.findByRole('dialog', { name: 'Stop 1 server?' })
  expect(within(dialog).getByText('ARENA (aaaaaaa2)')).toBeTruthy()
})

test('and those at which one failed', async () => {
  const bulk = bulkView([{ ref: one.ref, outcome: 'failed', error: null }], { phase: 'done', endedAt: 1 })
  await openWindow(appState({ ...base, bulks: [bulk] }))
  expect(screen.getByText('Arena (aaaaaaa1)')).toBeTruthy()
})
