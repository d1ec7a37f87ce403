import { lingerMs } from '../../electron/backups/restore.ts'
import { stateOf } from '../e2e/bridge.ts'
import { until } from '../e2e/driver.ts'
import { goToArea, goToServers, reaches } from '../e2e/window.ts'
import type { Guide, Step } from './step.ts'

const server = 'Survival'
const backup = 'Before the update'
/** How often the app looks how far a restore is. */
const lookEveryMs = 15_000

const viewOf = ({ page }: Guide) => page.getByRole('region', { name: server, exact: true })
const rowOf = (guide: Guide) =>
  viewOf(guide)
    .getByRole('row')
    .filter({ has: guide.page.getByRole('rowheader', { name: backup, exact: true }) })

/** A backup made by hand, and the server set back to it. */
export const backupSteps: readonly Step[] = [
  {
    name: 'back up now',
    async run(guide) {
      const { page, picture } = guide
      const view = viewOf(guide)
      await goToArea(page, server, 'backups')
      await view.getByRole('button', { name: 'Back up now' }).click()
      const dialog = page.getByRole('dialog', { name: `Back up ${server}` })
      await dialog.getByLabel('Name').fill(backup)
      const commands = await dialog.getByLabel('Console commands').inputValue()
      await picture('back-up-now')
      await dialog.getByRole('button', { name: 'Back up now' }).click()
      await rowOf(guide).getByText('Good').waitFor()
      await until('the game to save again', async () =>
        Object.values((await stateOf(page)).backupRuns).every(({ phase }) => phase === 'done'),
      )
      await picture('backup-made')
      const counted = await view.getByText(/^\d+ of \d+ backups$/).innerText()
      return `saved with “${commands}”, then “${backup}” was seen good: ${counted}`
    },
  },
  {
    name: 'guided restore',
    async run(guide) {
      const { app, page, picture } = guide
      const view = viewOf(guide)
      await rowOf(guide)
        .getByRole('button', { name: `More for ${backup}` })
        .click()
      await page.getByRole('menuitem', { name: 'Restore…' }).click()
      const dialog = page.getByRole('dialog', { name: `Restore ${server} from` })
      await dialog.waitFor()
      await picture('restore-asks')
      await dialog.getByRole('button', { name: 'Stop and restore' }).click()
      await until('the server to be stopped first', async () =>
        Object.values((await stateOf(page)).restores).some(({ phase }) => phase === 'stopping'),
      )
      await picture('restore-stops')
      await until('the server to be given time to save', async () =>
        Object.values((await stateOf(page)).restores).some(({ maySave }) => maySave),
      )
      await app.hurry(lingerMs)
      await until('the panel to take the restore', async () =>
        Object.values((await stateOf(page)).restores).some(({ isAccepted }) => isAccepted),
      )
      await picture('restore-runs')
      const told = view.getByRole('status').filter({ hasText: 'Restored.' })
      await until('the end of the restore', async () => {
        await app.hurry(lookEveryMs)
        // What the panel is asked then takes a moment.
        await told.waitFor({ timeout: 1_000 })
        return true
      })
      await picture('restored')
      const words = (await told.innerText()).replaceAll(/\s+/g, ' ')
      await told.getByRole('button', { name: 'Start' }).click()
      await goToServers(page)
      await reaches(page, server, /^Running/)
      return `stopped, seen offline, restored and left off until Start was pressed; the window said “${words}”`
    },
  },
]
