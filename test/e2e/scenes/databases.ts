import { expect, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { keyView } from '../../fixtures/app-state.ts'
import { database, databasesOf, shownPassword } from '../../fixtures/database.ts'
import { ago, keysOf, openArea, type Scene, the } from './world.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const narrow = { width: 640, height: 420 }

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
  'databases:list': { ok: true as const, value: databasesOf({ databases, ...more }) },
  'databases:password': { ok: true as const, value: { password: shownPassword } },
})
const inDoubt = { ok: false as const, error: { ...appError('timeout'), mayHaveActed: true as const } }

const create = (page: Page) => view(page).getByRole('button', { name: 'New database…' }).click()
const show = (page: Page) =>
  view(page)
    .getByRole('button', { name: `Show password of ${plots.name}` })
    .click()
const choose = (item: string) => async (page: Page) => {
  await view(page)
    .getByRole('button', { name: `More for ${plots.name}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}
const name = async (page: Page) => {
  await create(page)
  await page.getByLabel('Name', { exact: true }).fill('warps')
  await page.getByRole('button', { name: 'Create' }).click()
}

/** The databases of a server. */
export const databaseScenes: readonly Scene[] = [
  {
    name: 'databases',
    state: opened(),
    answers: answers(),
    shows: ['2 of 3 databases', '172.18.0.1:3306', 'from 172.18.0.%', the('button', 'New database…')],
  },
  {
    name: 'databases-password',
    state: opened(),
    answers: answers(),
    act: show,
    shows: [shownPassword, /^hidden in \d+ s$/],
  },
  {
    name: 'databases-menu',
    state: opened({
      keys: keysOf(keyView({ serverCount: 8, health: { kind: 'works', at: ago(130) }, declared: ['databases-view'] })),
    }),
    answers: answers({ denied: ['view-password'] }),
    act: (page) =>
      view(page)
        .getByRole('button', { name: `More for ${plots.name}` })
        .click(),
    shows: [the('menuitem', /^Delete… ?key lacks Databases: full/)],
  },
  { name: 'databases-none', state: opened(), answers: answers({ databases: [] }), shows: ['No databases yet'] },
  {
    name: 'databases-none-allowed',
    state: opened(),
    answers: answers({ databases: [], limit: 0 }),
    act: (page) =>
      expect(view(page).getByRole('button', { name: 'New database…' })).toHaveAttribute(
        'title',
        'This server may have no databases.',
      ),
    shows: ['This server may have no databases'],
  },
  {
    name: 'databases-full',
    state: opened(),
    answers: answers({ limit: 2 }),
    act: (page) =>
      expect(view(page).getByRole('button', { name: 'New database…' })).toHaveAttribute(
        'title',
        'All 2 of this server are in use.',
      ),
    shows: ['2 of 2 databases'],
  },
  {
    name: 'databases-new',
    state: opened(),
    answers: answers(),
    act: create,
    shows: [the('textbox', 'Connections from')],
  },
  {
    name: 'databases-new-refused',
    state: opened(),
    answers: {
      ...answers(),
      'databases:create': {
        ok: false,
        error: appError('input-rejected', { detail: 'The database may not be called that here.' }),
      },
    },
    act: name,
    shows: [/may not be called that here/],
  },
  {
    name: 'databases-new-unsure',
    state: opened(),
    answers: { ...answers(), 'databases:create': inDoubt },
    act: name,
    shows: [/It is not known whether making “warps” worked/, the('button', 'Look again')],
  },
  {
    name: 'databases-rotate',
    state: opened(),
    answers: answers(),
    act: choose('New password…'),
    shows: [/plugins need the new one/],
  },
  {
    name: 'databases-rotated',
    state: opened(),
    answers: answers(),
    act: async (page) => {
      await choose('New password…')(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'New password' }).click()
    },
    shows: ['s12_plots has a new password.'],
  },
  {
    name: 'databases-delete',
    state: opened(),
    answers: answers(),
    act: choose('Delete…'),
    shows: [/All its tables go at once/, the('button', 'Delete database')],
  },
  {
    name: 'databases-refused',
    state: opened(),
    answers: { 'databases:list': { ok: false, error: appError('permission-lacking') } },
    shows: [appError('permission-lacking').message],
  },
  {
    name: 'databases-loading',
    state: opened(),
    answers: { 'databases:list': 'never' },
    shows: [the('status', 'Loading databases')],
  },
  {
    name: 'databases-narrow',
    state: opened(),
    size: narrow,
    answers: answers(),
    act: show,
    shows: [shownPassword, the('button', 'New database…')],
  },
]
