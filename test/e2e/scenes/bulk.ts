import { expect, type Page } from '@playwright/test'
import type { BulkItem, BulkView } from '../../../shared/bulk/contract.ts'
import { appError } from '../../../shared/errors.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { appState } from '../../fixtures/app-state.ts'
import { bulkView } from '../../fixtures/plan-view.ts'
import { full, inside, now, type Scene, the } from './world.ts'

const running = full.servers
const items = Object.values(running).map(
  ({ ref }, i): BulkItem => ({
    ref,
    outcome: i < 3 ? 'confirmed' : i === 3 ? 'failed' : i === 4 ? 'running' : 'waiting',
    error: i === 3 ? appError('rate-limited') : null,
  }),
)
const ended = items.map((item, i): BulkItem => {
  if (i === 3) return item
  return i === 5 ? { ...item, outcome: 'stalled' } : { ...item, outcome: 'confirmed' }
})
const withBulk = (more: Partial<BulkView>): AppState => ({
  ...full,
  bulks: appState({ bulks: [bulkView(items, more)] }).bulks,
})

const tick = async (page: Page) => {
  for (const name of ['Survival', 'Creative & Plots', 'Modded 1.20'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selected servers' })

/** Several servers at once. */
export const bulkScenes: readonly Scene[] = [
  {
    name: 'bulk-select',
    state: full,
    act: async (page) => {
      await tick(page)
      for (const name of ['Start', 'Kill…', 'Clear the selection'])
        await expect(bar(page).getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    },
    shows: ['3 selected', inside(bar, /with warning…$/i)],
  },
  {
    name: 'bulk-dialog',
    state: full,
    act: async (page) => {
      await tick(page)
      await bar(page).getByRole('button', { name: 'Restart', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
    shows: [the('dialog', /Restart/), /1 server skipped/],
  },
  {
    name: 'bulk-warned',
    state: full,
    act: async (page) => {
      await tick(page)
      await bar(page).getByRole('button', { name: 'Restart with warning…' }).click()
      await page.getByRole('dialog').waitFor()
    },
    shows: [the('dialog', /with warning/)],
  },
  {
    name: 'bulk-kill',
    state: full,
    act: async (page) => {
      await tick(page)
      await bar(page).getByRole('button', { name: 'Kill…' }).click()
      await page.getByRole('dialog').waitFor()
    },
    shows: [(page) => page.getByLabel(/^Type \d to confirm/)],
  },
  {
    name: 'bulk-progress',
    state: withBulk({}),
    act: (page) => expect(page.getByRole('button', { name: 'Cancel the rest' })).toBeInViewport({ ratio: 1 }),
    shows: ['Restarting 8 servers', the('button', 'Cancel the rest')],
  },
  {
    name: 'bulk-summary',
    state: withBulk({ phase: 'done', items: ended, endedAt: now }),
    act: (page) => expect(page.getByRole('button', { name: 'Retry the failed ones' })).toBeInViewport({ ratio: 1 }),
    shows: ['Restart of 8 servers', the('button', 'Retry the failed ones')],
  },
]
