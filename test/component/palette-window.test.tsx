import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fail, ok } from '../../shared/result.ts'
import { appState } from '../fixtures/app-state.ts'
import { active, activeLabel, asking, choose, field } from './open-palette.ts'
import { openWindow } from './open-window.tsx'
import { base, modded, survival } from './restart-window.ts'

describe('the palette in a window of its own', () => {
  const openOwn = async (more: Parameters<typeof appState>[0] = {}, answers: Parameters<typeof openWindow>[1] = {}) => {
    location.hash = '#palette'
    const close = vi.spyOn(window, 'close').mockImplementation(() => {})
    const opened = await openWindow(appState({ ...base, ...more }), answers)
    return { ...opened, close }
  }
  afterEach(() => {
    location.hash = ''
    vi.restoreAllMocks()
  })

  test('takes what is typed before it knows the servers', async () => {
    location.hash = '#palette'
    vi.spyOn(window, 'close').mockImplementation(() => {})
    await openWindow(appState(base), {}, () => {
      for (const key of 'stop') fireEvent.keyDown(document.body, { key })
    })
    expect(document.activeElement).toBe(field())
    expect((field() as HTMLInputElement).value).toBe('stop')
    expect(activeLabel()).toBe('Stop Survival')
  })

  test('closes once the call has ended, and not before', async () => {
    let end = () => {}
    const answered = new Promise<void>((resolve) => {
      end = resolve
    })
    const { user, close, bridge } = await openOwn({}, { 'servers:power': () => answered.then(() => ok(undefined)) })
    await choose(user, 'restart surv')
    expect(bridge.requests('servers:power')).toHaveLength(1)
    expect(close).not.toHaveBeenCalled()
    await act(async () => end())
    expect(close).toHaveBeenCalledTimes(1)
  })

  test('a failure is told and keeps it open, also when what cannot be done is chosen then', async () => {
    const { user, close, bridge } = await openOwn({}, { 'servers:power': async () => fail('action-running') })
    await choose(user, 'restart surv')
    expect(await screen.findByText('Another action is running on this server.')).toBeTruthy()
    await user.clear(field())
    await choose(user, 'stop modded')
    expect(active()?.getAttribute('aria-disabled')).toBe('true')
    expect(close).not.toHaveBeenCalled()
    expect(bridge.requests('servers:power')).toHaveLength(1)
  })

  test('asks as the person chose; Escape leads back to the field first', async () => {
    const { user, close, bridge } = await openOwn({ preferences: asking('restart') })
    await choose(user, 'restart surv')
    await screen.findByRole('alertdialog', { name: 'Restart Survival?' })
    expect(close).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Restart' }))
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect(bridge.requests('servers:power')).toEqual([{ ref: survival.ref, signal: 'restart', confirmed: true }])
  })

  test('opens a console in a window of its own', async () => {
    const { user, close, bridge } = await openOwn()
    await choose(user, 'open modded')
    expect(bridge.requests('console:openWindow')).toEqual([{ ref: modded.ref }])
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  })

  test('shows another area in the main window', async () => {
    const { user, close, bridge } = await openOwn()
    await choose(user, 'modded activity')
    expect(bridge.requests('servers:show')).toEqual([{ ref: modded.ref, area: 'activity' }])
    expect(bridge.requests('console:openWindow')).toEqual([])
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  })
})
