import type { Page } from '@playwright/test'
import { defaultRestartChoices } from '../../../shared/model/restart.ts'
import { askedBefore } from '../../fixtures/app-state.ts'
import { full, type Scene, survival, the } from './world.ts'

const goToRestarts = async (page: Page) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('tab', { name: 'Restarts' }).click()
  await page.getByRole('heading', { name: 'Restart with warning' }).waitFor()
}

export const restartSettingsScenes: readonly Scene[] = [
  {
    name: 'settings-restart',
    state: {
      ...full,
      preferences: {
        ...full.preferences,
        ...askedBefore,
        globalShortcut: 'CommandOrControl+Shift+K',
        restart: { all: defaultRestartChoices, servers: { [survival.ref]: defaultRestartChoices } },
      },
    },
    act: goToRestarts,
    shows: [the('heading', 'Restart with warning')],
  },
  {
    name: 'settings-restart-dialog',
    state: full,
    act: async (page) => {
      await goToRestarts(page)
      await page.getByRole('button', { name: 'Change…' }).click()
      await page.getByRole('dialog').waitFor()
    },
    shows: [the('dialog', /./)],
  },
]
