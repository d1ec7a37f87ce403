import { expect, type Page } from '@playwright/test'
import type { BulkItem, BulkView } from '../../../shared/bulk/contract.ts'
import { appError } from '../../../shared/errors.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { appState } from '../../fixtures/app-state.ts'
import { bulkView } from '../../fixtures/plan-view.ts'
import { full, inside, now, type Scene, scenesOf, the } from './world.ts'

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

const scene = scenesOf({ state: full })

/** Several servers at once. */
export const bulkScenes: readonly Scene[] = [
  scene('bulk-select', ['3 selected', inside(bar, /with warning…$/i)], {
    act: async (page) => {
      await tick(page)
      for (const name of ['Start', 'Kill…', 'Clear the selection'])
        await expect(bar(page).getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    },
  }),
  scene('bulk-dialog', [the('dialog', /Restart/), /1 server skipped/], {
    act: async (page) => {
      await tick(page)
      await bar(page).getByRole('button', { name: 'Restart', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  scene('bulk-kill', [(page) => page.getByLabel(/^Type \d to confirm/)], {
    act: async (page) => {
      await tick(page)
      await bar(page).getByRole('button', { name: 'Kill…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  scene('bulk-progress', ['Restarting 8 servers', the('button', 'Cancel the rest')], {
    state: withBulk({}),
    act: (page) => expect(page.getByRole('button', { name: 'Cancel the rest' })).toBeInViewport({ ratio: 1 }),
  }),
  scene('bulk-summary', ['Restart of 8 servers', the('button', 'Retry the failed ones')], {
    state: withBulk({ phase: 'done', items: ended, endedAt: now }),
    act: (page) => expect(page.getByRole('button', { name: 'Retry the failed ones' })).toBeInViewport({ ratio: 1 }),
  }),
]
