import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { BulkItem, BulkView } from '../../shared/bulk/contract.ts'
import { appError } from '../../shared/errors.ts'
import { defaultRestartChoices } from '../../shared/model/restart.ts'
import { fail } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { bulkView, restartChoices } from '../fixtures/plan-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'
import { never, row, type User } from './restart-window.ts'

const alpha = serverView({ state: 'running', name: 'Alpha', identifier: 'aaaaaaaa' })
const beta = serverView({ state: 'running', name: 'Beta', identifier: 'bbbbbbbb' })
const gamma = serverView({ state: 'offline', name: 'Gamma', identifier: 'cccccccc' })
const club = serverView({ state: 'running', name: 'Staging', identifier: 'e17ac055', panelId: 'club' })
const base = {
  panels: [panelView(), panelView({ id: 'club', name: 'Club panel' })],
  keys: [keyView()],
  servers: [alpha, beta, gamma, club],
  preferences: askedBefore,
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
const bar = () => screen.queryByRole('region', { name: 'Selected servers' })
const inBar = (name: string) => within(bar() as HTMLElement).getByRole('button', { name })
const ticks = () => ['Alpha', 'Beta', 'Gamma', 'Staging'].filter((name) => box(name).checked)

describe('selecting', () => {
  test('by pointer: a box, a range with Shift, one more with Ctrl; the row stays closed', async () => {
    const { user } = await openWindow(appState(base))
    expect(bar()).toBeNull()
    await user.click(box('Alpha'))
    expect(await screen.findByText('1 selected')).toBeTruthy()
    await user.keyboard('{Shift>}')
    await user.click(row('Gamma'))
    await user.keyboard('{/Shift}')
    expect(ticks()).toEqual(['Alpha', 'Beta', 'Gamma'])
    await user.keyboard('{Control>}')
    await user.click(row('Beta'))
    await user.keyboard('{/Control}')
    expect(ticks()).toEqual(['Alpha', 'Gamma'])
    expect(screen.queryByRole('region', { name: 'Alpha' })).toBeNull()
  })

  test('by keyboard: Space, a range with Shift, Ctrl+A for all, Escape for none', async () => {
    const { user } = await openWindow(appState(base))
    act(() => row('Alpha').focus())
    await user.keyboard(' ')
    expect(ticks()).toEqual(['Alpha'])
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>} {/Shift}')
    expect(ticks()).toEqual(['Alpha', 'Beta', 'Gamma'])
    await user.keyboard('{Control>}a{/Control}')
    expect(ticks()).toHaveLength(4)
    await user.keyboard('{Escape}')
    expect(ticks()).toEqual([])
    expect(bar()).toBeNull()
    expect(document.activeElement).toBe(row('Gamma'))
  })

  test('a whole group, and all that are listed', async () => {
    const { user } = await openWindow(appState(base))
    await user.click(screen.getByRole('button', { name: 'Select all in Home panel' }))
    expect(ticks()).toEqual(['Alpha', 'Beta', 'Gamma'])
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all listed servers' })
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await user.click(all)
    expect(ticks()).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Clear selection in Home panel' }))
    expect(ticks()).toEqual(['Staging'])
  })

  test('what is ticked stays so while a search hides it, and the bar says so', async () => {
    const { user, client, update } = await openWindow(appState(base))
    await user.click(box('Alpha'))
    await user.click(box('Beta'))
    await act(async () => client.view.setState({ query: 'alp' }))
    expect(bar()?.textContent).toContain('2 selected 1 not shown')
    await update((before) => ({ ...before, servers: { [alpha.ref]: alpha } }))
    expect(bar()?.textContent).toContain('1 selected')
    expect(bar()?.textContent).not.toContain('not shown')
  })

  test('clearing by keyboard leads back into the list', async () => {
    const { user } = await openWindow(appState(base))
    await user.click(box('Beta'))
    inBar('Clear the selection').focus()
    await user.keyboard('{Enter}')
    expect(bar()).toBeNull()
    expect(document.activeElement?.getAttribute('role')).toBe('row')
    await user.keyboard(' ')
    inBar('Kill…').focus()
    await user.keyboard('{Escape}')
    expect(bar()).toBeNull()
    expect(document.activeElement?.getAttribute('role')).toBe('row')
  })
})

async function select(user: User, ...names: string[]) {
  for (const name of names) await user.click(box(name))
}

