import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import type { LoadPoint } from '../../shared/load-history/contract.ts'
import { fail, ok } from '../../shared/result.ts'
import { activityEntry, appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { powerAction, serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const now = Date.now()
const GB = 1_024 ** 3
const survival = serverView({
  state: 'running',
  observedAt: now,
  resources: { cpuPercent: 38, memoryBytes: 2 * GB, diskBytes: 5 * GB, uptimeMs: 90_061_000 },
  limits: { cpuPercent: 200, memoryBytes: 4 * GB, diskBytes: null },
})
const modded = serverView({ name: 'Modded', identifier: '90c4ee12', state: 'offline' })
const base = { panels: [panelView()], keys: [keyView()], servers: [survival, modded], preferences: askedBefore }
const state = appState(base)

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

describe('the list', () => {
  test('is sorted by a column, and back the other way by a second click', async () => {
    const { user } = await openWindow(state)
    await user.click(screen.getByRole('button', { name: 'CPU' }))
    expect(names()).toEqual(['Survival', 'Modded'])
    expect(screen.getByRole('columnheader', { name: 'CPU' }).getAttribute('aria-sort')).toBe('descending')
    await user.click(screen.getByRole('button', { name: 'CPU' }))
    expect(names()).toEqual(['Modded', 'Survival'])
    await user.click(screen.getByRole('button', { name: 'Memory' }))
    expect(screen.getByRole('columnheader', { name: 'Memory' }).getAttribute('aria-sort')).toBe('descending')
  })

  test('of a thousand has few in the page, and the keyboard still reaches the last', async () => {
    const many = Array.from({ length: 1_000 }, (_, i) =>
      serverView({ name: `Server ${i}`, identifier: String(10_000_000 + i) }),
    )
    await openWindow(appState({ ...base, servers: many }))
    expect(names().length).toBeLessThan(60)
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1001')
  })

  test('tells the app which rows are in sight', async () => {
    const { bridge } = await openWindow(state)
    const told = () => bridge.requests('servers:setVisible').at(-1)
    await waitFor(() => expect(told()).toEqual({ refs: [modded.ref, survival.ref] }))
  })
})

describe('a server', () => {
  test('is pinned and silenced from its menu', async () => {
    const { user, bridge } = await openWindow(state)
    const choose = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'More for Survival' }))
      await user.click(await screen.findByRole('menuitem', { name }))
    }
    await choose('Pin to the top')
    await choose('Mute this server')
    expect(bridge.requests('servers:pin')).toEqual([{ ref: survival.ref, pinned: true }])
    expect(bridge.requests('servers:setQuiet')).toEqual([{ ref: survival.ref, quiet: true }])
  })

  test('shows its load against its limits, its disk and its uptime', async () => {
    const trends = { [survival.ref]: { samples: [[now - 20_000, 20, GB] as [number, number, number]] } }
    const { user } = await openWindow({ ...state, trends })
    await user.click(screen.getByText('Survival'))
    const pane = await screen.findByRole('region', { name: 'Survival' })
    await user.click(within(pane).getByRole('button', { name: 'Live' }))
    await within(pane).findByText('Up for')
    expect(pane.textContent).toMatch(
      /Up for1 d 1 hDisk5.0 GB.*CPU38 %of 200 %max 20 % at .*Memory2.0 GBof 4.0 GBmax 1.0 GB at /,
    )
  })

  describe('its kept load', () => {
    const minute = 60_000
    const points = Array.from({ length: 20 }, (_, i): LoadPoint => [now - (20 - i) * minute, 10, 60, GB, 2 * GB])
    const answered = async () => ok({ points })

    async function openLive(
      given: Parameters<typeof openWindow>[1] = {},
      panel: Parameters<typeof panelView>[0] = {},
      servers = [survival],
    ) {
      const opened = await openWindow(appState({ ...base, servers, panels: [panelView(panel)] }), given)
      await opened.user.click(screen.getByText('Survival'))
      const pane = await screen.findByRole('region', { name: 'Survival' })
      await opened.user.click(within(pane).getByRole('button', { name: 'Live' }))
      await within(pane).findByText('Up for')
      const show = (range: string) => opened.user.click(within(pane).getByRole('radio', { name: range }))
      return { ...opened, pane: within(pane), show }
    }

    test('is asked for when it is first shown, a span at a time', async () => {
      const { bridge, pane, show } = await openLive({ 'servers:load': answered })
      expect(bridge.requests('servers:load')).toEqual([])
      await show('1 h')
      expect(
        await pane.findByRole('img', { name: /^CPU in the last hour, now 38 %\. Between 10 % and 60 %/ }),
      ).toBeTruthy()
      expect(bridge.requests('servers:load')).toEqual([{ ref: survival.ref, span: 'hour' }])
      expect(pane.getByText(/^Recorded since/)).toBeTruthy()
      expect(pane.queryByText(/demo/)).toBeNull()
      await show('24 h')
      await pane.findByRole('img', { name: /^Memory in the last 24 hours, now 2.0 GB/ })
      expect(bridge.requests('servers:load').at(-1)).toEqual({ ref: survival.ref, span: 'day' })
    })

    test('is read by the arrow keys, one reading after the other', async () => {
      const { user, pane, show } = await openLive({ 'servers:load': answered })
      await show('1 h')
      const slider = await pane.findByRole('slider', { name: 'CPU: read a value' })
      expect(slider.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d, 10 %$/)
      expect(slider.getAttribute('max')).toBe('19')
      fireEvent.change(slider, { target: { value: '3' } })
      expect(pane.getByText(/^\d\d:\d\d, up to 60 %$/)).toBeTruthy()
      await user.tab()
      fireEvent.blur(slider)
      expect(pane.queryByText(/up to 60 %$/)).toBeNull()
    })

    test('says that the demo’s past is made up', async () => {
      const { pane, show } = await openLive({ 'servers:load': answered }, { kind: 'demo' })
      await show('24 h')
      expect(await pane.findByText('The demo panel made up the time before it was added.')).toBeTruthy()
    })

    test('that nobody has is said, not drawn as zero', async () => {
      const unread = { ...survival, state: 'unknown', resources: null, observedAt: null } as const
      const { pane, show } = await openLive({}, {}, [unread])
      await show('24 h')
      expect(await pane.findByText('This panel has not reported any load yet.')).toBeTruthy()
      expect(pane.queryByRole('img')).toBeNull()
    })

    test('that could not be read is told in its place', async () => {
      const { pane, show } = await openLive({ 'servers:load': async () => fail('internal') })
      await show('1 h')
      expect(await pane.findByText(appError('internal').message)).toBeTruthy()
    })
  })

  test('after a stalled action it can be tried again or killed in place', async () => {
    const stalled = { ...survival, action: powerAction({ phase: 'stalled', signal: 'stop' }) }
    const { user, bridge } = await openWindow(appState({ ...base, servers: [stalled] }))
    await user.click(screen.getByRole('button', { name: 'Retry: stop Survival' }))
    expect(bridge.requests('servers:power')).toMatchObject([{ signal: 'stop' }])
    await user.click(screen.getByRole('button', { name: 'Kill…' }))
    await user.click(await screen.findByRole('button', { name: 'Kill' }))
    expect(bridge.requests('servers:power')).toMatchObject([{ signal: 'stop' }, { signal: 'kill', confirmed: true }])
  })
})

