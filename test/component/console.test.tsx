import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import type { ConsoleEntry } from '../../shared/model/console-schema.ts'
import { fail } from '../../shared/result.ts'
import { consoleEntry } from '../fixtures/app-state.ts'
import { powerAction } from '../fixtures/server-view.ts'
import { consoleState, input, streamOf, survival } from './console-window.ts'
import { openWindow } from './open-window.tsx'

const noOutput = streamOf('none')
const stateWith = (entries: ConsoleEntry[] = [], server = survival) =>
  consoleState({ server, entries, stream: noOutput })

describe('console', () => {
  test('an empty command is not sent', async () => {
    const { bridge, user } = await openWindow(stateWith())
    await user.click(input())
    await user.keyboard('   {Enter}')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
    expect(bridge.requests('servers:command')).toEqual([])
  })

  test('each command shows its result in place', async () => {
    await openWindow(
      stateWith([
        consoleEntry({ id: '1', command: 'list' }),
        consoleEntry({ id: '2', command: 'op mira', phase: 'refused', error: appError('permission-lacking') }),
        consoleEntry({ id: '3', command: 'say a', phase: 'waiting', retryAt: Date.now() + 60_000 }),
        consoleEntry({ id: '4', command: 'say b', phase: 'sending' }),
        consoleEntry({ id: '5', command: 'say c', phase: 'unconfirmed', error: appError('timeout') }),
      ]),
    )
    const lines = screen.getAllByRole('listitem').filter((line) => line.textContent?.includes('>'))
    expect(lines[0]?.textContent).toMatch(/> listsent/)
    expect(lines[1]?.textContent).toContain('refusedThis key lacks the permission for that. Tick the permission')
    expect(lines[2]?.textContent).toMatch(/queued, (1:00|0:59)/)
    expect(lines[3]?.textContent).toContain('sending')
    expect(lines[4]?.textContent).toContain('not confirmed')
    expect(screen.getByText(/This panel offers no live console/)).toBeTruthy()
  })

  test('a reason that the log tells is not told twice', async () => {
    const { bridge, user, update } = await openWindow(stateWith())
    bridge.answer('servers:command', async () => fail('permission-lacking'))
    await user.click(input())
    await user.keyboard('say hello{Enter}')
    await update((before) => ({
      ...before,
      consoles: {
        [survival.ref]: {
          entries: [consoleEntry({ phase: 'refused', error: appError('permission-lacking') })],
          stream: noOutput,
        },
      },
    }))
    expect(screen.getAllByText('This key lacks the permission for that.')).toHaveLength(1)
  })

  test('a line typed while the last one fails is not overwritten', async () => {
    const { bridge, user } = await openWindow(stateWith())
    let refuse = () => {}
    bridge.answer(
      'servers:command',
      () =>
        new Promise((resolve) => {
          refuse = () => resolve(fail('timeout'))
        }),
    )
    await user.click(input())
    await user.keyboard('first{Enter}second')
    await act(async () => refuse())
    expect(input().value).toBe('second')
    await user.keyboard('{ArrowUp}')
    expect(input().value).toBe('first')
  })

  test('a draft waits while another server is looked at', async () => {
    const { user } = await openWindow(stateWith())
    await user.click(input())
    await user.keyboard('say half')
    await user.click(screen.getByRole('row', { name: /Modded/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Command for Modded').value).toBe('')
    await user.click(screen.getByRole('row', { name: /Survival/ }))
    expect(input().value).toBe('say half')
  })

  test('the focus stays in the pane when its button goes', async () => {
    const { user, updateServer } = await openWindow(stateWith())
    const pane = screen.getByRole('region', { name: 'Survival' })
    await user.click(within(pane).getByRole('button', { name: 'Restart' }))
    await updateServer(survival, { action: powerAction() })
    expect(pane.contains(document.activeElement)).toBe(true)
  })

  test.each([
    [{ state: 'offline' }, 'Server is not running'],
    [{ condition: 'suspended' }, 'Suspended by the panel'],
  ] as const)('%j stops the input: %s', async (more, words) => {
    const { bridge, user } = await openWindow(stateWith([], { ...survival, ...more }))
    expect(screen.getByText(words)).toBeTruthy()
    expect(input().getAttribute('aria-disabled')).toBe('true')
    await user.click(input())
    await user.keyboard('say hello{Enter}')
    expect(input().value).toBe('')
    expect(bridge.requests('servers:command')).toEqual([])
  })

  test('an unknown state only hints, and the line goes out as it was typed', async () => {
    const { bridge, user } = await openWindow(stateWith([], { ...survival, state: 'unknown' }))
    expect(screen.getByText(/State unknown/)).toBeTruthy()
    await user.click(input())
    await user.keyboard('list  {Enter}')
    expect(bridge.requests('servers:command')).toEqual([{ ref: survival.ref, command: 'list  ' }])
  })
})