describe('the dialog', () => {
  test('says who is left out and why, and starts once with the others', async () => {
    const { user, bridge } = await openWindow(appState(base), { 'bulk:start': never })
    await select(user, 'Beta', 'Gamma', 'Alpha')
    await user.click(inBar('Restart'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Restart 2 servers?' }))
    expect(dialog.getByText('1 server skipped')).toBeTruthy()
    expect(dialog.getByText(/offline, use Start/).textContent).toBe('Gamma offline, use Start')
    expect(dialog.getByText(/Players are not warned/)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLSelectElement>('Wait between servers').selectedOptions[0]?.text).toBe(
      'until each is done',
    )
    await user.click(dialog.getByText('Wait between servers'))
    expect(document.activeElement).toBe(dialog.getByLabelText('Wait between servers'))
    await user.dblClick(dialog.getByRole('button', { name: 'Restart 2' }))
    await user.keyboard('{Enter}')
    expect(bridge.requests('bulk:start')).toEqual([
      { work: { kind: 'power', signal: 'restart' }, refs: [beta.ref, alpha.ref], staggerMs: null },
    ])
  })

  test('waits so long between servers as is chosen, and the selection ends with it', async () => {
    const { user, bridge } = await openWindow(appState(base))
    await select(user, 'Alpha', 'Beta')
    await user.click(inBar('Stop'))
    await user.selectOptions(await screen.findByLabelText('Wait between servers'), '5 min')
    await user.click(screen.getByRole('button', { name: 'Stop 2' }))
    expect(bridge.requests('bulk:start')).toMatchObject([{ staggerMs: 300_000 }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bar()).toBeNull()
    expect(ticks()).toEqual([])
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('row'))
  })

  test('without a server left it cannot be started', async () => {
    const { user, bridge } = await openWindow(appState(base))
    await select(user, 'Alpha', 'Beta')
    await user.click(inBar('Start'))
    const start = within(await screen.findByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Start 0' })
    expect(start.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText('already running')).toBeTruthy()
    await user.click(start)
    expect(bridge.requests('bulk:start')).toEqual([])
  })

  test('one console command to all that run', async () => {
    const { user, bridge } = await openWindow(appState(base))
    await select(user, 'Alpha', 'Gamma')
    await user.click(inBar('Command…'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a command to 1 server' }))
    expect(dialog.getByText(/server is not running/)).toBeTruthy()
    const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Send to 1' })
    await user.type(dialog.getByLabelText('Command'), '   ')
    expect(send.getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter}')
    expect(bridge.requests('bulk:start')).toEqual([])
    await user.keyboard('save-all{Enter}')
    expect(bridge.requests('bulk:start')).toEqual([
      { work: { kind: 'command', text: '   save-all' }, refs: [alpha.ref], staggerMs: null },
    ])
  })

  test('kill: only the exact count turns the button on, and it goes out once', async () => {
    const { user, bridge } = await openWindow(appState(base), { 'bulk:start': never })
    await select(user, 'Alpha', 'Beta', 'Gamma')
    await user.click(inBar('Kill…'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Kill 2 servers?' }))
    expect(dialog.getByText(/Unsaved world data is lost/)).toBeTruthy()
    const kill = dialog.getByRole<HTMLButtonElement>('button', { name: 'Kill 2' })
    const input = dialog.getByLabelText('Type 2 to confirm')
    for (const typed of ['3', '22', '02', 'two']) {
      await user.clear(input)
      await user.type(input, `${typed}{Enter}`)
      expect([typed, kill.getAttribute('aria-disabled')]).toEqual([typed, 'true'])
    }
    await user.clear(input)
    expect(kill.getAttribute('aria-disabled')).toBe('true')
    expect(bridge.requests('bulk:start')).toEqual([])
    await user.type(input, ' 2 {Enter}{Enter}')
    await user.dblClick(kill)
    expect(bridge.requests('bulk:start')).toEqual([
      { work: { kind: 'power', signal: 'kill' }, refs: [alpha.ref, beta.ref], staggerMs: 0, confirmed: 2 },
    ])
  })

  test('a count typed for two does not kill the one that is left', async () => {
    const { user, bridge, updateServer } = await openWindow(appState(base))
    await select(user, 'Alpha', 'Beta')
    await user.click(inBar('Kill…'))
    await user.type(await screen.findByLabelText('Type 2 to confirm'), '2')
    await updateServer(beta, { state: 'offline' })
    await user.keyboard('{Enter}')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Kill 1' }).getAttribute('aria-disabled')).toBe('true')
    expect(bridge.requests('bulk:start')).toEqual([])
  })

  test('restart with warning, each in its turn', async () => {
    const { user, bridge } = await openWindow(appState(base))
    await select(user, 'Alpha', 'Beta', 'Gamma')
    await user.click(inBar('Restart with warning…'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Restart 3 servers with warning' }))
    expect(dialog.getByText('1 server skipped')).toBeTruthy()
    expect(dialog.queryByRole('radio', { name: 'At…' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Restart 2 servers' }))
    expect(bridge.requests('bulk:start')).toEqual([
      {
        work: { kind: 'restart', choices: defaultRestartChoices, when: { inSeconds: 300 } },
        refs: [alpha.ref, beta.ref],
        staggerMs: null,
      },
    ])
    expect(bridge.requests('restart:plan')).toEqual([])
  })
})

const item = (ref: BulkItem['ref'], outcome: BulkItem['outcome'], error: BulkItem['error'] = null) => ({
  ref,
  outcome,
  error,
})
const half = [item(alpha.ref, 'confirmed'), item(beta.ref, 'running'), item(gamma.ref, 'waiting')]
const withBulk = (items: readonly BulkItem[], more: Partial<BulkView> = {}) =>
  appState({ ...base, bulks: [bulkView(items, more)] })

describe('progress', () => {
  test('is told as a whole and in each row', async () => {
    await openWindow(withBulk(half))
    expect(screen.getByText('Restarting 3 servers').nextElementSibling?.textContent).toBe('1 of 3')
    const progress = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Restarting 3 servers' })
    expect([progress.value, progress.max]).toEqual([1, 3])
    expect(row('Gamma').textContent).toContain('Queued')
    expect(row('Alpha').textContent).not.toContain('Queued')
  })

  test('pause, resume, and cancel the rest: each call goes out once', async () => {
    const answers = { 'bulk:pause': never, 'bulk:resume': never, 'bulk:cancel': never }
    const { user, bridge, update } = await openWindow(withBulk(half), answers)
    await user.dblClick(screen.getByRole('button', { name: 'Pause' }))
    expect(bridge.requests('bulk:pause')).toEqual([{ id: 'bulk-1' }])
    await update(() => withBulk(half, { id: 'bulk-2', phase: 'paused' }))
    expect(screen.getByText('paused at 1 of 3')).toBeTruthy()
    expect(row('Gamma').textContent).toContain('Queued, paused')
    await user.dblClick(screen.getByRole('button', { name: 'Resume' }))
    expect(bridge.requests('bulk:resume')).toEqual([{ id: 'bulk-2' }])
    await update(() => withBulk(half, { id: 'bulk-3' }))
    await user.dblClick(screen.getByRole('button', { name: 'Cancel the rest' }))
    expect(bridge.requests('bulk:cancel')).toEqual([{ id: 'bulk-3', announce: false }])
  })

  test('where players were warned, cancelling asks whether they are told', async () => {
    const choices = restartChoices({ cancelText: 'say It is off' })
    const work = { kind: 'restart', choices, when: { inSeconds: 60 } } as const
    const { user, bridge } = await openWindow(withBulk(half, { work }), { 'bulk:cancel': never })
    const ask = async () => {
      await user.click(screen.getByRole('button', { name: 'Cancel the rest' }))
      return within(await screen.findByRole('alertdialog', { name: 'Cancel the restart of 2 servers?' }))
    }
    await user.click((await ask()).getByRole('button', { name: 'Keep going' }))
    expect(bridge.requests('bulk:cancel')).toEqual([])
    await user.dblClick((await ask()).getByRole('button', { name: 'Cancel and tell players' }))
    expect(bridge.requests('bulk:cancel')).toEqual([{ id: 'bulk-1', announce: true }])
  })
})

describe('the summary', () => {
  const error = appError('permission-lacking')
  const ended = [item(alpha.ref, 'confirmed'), item(beta.ref, 'failed', error), item(gamma.ref, 'stalled')]

  test('counts exactly, and says of each failure why', async () => {
    await openWindow(withBulk(ended, { phase: 'done' }))
    expect(screen.getByText('Restart of 3 servers: 1 done, 1 stalled, 1 failed')).toBeTruthy()
    const lines = within(screen.getByRole('list', { name: 'What failed' })).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      `Beta ${error.message} ${error.hint}`,
      'Gamma It took too long.',
    ])
  })

  test('the failed ones are tried again once, and their new summary takes the place of this one', async () => {
    const { user, bridge } = await openWindow(withBulk(ended, { phase: 'done', staggerMs: null }))
    await user.dblClick(screen.getByRole('button', { name: 'Retry the failed ones' }))
    expect(bridge.requests('bulk:start')).toEqual([
      { work: { kind: 'power', signal: 'restart' }, refs: [beta.ref, gamma.ref], staggerMs: null },
    ])
    expect(bridge.requests('bulk:dismiss')).toEqual([{ id: 'bulk-1' }])
  })

  test('a second try that is not taken on leaves the summary', async () => {
    const { user, bridge } = await openWindow(withBulk(ended, { phase: 'done' }), {
      'bulk:start': async () => fail('internal'),
    })
    await user.click(screen.getByRole('button', { name: 'Retry the failed ones' }))
    expect(await screen.findByText('Something went wrong in Servertray.')).toBeTruthy()
    expect(bridge.requests('bulk:dismiss')).toEqual([])
  })

  test('a kill is asked about again, by its count', async () => {
    const work = { kind: 'power', signal: 'kill' } as const
    const failed = [item(alpha.ref, 'failed'), item(beta.ref, 'confirmed')]
    const { user, bridge } = await openWindow(withBulk(failed, { phase: 'done', work }))
    await user.click(screen.getByRole('button', { name: 'Kill the failed ones again…' }))
    expect(await screen.findByLabelText('Type 1 to confirm')).toBeTruthy()
    expect(bridge.requests('bulk:start')).toEqual([])
  })

  test('is dismissed', async () => {
    const { user, bridge } = await openWindow(withBulk(ended, { phase: 'cancelled' }), { 'bulk:dismiss': never })
    await user.dblClick(screen.getByRole('button', { name: 'Dismiss' }))
    expect(bridge.requests('bulk:dismiss')).toEqual([{ id: 'bulk-1' }])
  })
})