test('notifications are muted for a while and turned on again', async () => {
  const { user, bridge, update } = await openWindow(state)
  await user.click(screen.getByRole('button', { name: 'Mute notifications' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Mute for 4 h' }))
  const muted = { until: Date.now() + 3_600_000 }
  await update((before) => ({ ...before, preferences: { ...before.preferences, muted } }))
  await user.click(screen.getByRole('button', { name: /^Muted until/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Unmute' }))
  expect(bridge.requests('preferences:mute')).toEqual([{ choice: '4h' }, { choice: null }])
})

describe('activity', () => {
  test('lists what happened, leads to the server, and filters by it', async () => {
    const activity = [
      activityEntry({ id: '1', at: now, ref: survival.ref, event: { kind: 'crashed' } }),
      activityEntry({ id: '2', at: now - 60_000, ref: modded.ref, name: 'Modded', event: { kind: 'back' } }),
    ]
    const { user } = await openWindow(appState({ ...base, activity }))
    await user.click(screen.getByRole('button', { name: 'Activity' }))
    await screen.findByRole('heading', { name: 'Activity' })
    const lines = () => screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(lines()).toContain('just nowSurvivalCrashed')
    expect(lines()).toContain('1 min agoModdedCame back on its own')
    expect(screen.getByText(/What was done on a panel’s own page stands in each server’s Activity/)).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Server' }), 'Modded')
    expect(lines()).not.toContain('just nowSurvivalCrashed')
    await user.click(screen.getByRole('button', { name: 'Modded' }))
    expect(screen.getByRole('region', { name: 'Modded' })).toBeTruthy()
  })
})

test('a server’s activity on its panel shows older lines, and says where it ends', async () => {
  const line = (at: number) => ({
    id: `${at}`,
    event: 'server:power.start',
    at,
    text: `Line ${at}`,
    tone: 'plain' as const,
    actor: { kind: 'nobody' as const },
    hides: false,
  })
  const { user, client, bridge } = await openWindow(state, {
    // The last page but one that is read.
    'panelActivity:list': async ({ page }) =>
      ok({ lines: [line(100 - page)], page: page === 1 ? 19 : page, totalPages: 30, leftOut: 0 }),
  })
  act(() => client.show(survival.ref, { area: 'activity' }))
  await screen.findByText('Line 99')
  expect(screen.queryByText(/panel’s own page\.$/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  expect(await screen.findByText('Line 80')).toBeTruthy()
  expect(screen.getByText('Line 99')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  expect(screen.getByText('Older lines stand on the panel’s own page.')).toBeTruthy()
  expect(bridge.requests('panelActivity:list')).toMatchObject([{ page: 1 }, { page: 20 }])
})

test('a server’s activity is the app’s own where its panel’s was never read, and not joined with what is', async () => {
  let isRead = false
  const activity = [activityEntry({ ref: survival.ref, event: { kind: 'crashed' } })]
  const { user, client } = await openWindow(appState({ ...base, activity }), {
    'panelActivity:list': async () =>
      isRead ? ok({ lines: [], page: 1, totalPages: 1, leftOut: 0 }) : fail('panel-failed'),
  })
  act(() => client.show(survival.ref, { area: 'activity' }))
  expect(await screen.findByText('Crashed')).toBeTruthy()
  expect(screen.getByText(/so this is only what this app did/)).toBeTruthy()
  isRead = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing has happened yet')).toBeTruthy()
  expect(screen.queryByText('Crashed')).toBeNull()
})

test('settings keep the time limits of actions', async () => {
  const { user, bridge } = await openWindow(state)
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  await user.click(await screen.findByRole('tab', { name: 'Restarts' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Stop limit' }), '30 min')
  expect(bridge.requests('preferences:set')).toEqual([{ stallMinutes: { start: 3, stop: 30, restart: 13 } }])
})
