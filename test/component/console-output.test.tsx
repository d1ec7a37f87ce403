import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { appError } from '../../shared/errors.ts'
import type { ConsoleLine } from '../../shared/model/console-schema.ts'
import { fail, ok } from '../../shared/result.ts'
import { consoleEntry } from '../fixtures/app-state.ts'
import { consoleState, modded, streamOf, survival } from './console-window.ts'
import type { Calls } from './fake-bridge.ts'
import { shownScreen } from './fake-screen.ts'
import { openWindow } from './open-window.tsx'

const line = (seq: number, more: Partial<ConsoleLine> = {}): ConsoleLine => ({
  seq,
  at: new Date(2026, 0, 15, 12, 3, 58).getTime(),
  kind: 'output',
  text: `line ${seq}`,
  ...more,
})
const lines = (...seqs: number[]) => seqs.map((seq) => line(seq))
const watched = (some: readonly ConsoleLine[], isCut = false): Partial<Calls> => ({
  'console:watch': async () => ok({ lines: [...some], isCut }),
})
/** The rows on the screen without their times. */
const rows = () => shownScreen().rows.map((row) => row.replace(/^\d\d:\d\d:\d\d /, ''))
const shows = (...expected: string[]) => waitFor(() => expect(rows()).toEqual(expected))
const setVisible = (visible: boolean) =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  })

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Chooses from the console's own menu. */
async function choose(user: UserEvent, name: string) {
  await user.click(screen.getByRole('button', { name: 'Console options' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

describe('output', () => {
  test('the answer and what is pushed meanwhile come once and in order', async () => {
    let answer = () => {}
    const { bridge } = await openWindow(consoleState(), {
      'console:watch': () =>
        new Promise((resolve) => {
          answer = () => resolve(ok({ lines: lines(1, 2, 3), isCut: false }))
        }),
    })
    await act(async () => bridge.pushLines({ ref: survival.ref, lines: lines(2, 3) }))
    await act(async () => answer())
    await shows('line 1', 'line 2', 'line 3')
    await act(async () => bridge.pushLines({ ref: survival.ref, lines: lines(3, 4) }))
    await act(async () => bridge.pushLines({ ref: modded.ref, lines: lines(6) }))
    await shows('line 1', 'line 2', 'line 3', 'line 4')
    expect(bridge.requests('console:more')).toEqual(Array(2).fill({ ref: survival.ref }))
  })

  test('what was missed while hidden comes back, with a mark where it is incomplete', async () => {
    const { bridge } = await openWindow(consoleState(), watched(lines(1)))
    await shows('line 1')
    await setVisible(false)
    expect(bridge.requests('console:unwatch').at(-1)).toEqual({ ref: survival.ref })
    await act(async () => bridge.pushLines({ ref: survival.ref, lines: lines(2) }))
    expect(rows()).toEqual(['line 1'])
    bridge.answer('console:watch', async () => ok({ lines: lines(8, 9), isCut: true }))
    await setVisible(true)
    expect(bridge.requests('console:watch').at(-1)).toEqual({ ref: survival.ref, after: 1 })
    await shows('line 1', '──────── earlier lines are kept no more ────────', 'line 8', 'line 9')
  })

  test('a server looked at again is drawn from what the app keeps of it', async () => {
    const { bridge, user } = await openWindow(consoleState(), watched(lines(1, 2)))
    await shows('line 1', 'line 2')
    await user.click(screen.getByRole('row', { name: /Modded/ }))
    expect(bridge.requests('console:unwatch')).toContainEqual({ ref: survival.ref })
    await user.click(screen.getByRole('row', { name: /Survival/ }))
    await shows('line 1', 'line 2')
    expect(bridge.requests('console:watch').at(-1)).toEqual({ ref: survival.ref, after: 0 })
  })

  test('the result of a command stands behind it and follows the state', async () => {
    const entry = consoleEntry({ command: 'list', phase: 'sending' })
    const { update } = await openWindow(
      consoleState({ entries: [entry] }),
      watched([line(1, { kind: 'command', text: 'list', entryId: entry.id }), line(2)]),
    )
    await shows('> list', 'line 2')
    const result = () =>
      screen.getByRole('region', { name: 'Console of Survival' }).querySelector('[data-tone]')?.textContent
    expect(result()).toBe(' sending…')
    const changed = { ...entry, phase: 'refused' as const, error: appError('server-not-running') }
    await update((before) => ({
      ...before,
      consoles: { [survival.ref]: { entries: [changed], stream: streamOf('open') } },
    }))
    expect(result()).toBe(' not running')
    expect(rows()).toEqual(['> list', 'line 2'])
  })

  test('clear drops the lines here and in the app; later ones come', async () => {
    const { bridge, user } = await openWindow(consoleState(), watched(lines(1)))
    await shows('line 1')
    await choose(user, 'Clear the console')
    expect(bridge.requests('console:clear')).toEqual([{ ref: survival.ref }])
    await shows()
    await act(async () => bridge.pushLines({ ref: survival.ref, lines: lines(2) }))
    await shows('line 2')
  })

  test('save says where', async () => {
    const { user } = await openWindow(consoleState(), {
      ...watched(lines(1)),
      'console:save': async () => ok({ file: '/srv/logs/survival.log' }),
    })
    await choose(user, 'Save the console to a file…')
    expect(await screen.findByText('Saved to /srv/logs/survival.log.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/Saved to/)).toBeNull()
  })

  test('a choice of the look is kept, and drawn from what is there', async () => {
    const { bridge, user, update } = await openWindow(consoleState(), watched(lines(1)))
    await waitFor(() => expect(shownScreen().rows).toEqual(['12:03:58 line 1']))
    await user.click(screen.getByRole('button', { name: 'Console options' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Show times' }))
    const look = { timestamps: false, wraps: true, screenReader: false }
    expect(bridge.requests('preferences:set')).toEqual([{ console: look }])
    await update((before) => ({
      ...before,
      preferences: { ...before.preferences, console: { ...look, screenReader: true } },
    }))
    await waitFor(() => expect(shownScreen().rows).toEqual(['line 1']))
    expect(shownScreen().isScreenReader).toBe(true)
  })
})

describe('how the stream stands', () => {
  test.each([
    [
      'waiting',
      streamOf('waiting', { retryAt: Date.now() + 60_000, error: appError('console-unreachable') }),
      /Next try in \d+:\d\d\./,
    ],
    ['held', streamOf('held', { error: appError('server-unavailable') }), /The console opens when that is over/],
    ['ended', streamOf('ended', { error: appError('console-refused') }), /refused to open its console/],
  ])('%s is told', async (_, stream, words) => {
    await openWindow(consoleState({ stream }), watched(lines(1)))
    expect(screen.getByText(words)).toBeTruthy()
    await shows('line 1')
  })

  test('connecting is told only when it takes long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await openWindow(consoleState({ stream: streamOf('connecting') }))
    expect(screen.queryByText(/Connecting/)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(screen.getByText(/Connecting to the console/)).toBeTruthy()
    vi.useRealTimers()
  })

  test('an ended one can be opened again', async () => {
    const { bridge, user } = await openWindow(
      consoleState({ stream: streamOf('ended', { error: appError('console-ended') }) }),
    )
    const before = bridge.calls.length
    await user.click(screen.getByRole('button', { name: 'Open again' }))
    const asked = bridge.calls.slice(before).map(({ channel }) => channel)
    expect(asked).toEqual(['console:unwatch', 'console:watch', 'console:more'])
  })

  test('a console that cannot be asked for says why', async () => {
    await openWindow(consoleState({ stream: null }), { 'console:watch': async () => fail('unknown-server') })
    expect(await screen.findByText('This server is no longer in the list.')).toBeTruthy()
  })

  test('no live output leaves what was sent', async () => {
    const stream = streamOf('none', { error: appError('no-live-output') })
    await openWindow(consoleState({ stream, entries: [consoleEntry({ command: 'list' })] }))
    expect(screen.getByText(/This panel offers no live console/)).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Commands sent' }).textContent).toContain('> list')
    expect(screen.queryByRole('button', { name: 'Find in the console' })).toBeNull()
  })
})

describe('several consoles', () => {
  test('tabs from two on, by arrow keys, closed by Delete', async () => {
    const { user, client } = await openWindow(consoleState())
    expect(screen.queryByRole('tablist')).toBeNull()
    await user.click(screen.getByRole('row', { name: /Modded/ }))
    const tab = (name: RegExp) => screen.getByRole('tab', { name })
    expect(tab(/Modded.*offline/i).getAttribute('aria-selected')).toBe('true')
    act(() => tab(/Modded/).focus())
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('region', { name: 'Survival' })).toBeTruthy()
    expect(document.activeElement).toBe(tab(/Survival/))
    await user.click(tab(/Modded/))
    expect(screen.getByRole('region', { name: 'Modded' }).contains(document.activeElement)).toBe(true)
    await user.click(tab(/Survival/))
    expect(document.activeElement).toBe(screen.getByLabelText('Command for Survival'))
    act(() => tab(/Survival/).focus())
    await user.keyboard('{Delete}')
    expect(screen.getByRole('region', { name: 'Modded' })).toBeTruthy()
    expect(screen.queryByRole('tablist')).toBeNull()
    expect(client.view.getState().tabs).toEqual([modded.ref])
  })

  test('the height of the pane is set by keys', async () => {
    const { user, client } = await openWindow(consoleState())
    act(() => screen.getByRole('separator', { name: 'Height of the pane' }).focus())
    await user.keyboard('{ArrowUp}')
    const height = client.view.getState().paneHeight ?? 0
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
    expect(client.view.getState().paneHeight).toBeGreaterThanOrEqual(height)
    await user.keyboard('{End}')
    expect(client.view.getState().paneHeight).toBe(160)
  })

  test('a console opens in a window of its own', async () => {
    const { bridge, user } = await openWindow(consoleState())
    await choose(user, 'Open in its own window')
    expect(bridge.requests('console:openWindow')).toEqual([{ ref: survival.ref }])
  })

  test('such a window shows that console alone', async () => {
    location.hash = `#console=${encodeURIComponent(survival.ref)}`
    const { user } = await openWindow(
      { ...consoleState(), app: { ...consoleState().app, focus: null } },
      watched(lines(1)),
    )
    await shows('line 1')
    expect(document.title).toBe('Survival')
    expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull()
    for (const name of ['Close the pane', 'Open full', 'Back to the list'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('region', { name: 'Survival' })).toBeTruthy()
    location.hash = ''
  })
})
