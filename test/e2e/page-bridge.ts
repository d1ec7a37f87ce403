import type { Disposable, Page } from '@playwright/test'
import type { InvokeChannel, PushChannel, PushMessage } from '../../shared/ipc/contract.ts'
import type { Result } from '../../shared/result.ts'
import { databasesOf } from '../fixtures/database.ts'
import { allocationsOfServer } from '../fixtures/server-allocation.ts'
import { serverSettings, serverUsers } from '../fixtures/server-people.ts'
import { startupOf } from '../fixtures/startup.ts'
import type { Scene } from './scenes/world.ts'

/**
 * Puts an app behind the page's next documents that holds the scene's state and gives the scene's answers. It goes with
 * `dispose`.
 */
export async function putBridge(
  page: Page,
  { state, answers = {} }: Pick<Scene, 'state' | 'answers'>,
): Promise<Disposable> {
  return page.addInitScript(
    ({ state, answers, startup, allocations, users, settings, databases }) => {
      const calls: unknown[] = []
      const given = {
        'state:snapshot': { ok: true, value: { revision: 1, state } },
        'backups:list': {
          ok: true,
          value: { backups: [], counted: 0, leftOut: 0, limit: null, denied: [], saveCommands: [] },
        },
        'panelActivity:list': { ok: true, value: { lines: [], page: 1, totalPages: 1, leftOut: 0 } },
        'panelSchedules:list': { ok: true, value: { schedules: [], leftOut: 0, denied: [] } },
        'files:list': { ok: true, value: { entries: [], leftOut: 0, denied: [] } },
        'databases:list': { ok: true, value: databases },
        'startup:read': { ok: true, value: startup },
        'allocations:list': { ok: true, value: allocations },
        'users:list': { ok: true, value: users },
        'serverSettings:read': { ok: true, value: settings },
        'servers:load': { ok: true, value: { points: [] } },
        'console:watch': { ok: true, value: { lines: [], isCut: false } },
        'console:history': { ok: true, value: { commands: [] } },
        ...answers,
      }
      const call = (channel: string, request: unknown) => {
        const reply = (given as Record<string, unknown>)[channel] ?? { ok: true, value: undefined }
        calls.push({ channel, request })
        return reply === 'never' ? new Promise(() => {}) : Promise.resolve(reply)
      }
      const listeners: Record<string, (message: unknown) => void> = {}
      const listen = (channel: string) => (listener: (message: unknown) => void) => {
        listeners[channel] = listener
        return () => {}
      }
      const on = { 'state:patch': listen('state:patch'), 'console:lines': listen('console:lines') }
      const push = (channel: string, message: unknown) => listeners[channel]?.(message)
      Object.defineProperty(window, 'push', { value: push })
      Object.defineProperty(window, 'servertray', {
        value: { call, on, drop: async () => ({ ok: true, value: { drop: 'drop-1' } }) },
      })
      Object.defineProperty(window, 'calls', { value: calls })
      Object.defineProperty(window, 'given', { value: given })
    },
    {
      state,
      answers,
      startup: startupOf(),
      allocations: allocationsOfServer(),
      users: serverUsers({ users: [] }),
      settings: serverSettings(),
      databases: databasesOf({ databases: [] }),
    },
  )
}

/** Sends a message to the page, as the app does by itself. */
export async function pushTo<C extends PushChannel>(page: Page, channel: C, message: PushMessage<C>): Promise<void> {
  await page.evaluate(
    ({ channel, message }) =>
      (window as unknown as { push(channel: string, message: unknown): void }).push(channel, message),
    { channel, message },
  )
}

/** Lets a channel give another answer from now on. */
export async function answerNow(page: Page, channel: InvokeChannel, reply: Result<unknown> | 'never'): Promise<void> {
  await page.evaluate(
    ({ channel, reply }) => {
      ;(window as unknown as { given: Record<string, unknown> }).given[channel] = reply
    },
    { channel, reply },
  )
}

/** The calls that the page made on one channel. */
export async function callsOf(page: Page, channel: string): Promise<unknown[]> {
  const calls = await page.evaluate(
    () => (window as unknown as { calls: { channel: string; request: unknown }[] }).calls,
  )
  return calls.filter((call) => call.channel === channel).map((call) => call.request)
}
