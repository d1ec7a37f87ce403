import type { Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import { fail, ok } from '../../../shared/result.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { database, databasesOf, shownPassword } from '../../fixtures/database.ts'
import { choose, isOffFor, keysFor, menuOf, openArea, press, type Scene, scenesOf, the } from './world.ts'

/** The databases of the open server, as they were left. */
const opened = (more: Partial<AppState> = {}) => openArea('databases', more)

const plots = database({ connectionsFrom: '172.18.0.%' })
const long = database({
  id: '2',
  name: `s12_${'permissions_of_all_worlds_'.repeat(2)}`.slice(0, 48),
  username: 'u12_8v0mmqk2xz',
  host: 'a-database-host-with-a-long-name.fsn1.hosting.example.com',
})
const databases = [plots, long]
const answers = (more: Parameters<typeof databasesOf>[0] = {}) => ({
  'databases:list': ok(databasesOf({ databases, ...more })),
  'databases:password': ok({ password: shownPassword }),
})

const create = press('New database…')
const show = press(`Show password of ${plots.name}`)
const choosePlots = (item: string) => choose(plots.name, item)
const name = async (page: Page) => {
  await create(page)
  await page.getByLabel('Name', { exact: true }).fill('warps')
  await page.getByRole('button', { name: 'Create' }).click()
}

const scene = scenesOf({ state: opened(), answers: answers() })

/** The databases of a server. */
export const databaseScenes: readonly Scene[] = [
  scene('databases', ['2 of 3 databases', '172.18.0.1:3306', 'from 172.18.0.%', the('button', 'New database…')]),
  scene('databases-password', [shownPassword, /^hidden in \d+ s$/], { act: show }),
  scene('databases-menu', [the('menuitem', /^Delete… ?key lacks Databases: full/)], {
    state: opened({ keys: keysFor('databases-view') }),
    answers: answers({ denied: ['view-password'] }),
    act: menuOf(plots.name),
  }),
  scene('databases-none', ['No databases yet'], { answers: answers({ databases: [] }) }),
  scene('databases-none-allowed', ['This server may have no databases'], {
    answers: answers({ databases: [], limit: 0 }),
    act: isOffFor('New database…', 'This server may have no databases.'),
  }),
  scene('databases-full', ['2 of 2 databases'], {
    answers: answers({ limit: 2 }),
    act: isOffFor('New database…', 'All 2 of this server are in use.'),
  }),
  scene('databases-new', [the('textbox', 'Connections from')], { act: create }),
  scene('databases-new-refused', [/may not be called that here/], {
    answers: { 'databases:create': fail('input-rejected', { detail: 'The database may not be called that here.' }) },
    act: name,
  }),
  scene('databases-rotate', [/plugins need the new one/], { act: choosePlots('New password…') }),
  scene('databases-delete', [/All its tables go at once/, the('button', 'Delete database')], {
    act: choosePlots('Delete…'),
  }),
  scene('databases-refused', [appError('permission-lacking').message], {
    answers: { 'databases:list': fail('permission-lacking') },
  }),
  scene('databases-loading', [the('status', 'Loading databases')], { answers: { 'databases:list': 'never' } }),
]
