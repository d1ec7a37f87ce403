import type { JSHandle, Page } from 'playwright-core'
import type { Bridge } from '../../shared/ipc/contract.ts'
import type { ConfirmPolicy } from '../../shared/model/preferences-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { must } from '../fixtures/demo.ts'
import type { App } from './app.ts'

/** What the page calls the app with. */
export const bridgeOf = (page: Page): Promise<JSHandle<Bridge>> =>
  page.evaluateHandle(() => (globalThis as unknown as { readonly servertray: Bridge }).servertray)

/** The app's state as a new page would get it. */
export async function stateOf(page: Page): Promise<AppState> {
  const bridge = await bridgeOf(page)
  return must(await bridge.evaluate(({ call }) => call('state:snapshot'))).state
}

/** Chooses which signals are asked about, as the settings do. */
export async function setConfirm(page: Page, change: Partial<ConfirmPolicy> = {}): Promise<void> {
  const { preferences } = await stateOf(page)
  const bridge = await bridgeOf(page)
  const policy = { ...preferences.confirm, asked: true, ...change }
  must(await bridge.evaluate(({ call }, wanted) => call('preferences:set', { confirm: wanted }), policy))
}

/** What was told outside the window: by notifications, from source on Windows by notices. */
export async function toldBy(app: App, page: Page): Promise<readonly { title: string; body: string }[]> {
  if (process.platform !== 'win32') return app.notifications()
  const notices = Object.values((await stateOf(page)).notices).filter(({ id }) => id.startsWith('notification-'))
  return notices.map(({ message, hint }) => ({ title: message, body: hint }))
}
