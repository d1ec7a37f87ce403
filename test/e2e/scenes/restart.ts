import { expect, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import { diffState } from '../../../shared/state/state-patch.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { appState } from '../../fixtures/app-state.ts'
import { planView } from '../../fixtures/plan-view.ts'
import { pushTo } from '../page-bridge.ts'
import { ago, counting, full, keys, keysOf, open, type Scene, servers, survival, the, withPlans } from './world.ts'

const [creative, lobby] = [servers[1] ?? survival, servers[7] ?? survival]

const halfWarned = counting({ result: 'failed', sentAt: null, error: appError('node-unreachable') })
const missed = planView({
  id: 'missed',
  ref: creative.ref,
  name: creative.name,
  phase: 'missed',
  zeroAt: ago(4_000),
  endedAt: ago(60),
})
const failed = planView({
  id: 'failed',
  ref: lobby.ref,
  name: lobby.name,
  phase: 'failed',
  zeroAt: ago(30),
  endedAt: ago(30),
  error: appError('permission-lacking'),
})

export const openRestartDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'More for Survival' }).click()
  await page.getByRole('menuitem', { name: 'Restart with warning…' }).click()
  await page.getByRole('dialog').waitFor()
}
const seePlan = async (page: Page) => {
  await page.getByRole('button', { name: 'Steps' }).waitFor()
  await page.getByRole('combobox', { name: /^Command for/ }).waitFor()
}
const focusOn = (focus: AppState['app']['focus']): AppState => ({ ...full, app: { ...full.app, focus } })

export const restartScenes: readonly Scene[] = [
  {
    name: 'restart-dialog',
    state: full,
    act: async (page) => {
      await openRestartDialog(page)
      const box = await page.getByRole('dialog').boundingBox()
      expect(box?.height).toBeLessThanOrEqual(330)
      await expect(page.getByRole('button', { name: 'Plan restart' })).toBeInViewport({ ratio: 1 })
    },
    shows: [the('dialog', 'Restart Survival with warning'), the('button', 'Plan restart')],
  },
  {
    name: 'restart-dialog-change',
    state: full,
    act: async (page) => {
      await openRestartDialog(page)
      await page.getByRole('button', { name: 'Change the warnings' }).click()
      await expect(page.getByLabel('Warn players at')).toBeFocused()
      await expect(page.getByRole('button', { name: 'Plan restart' })).toBeInViewport({ ratio: 1 })
    },
    shows: [(page) => page.getByLabel('Warn players at'), the('button', 'Plan restart')],
  },
  {
    name: 'restart-dialog-more',
    state: full,
    act: async (page) => {
      await openRestartDialog(page)
      await page.getByText('At…').click()
      await page.getByRole('button', { name: 'More options' }).click()
      await page.getByText('Send a command just before').click()
      await page.getByText('Kill the server if it does not stop').click()
      await page.getByText('Kill the server if it does not stop').scrollIntoViewIfNeeded()
      await expect(page.getByRole('button', { name: 'Plan restart' })).toBeInViewport({ ratio: 1 })
    },
    shows: ['Kill the server if it does not stop', the('button', 'Plan restart')],
  },
  {
    name: 'restart-dialog-no-console',
    state: { ...full, keys: keysOf(...keys.map((key) => ({ ...key, declared: ['power' as const] }))) },
    act: openRestartDialog,
    shows: [/^Warnings cannot be sent: /, the('button', 'Restart without warning')],
  },
  {
    name: 'restart-countdown',
    state: open(survival, withPlans(halfWarned, missed, failed)),
    act: seePlan,
    shows: [/^Restarts in 4:3\d/, the('button', 'Cancel…')],
  },
  {
    name: 'restart-steps',
    state: open(survival, withPlans(halfWarned)),
    act: async (page) => {
      await page.getByRole('button', { name: 'Steps' }).click()
      await page.getByRole('list', { name: 'Steps' }).waitFor()
      await expect(page.getByRole('combobox', { name: /^Command for/ })).toBeInViewport({ ratio: 1 })
    },
    shows: [the('list', 'Steps'), /^failed\. The panel cannot reach/],
  },
  {
    name: 'restart-cancel',
    state: open(survival, withPlans(halfWarned)),
    act: async (page) => {
      await page.getByRole('button', { name: 'Cancel…' }).click()
      await expect(page.getByRole('alertdialog').getByRole('timer')).toHaveText(/^Restarts in \d:\d\d$/)
    },
    shows: [(page) => page.getByRole('alertdialog').getByRole('timer')],
  },
  {
    name: 'restart-cancel-too-late',
    state: open(survival, withPlans(halfWarned)),
    act: async (page) => {
      await page.getByRole('button', { name: 'Cancel…' }).click()
      await page.getByRole('alertdialog').waitFor()
      const [before, after] = [withPlans(halfWarned), withPlans({ ...halfWarned, phase: 'watching' })]
      await pushTo(page, 'state:patch', { from: 1, to: 2, ...diffState({ ...full, ...before }, { ...full, ...after }) })
    },
    shows: [the('dialog', 'Too late: Survival is restarting')],
  },
  {
    name: 'restart-missed',
    state: open(creative, withPlans(missed)),
    act: seePlan,
    shows: [/^The restart at \d\d:\d\d was missed\./],
  },
  {
    name: 'restart-failed',
    state: open(lobby, withPlans(failed)),
    act: seePlan,
    shows: ['Restart with warning failed.'],
  },
  {
    name: 'restart-link',
    state: focusOn({ ref: survival.ref, dialog: 'confirm-restart', at: 1 }),
    shows: [the('alertdialog', 'Restart Survival?'), /link/],
  },
  {
    name: 'restart-first-use',
    state: { ...full, preferences: appState().preferences },
    act: async (page) => {
      await page.getByRole('button', { name: 'Restart Survival' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
    shows: [
      the('alertdialog', 'Restart Survival?'),
      (page) => page.getByRole('checkbox', { name: 'Ask every time', checked: true }),
    ],
  },
]
