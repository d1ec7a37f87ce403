import { defaultRestartChoices } from '../../../shared/model/restart.ts'
import { planStep, planView } from '../../fixtures/plan-view.ts'
import { openRestartDialog } from './restart.ts'
import { ago, full, now, open, type Scene, scenesOf, survival, withPlans } from './world.ts'

const backingUp = planView({
  id: 'backing-up',
  ref: survival.ref,
  name: survival.name,
  zeroAt: now + 240_000,
  choices: { ...defaultRestartChoices, backupFirst: 'must' },
  steps: [
    planStep({ kind: 'backup', secondsBefore: 900, result: 'sending', sentAt: ago(180) }),
    planStep({ secondsBefore: 300, sentAt: ago(170) }),
    ...[60, 30, 10].map((secondsBefore) => planStep({ secondsBefore, result: 'waiting', sentAt: null })),
    planStep({ kind: 'restart', secondsBefore: 0, result: 'waiting', sentAt: null }),
  ],
})
const scene = scenesOf({ state: full })

/** Restarts that back up first. */
export const restartBackupScenes: readonly Scene[] = [
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
    state: open(survival, withPlans({ ...backingUp, phase: 'backing-up', zeroAt: ago(95) })),
    act: async (page) => {
      await page.getByRole('button', { name: 'Steps' }).click()
      await page.getByRole('list', { name: 'Steps' }).waitFor()
    },
  }),
]
