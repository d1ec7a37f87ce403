import { expect, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import { defaultRestartChoices } from '../../../shared/model/restart.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { appState } from '../../fixtures/app-state.ts'
import { planStep, planView } from '../../fixtures/plan-view.ts'
import { ago, counting, full, now, open, type Scene, scenesOf, servers, survival, the, withPlans } from './world.ts'

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
const backingUp = planView({
  id: 'backing-up',
  ref: survival.ref,
  phase: 'backing-up',
  zeroAt: ago(95),
  choices: { ...defaultRestartChoices, backupFirst: 'must' },
  steps: [
    planStep({ kind: 'backup', secondsBefore: 900, result: 'sending', sentAt: ago(180) }),
    planStep({ secondsBefore: 300, sentAt: ago(170) }),
    ...[60, 30, 10].map((secondsBefore) => planStep({ secondsBefore, result: 'waiting', sentAt: null })),
    planStep({ kind: 'restart', secondsBefore: 0, result: 'waiting', sentAt: null }),
  ],
})

const openRestartDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'More for Survival' }).click()
  await page.getByRole('menuitem', { name: 'Restart with warning…' }).click()
  await page.getByRole('dialog').waitFor()
}
const seePlan = async (page: Page) => {
  await page.getByRole('button', { name: 'Steps' }).waitFor()
  await page.getByRole('combobox', { name: /^Command for/ }).waitFor()
}
const seeSteps = async (page: Page) => {
  await page.getByRole('button', { name: 'Steps' }).click()
  await page.getByRole('list', { name: 'Steps' }).waitFor()
}
const focusOn = (focus: AppState['app']['focus']): AppState => ({ ...full, app: { ...full.app, focus } })

const scene = scenesOf({ state: full })

export const restartScenes: readonly Scene[] = [
  scene('restart-dialog', [the('dialog', 'Restart Survival with warning'), the('button', 'Plan restart')], {
    act: async (page) => {
      await openRestartDialog(page)
      const box = await page.getByRole('dialog').boundingBox()
      expect(box?.height).toBeLessThanOrEqual(330)
      await expect(page.getByRole('button', { name: 'Plan restart' })).toBeInViewport({ ratio: 1 })
    },
  }),
  scene('restart-dialog-change', [(page) => page.getByLabel('Warn players at'), the('button', 'Plan restart')], {
    act: async (page) => {
      await openRestartDialog(page)
      await page.getByRole('button', { name: 'Change the warnings' }).click()
      await expect(page.getByLabel('Warn players at')).toBeFocused()
      await expect(page.getByRole('button', { name: 'Plan restart' })).toBeInViewport({ ratio: 1 })
    },
  }),
  scene('restart-dialog-more', ['Kill the server if it does not stop', the('button', 'Plan restart')], {
    act: async (page) => {
      await openRestartDialog(page)
      await page.getByText('At…').click()
      await page.getByRole('button', { name: 'More options' }).click()
      await page.getByText('Send a command just before').click()
      await page.getByText('Kill the server if it does not stop').click()
      await page.getByText('Kill the server if it does not stop').scrollIntoViewIfNeeded()
      await expect(page.getByRole('button', { name: 'Plan restart' })).toBeInViewport({ ratio: 1 })
    },
  }),
  scene('restart-countdown', [/^Restarts in 4:3\d/, the('button', 'Cancel…')], {
    state: open(survival, withPlans(halfWarned, missed, failed)),
    act: seePlan,
  }),
  scene('restart-steps', [the('list', 'Steps'), /^failed\. The panel cannot reach/], {
    state: open(survival, withPlans(halfWarned)),
    act: async (page) => {
      await seeSteps(page)
      await expect(page.getByRole('combobox', { name: /^Command for/ })).toBeInViewport({ ratio: 1 })
    },
  }),
  scene('restart-cancel', [(page) => page.getByRole('alertdialog').getByRole('timer')], {
    state: open(survival, withPlans(halfWarned)),
    act: async (page) => {
      await page.getByRole('button', { name: 'Cancel…' }).click()
      await expect(page.getByRole('alertdialog').getByRole('timer')).toHaveText(/^Restarts in \d:\d\d$/)
    },
  }),
  scene('restart-missed', [/^The restart at \d\d:\d\d was missed\./], {
    state: open(creative, withPlans(missed)),
    act: seePlan,
  }),
  scene('restart-link', [the('alertdialog', 'Restart Survival?'), /link/], {
    state: focusOn({ ref: survival.ref, dialog: 'confirm-restart', at: 1 }),
  }),
  scene(
    'restart-first-use',
    [
      the('alertdialog', 'Restart Survival?'),
      (page) => page.getByRole('checkbox', { name: 'Ask every time', checked: true }),
    ],
    {
      state: { ...full, preferences: appState().preferences },
      act: async (page) => {
        await page.getByRole('button', { name: 'Restart Survival' }).click()
        await page.getByRole('alertdialog').waitFor()
      },
    },
  ),
  scene(
    'restart-backup-first',
    [/The newest good backup is 2 days old\./, 'Back up first', 'and restart anyway if it fails'],
    {
      state: {
        ...full,
        backupHealth: { [survival.ref]: { newestGoodAt: ago(70 * 3_600), failedAt: null, readAt: now } },
      },
      act: async (page) => {
        await openRestartDialog(page)
        await page.getByLabel('Back up first').click()
        await page.getByLabel('and restart anyway if it fails').click()
      },
    },
  ),
  scene('restart-backing-up', [/restarts after it/, 'being made…'], {
    state: open(survival, withPlans(backingUp)),
    act: seeSteps,
  }),
]
