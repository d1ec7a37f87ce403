import { expect, type Page } from '@playwright/test'
import { defaultRestartChoices } from '../../../shared/model/restart.ts'
import { fail, ok } from '../../../shared/result.ts'
import { appState, askedBefore } from '../../fixtures/app-state.ts'
import {
  click,
  full,
  keys,
  now,
  panels,
  type Scene,
  scenesOf,
  scrollTo,
  servers,
  steps,
  survival,
  the,
} from './world.ts'

const goTo = (section: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: section }).click()
  await expect(page.getByRole('tab', { name: section, selected: true })).toBeVisible()
}
const places = ok({ profile: '/home/ada/.config/Servertray', logs: '/home/ada/.config/Servertray/logs' })

const scene = scenesOf({ state: full })

export const settingsScenes: readonly Scene[] = [
  scene(
    'settings-general',
    [(page) => page.locator('label', { has: page.getByRole('radio', { name: 'System', checked: true }) })],
    {
      state: appState({ panels, keys, servers, preferences: { ...askedBefore, globalShortcut: 'Control+Alt+Space' } }),
      act: async (page) => {
        await goTo('General')(page)
        await expect(page.getByRole('button', { name: /^Shortcut: / })).toBeVisible()
      },
    },
  ),
  scene('settings-general-no-tray', [the('heading', 'No tray icon on this desktop')], {
    state: { ...full, app: { ...full.app, trayAvailable: false } },
    act: goTo('General'),
  }),
  scene('settings-twelve-hours', [/^Muted until 1:08\sPM\.$/], {
    state: appState({
      panels,
      keys,
      servers,
      preferences: { ...askedBefore, hourCycle: 'h12', muted: { until: now + 3_600_000 } },
    }),
    act: steps(goTo('Notifications'), scrollTo(/^Muted until/)),
  }),
  scene('settings-notifications', [/^Sent\. If you don’t see it/], {
    state: appState({
      panels,
      keys,
      servers,
      preferences: { ...askedBefore, quiet: [survival.ref], quietKinds: ['return', 'joined', 'left'] },
    }),
    answers: { 'notifications:test': ok(undefined) },
    act: async (page) => {
      await goTo('Notifications')(page)
      await expect(page.getByRole('checkbox', { name: /^It is running again/ })).not.toBeChecked()
      await expect(page.getByRole('button', { name: 'Unmute Survival' })).toBeVisible()
      await page.getByRole('button', { name: 'Send a test notification' }).click()
      await page.getByText(/^Sent\. If you don’t see it/).scrollIntoViewIfNeeded()
    },
  }),
  scene('settings-data', ['Saved as servertray-settings.json.', 'has no exported'], {
    answers: {
      'settings:places': places,
      'settings:export': ok({ file: 'servertray-settings.json' }),
      'settings:import': fail('import-refused'),
    },
    act: async (page) => {
      await goTo('Data')(page)
      await page.getByText('/home/ada/.config/Servertray', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Export settings…' }).click()
      await page.getByText('Saved as servertray-settings.json.').waitFor()
      await page.getByRole('button', { name: 'Import settings…' }).click()
      await page.getByRole('alert').filter({ hasText: 'has no exported' }).scrollIntoViewIfNeeded()
    },
  }),
  scene('settings-restart', [the('heading', 'Restart with warning')], {
    state: {
      ...full,
      preferences: {
        ...full.preferences,
        globalShortcut: 'CommandOrControl+Shift+K',
        restart: { all: defaultRestartChoices, servers: { [survival.ref]: defaultRestartChoices } },
      },
    },
    act: goTo('Restarts'),
  }),
  scene('settings-restart-dialog', [the('dialog', /./)], { act: steps(goTo('Restarts'), click('Change…')) }),
]
