import type { Page } from '@playwright/test'
import { full, manyServers, type Scene, scenesOf, survival, the } from './world.ts'

const openPalette = async (page: Page, query = '') => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search servers or type a command' }).fill(query)
}

const scene = scenesOf({ state: full })

export const paletteScenes: readonly Scene[] = [
  scene('palette', [the('option', /^Restart Survival/)], {
    state: { ...full, app: { ...full.app, lastUsed: survival.ref } },
    act: (page) => openPalette(page),
  }),
  scene('palette-search', [the('option', /^Restart /), the('option', /^List the servers matching “rest”/)], {
    act: (page) => openPalette(page, 'rest'),
  }),
  scene('palette-many', [the('option', /^Stop Server \d*7/)], {
    state: manyServers,
    act: (page) => openPalette(page, 'sto 7'),
  }),
  scene('palette-nothing', ['No matches for “zzqq”.'], { act: (page) => openPalette(page, 'zzqq') }),
  scene('palette-window', [the('option', /Survival/, { selected: true })], {
    hash: '#palette',
    act: (page) => page.getByRole('combobox').fill('surv'),
  }),
]
