import type { Page } from '@playwright/test'
import { defaultRestartChoices } from '../../../shared/model/restart.ts'
import { askedBefore } from '../../fixtures/app-state.ts'
import { full, type Scene, scenesOf, survival, the } from './world.ts'

const goToRestarts = async (page: Page) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('tab', { name: 'Restarts' }).click()
  await page.getByRole('heading', { name: 'Restart with warning' }).waitFor()
}

const scene = scenesOf({ state: full })

export const restartSettingsScenes: readonly Scene[] = [
  scene('settings-restart', [the('heading', 'Restart with warning')], {
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
  }),
  scene('settings-restart-dialog', [the('dialog', /./)], {
    act: async (page) => {
      await goToRestarts(page)
      await page.getByRole('button', { name: 'Change…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
]
