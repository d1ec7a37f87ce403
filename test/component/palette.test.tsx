import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { defaultRestartChoices } from '../../shared/model/restart.ts'
import { fail } from '../../shared/result.ts'
import { appState, askedBefore } from '../fixtures/app-state.ts'
import { planStep, planView } from '../fixtures/plan-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { active, activeLabel, choose, field, isOpen, labels, openPalette, options, row } from './open-palette.ts'
import { openWindow } from './open-window.tsx'
import { base, modded, survival } from './restart-window.ts'

describe('the palette', () => {
  test('opens by Ctrl+K, ⌘K or its button, closes by Escape, and the focus is where it was', async () => {
    const { user } = await openPalette()
    expect(activeLabel()).toBe(labels()[0])
    await user.keyboard('rest{Escape}')
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(document.activeElement).toBe(row('Survival'))
    await user.keyboard('{Meta>}K{/Meta}')
    expect((field() as HTMLInputElement).value).toBe('')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(isOpen()).toBe(false))
    await user.click(screen.getByRole('button', { name: /^Search servers/ }))
    expect(isOpen()).toBe(true)
  })

  test.each([
    ['input', true],
    ['textarea', true],
    ['select', true],
    // The editor of files, and a line in it.
    ['div contenteditable="true"><div', true],
    ['div contenteditable="false"', false],
    ['button', false],
  ])('leaves a slash to what is typed in, and opens by it elsewhere: <%s>', async (html, isTyped) => {
    await openWindow(appState(base))
    const box = document.body.appendChild(document.createElement('div'))
    box.innerHTML = `<${html}></${html.split(' ')[0]}>`
    const target = [...box.querySelectorAll('*')].at(-1)
    if (target === undefined) throw new Error('nothing to type in')
    expect(fireEvent.keyDown(target, { key: '/' })).toBe(isTyped)
    await waitFor(() => expect(isOpen()).toBe(!isTyped))
    box.remove()
  })

  test('takes what is typed before its field is there, and nothing else does', async () => {
    const { user, client, bridge } = await openWindow(appState(base))
    act(() => row('Survival').focus())
    expect(document.activeElement).toBe(row('Survival'))
    // In one go, as from a keyboard that is faster than the page.
    fireEvent.keyDown(row('Survival'), { key: 'k', ctrlKey: true })
    await act(async () => {
      for (const key of ['s', 't', 'x', 'Backspace', 'o', 'p', ' ', 'S', 'Enter', 'Tab']) {
        const isMine = fireEvent.keyDown(document.activeElement ?? document.body, { key })
        expect(isMine).toBe(document.activeElement === screen.queryByRole('combobox'))
      }
    })
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect((field() as HTMLInputElement).value).toBe('stop S')
    expect(activeLabel()).toBe('Stop Survival')
    await user.keyboard('urv')
    expect((field() as HTMLInputElement).value).toBe('stop Surv')
    expect(client.view.getState()).toMatchObject({ open: null, picked: [] })
    expect(bridge.requests('servers:power')).toEqual([])
  })

  test('is called off by Escape before it is there', async () => {
    await openWindow(appState(base))
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    await act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }))
    expect(isOpen()).toBe(false)
  })

  test('postpones a countdown, once, and asks before it cancels one', async () => {
    const warned = { choices: defaultRestartChoices, steps: [planStep()] }
    const { user, bridge } = await openPalette({ plans: [planView({ ref: survival.ref, ...warned })] })
    await choose(user, 'postpone surv')
    expect(bridge.requests('restart:postpone')).toEqual([{ id: 'plan-1' }])
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, 'cancel surv')
    await screen.findByRole('alertdialog', { name: 'Cancel the restart of Survival?' })
    expect(bridge.requests('restart:cancel')).toEqual([])
  })

  test('stays away while something else is asked', async () => {
    const { user, bridge } = await openPalette()
    await choose(user, 'kill survival')
    await screen.findByRole('alertdialog', { name: 'Kill Survival?' })
    expect(bridge.requests('servers:power')).toEqual([])
    await user.keyboard('{Control>}k{/Control}')
    expect(isOpen()).toBe(false)
  })

  test('typing filters, arrows go round, and what is found is said', async () => {
    const { user } = await openPalette()
    await user.keyboard('surviv')
    const list = 'List the servers matching “surviv”'
    expect(labels().every((label) => label === list || label?.includes('Survival'))).toBe(true)
    expect(labels().indexOf(list)).toBe(7)
    expect(labels().length).toBeGreaterThan(3)
    expect(screen.getByText(`${labels().length} found`).getAttribute('role')).toBe('status')
    expect(activeLabel()).toBe(labels()[0])
    await user.keyboard('{ArrowDown}')
    expect(activeLabel()).toBe(labels()[1])
    expect(options().filter((option) => option.getAttribute('aria-selected') === 'true')).toEqual([active()])
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(activeLabel()).toBe(labels().at(-1))
    await user.keyboard('{ArrowDown}')
    expect(activeLabel()).toBe(labels()[0])
    expect(document.activeElement).toBe(field())
  })

  test('what fits nothing is said, and Enter does nothing', async () => {
    const { user, bridge } = await openPalette()
    // The list tells which rows are seen, some time after it is there.
    const acted = () => bridge.calls.filter(({ channel }) => channel !== 'servers:setVisible')
    const before = acted()
    await choose(user, 'zzzz')
    expect(screen.getByText('No matches for “zzzz”.')).toBeTruthy()
    expect(field().getAttribute('aria-activedescendant')).toBeNull()
    await user.keyboard('{ArrowDown}{ArrowUp}{PageDown}{Enter}')
    expect(isOpen()).toBe(true)
    expect(acted()).toEqual(before)
  })

  test('Enter acts once, closes, and gives the focus back', async () => {
    const { user, bridge } = await openPalette()
    await user.keyboard('restart surv')
    // In one go: an Enter after the focus is back is for the row.
    for (let press = 0; press < 2; press++) fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' })
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(bridge.requests('servers:power')).toEqual([{ ref: survival.ref, signal: 'restart', confirmed: false }])
    await waitFor(() => expect(document.activeElement).toBe(row('Survival')))
  })

  test('what cannot be done says why and does nothing', async () => {
    const { user, bridge } = await openPalette()
    await user.keyboard('stop modded')
    expect(activeLabel()).toBe('Stop Modded')
    expect(active()?.getAttribute('aria-disabled')).toBe('true')
    expect(active()?.textContent).toContain('already offline')
    await user.keyboard('{Enter}')
    await user.click(active() as HTMLElement)
    expect(isOpen()).toBe(true)
    expect(bridge.requests('servers:power')).toEqual([])
  })

  test('what Enter would do stays chosen when the state changes under it', async () => {
    const { user, bridge, updateServer } = await openPalette({
      servers: [survival, serverView({ state: 'running', name: 'Survival Two', identifier: 'b1b2c3d4' })],
    })
    await user.keyboard('restart survival')
    expect(activeLabel()).toBe('Restart Survival')
    await updateServer(survival, { state: 'offline' })
    await waitFor(() => expect(labels()[0]).not.toBe('Restart Survival'))
    expect(activeLabel()).toBe('Restart Survival')
    await user.keyboard('{Enter}')
    expect(bridge.requests('servers:power')).toEqual([])
    expect(isOpen()).toBe(true)
  })

  test('a click right after the entries moved does nothing: it was meant for what stood there before', async () => {
    let now = 10_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const two = serverView({ state: 'running', name: 'Survival Two', identifier: 'b1b2c3d4' })
    const { user, bridge, updateServer } = await openPalette({ servers: [survival, two] })
    await user.keyboard('restart survival')
    now += 600
    await updateServer(survival, { state: 'offline' })
    await waitFor(() => expect(labels()[0]).toBe('Restart Survival Two'))
    const click = () => fireEvent.click(options()[0] as HTMLElement, { detail: 1 })
    click()
    expect(isOpen()).toBe(true)
    expect(bridge.requests('servers:power')).toEqual([])
    now += 600
    click()
    expect(bridge.requests('servers:power')).toMatchObject([{ ref: two.ref, signal: 'restart' }])
  })

  test('the server that was used last is offered for a restart', async () => {
    await openPalette({ app: { lastUsed: survival.ref } })
    expect(activeLabel()).toBe('Restart Survival')
  })

  test('goes to a page, to a section, to a console', async () => {
    const { user } = await openPalette()
    await choose(user, 'go planned')
    expect(await screen.findByRole('heading', { name: 'Planned restarts' })).toBeTruthy()
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, 'settings data')
    expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Data')
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, 'open modded')
    const pane = await screen.findByRole('region', { name: 'Modded' })
    await waitFor(() => expect(pane.contains(document.activeElement)).toBe(true))
  })

  test('opens an area of a server, the activity in full', async () => {
    const { user, client } = await openPalette()
    await choose(user, 'survival live')
    expect(client.view.getState()).toMatchObject({
      open: survival.ref,
      size: 'peek',
      areas: { [survival.ref]: 'live' },
    })
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, 'survival activity')
    expect(client.view.getState()).toMatchObject({ size: 'full', areas: { [survival.ref]: 'activity' } })
  })

  test('lists the servers that match what was typed, until all are listed again', async () => {
    const { user } = await openPalette()
    await user.keyboard('modd')
    await user.click(screen.getByRole('option', { name: /^List the servers matching “modd”/ }))
    await waitFor(() => expect(screen.getAllByRole('rowheader').map((one) => one.textContent)).toEqual(['Modded']))
    await waitFor(() => expect(document.activeElement).toBe(row('Modded')))
    await user.click(screen.getByRole('button', { name: 'Clear the filter “modd”' }))
    expect(screen.getAllByRole('rowheader')).toHaveLength(2)
    await user.keyboard('/zzqq')
    expect(options()).toEqual([])
  })

  test('adds a key, selects all, mutes, and shows what needs attention', async () => {
    const { user, bridge, client } = await openPalette()
    await choose(user, 'select all')
    expect(client.view.getState().picked).toHaveLength(2)
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, 'clear the selection')
    expect(client.view.getState().picked).toEqual([])
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, 'mute 1 h')
    expect(bridge.requests('preferences:mute')).toEqual([{ choice: '1h' }])
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, 'mute surv')
    expect(bridge.requests('servers:setQuiet')).toEqual([{ ref: survival.ref, quiet: true }])
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, 'attention')
    expect(client.view.getState().filter).toEqual({ kind: 'attention' })
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, 'add a key')
    expect(await screen.findByRole('dialog', { name: 'Add an API key' })).toBeTruthy()
  })

  test('to plan a restart, the palette goes on with the servers to choose from', async () => {
    const { user } = await openPalette()
    await choose(user, 'plan a restart')
    expect(isOpen()).toBe(true)
    expect(labels()).toEqual(expect.arrayContaining(['Restart Survival with warning…']))
    await user.keyboard('surv{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Restart Survival with warning' })).toBeTruthy()
  })

  test.each([
    ['of the open server', { open: modded.ref }, 'Restart Modded with warning'],
    [
      'of the ticked servers, whichever is open',
      { open: modded.ref, picked: [survival.ref] },
      'Restart Survival with warning',
    ],
  ] as const)('to plan a restart leads to the form %s', async (_, view, title) => {
    const { user, client } = await openPalette()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(isOpen()).toBe(false))
    await act(async () => client.view.setState(view))
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(document.activeElement).toBe(field()))
    await choose(user, 'plan a restart')
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
    expect(isOpen()).toBe(false)
  })

  test('a saved command goes out; one that fails is told', async () => {
    const preferences = { ...askedBefore, savedCommands: [{ id: '1', ref: null, text: 'save-all' }] }
    const { user, bridge } = await openPalette({ preferences }, { 'servers:command': async () => fail('timeout') })
    await choose(user, 'save-all surv')
    expect(bridge.requests('servers:command')).toEqual([{ ref: survival.ref, command: 'save-all' }])
    expect(await screen.findByText('The panel didn’t answer in time.')).toBeTruthy()
  })

  test('works on what is ticked', async () => {
    const { user } = await openPalette()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Survival' }))
    await user.keyboard('{Control>}k{/Control}')
    await choose(user, 'kill selected')
    expect(await screen.findByLabelText('Type 1 to confirm')).toBeTruthy()
  })
})
