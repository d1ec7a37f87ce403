import type { Page } from '@playwright/test'
import { full, manyServers, type Scene, survival, the } from './world.ts'

const openPalette = async (page: Page, query = '') => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search servers or type a command' }).fill(query)
}

export const paletteScenes: readonly Scene[] = [
  {
    name: 'palette',
    state: { ...full, app: { ...full.app, lastUsed: survival.ref } },
    act: (page) => openPalette(page),
    shows: [the('option', /^Restart Survival/)],
  },
  {
    name: 'palette-search',
    state: full,
    act: (page) => openPalette(page, 'rest'),
    shows: [the('option', /^Restart /), the('option', /^List the servers matching “rest”/)],
  },
  {
    name: 'palette-many',
    state: manyServers,
    act: (page) => openPalette(page, 'sto 7'),
    shows: [the('option', /^Stop Server \d*7/)],
  },
  { name: 'palette-nothing', state: full, act: (page) => openPalette(page, 'zzqq'), shows: ['No matches for “zzqq”.'] },
  {
    name: 'palette-window',
    state: full,
    hash: '#palette',
    act: (page) => page.getByRole('combobox').fill('surv'),
    shows: [the('option', /Survival/, { selected: true })],
  },
]
