import { expect, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import { keyView } from '../../fixtures/app-state.ts'
import { backupRun } from '../../fixtures/backup-view.ts'
import { reinstallRun, serverSettings, serverUser, serverUsers } from '../../fixtures/server-people.ts'
import { ago, keysOf, now, open, openArea, type Scene, survival, the } from './world.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const { ref } = survival
const day = 86_400
const narrow = { width: 640, height: 420 }
/** Where all of what a picture is of has room. */
const wide = { width: 980, height: 640 }

const mira = serverUser({ createdAt: ago(212 * day) })
const jonas = serverUser({
  id: 'b1',
  email: 'jonas.with.a.very.long.address.that.no.column.can.hold@games.club.example',
  hasTwoFactor: false,
  createdAt: ago(18 * day),
  permissions: ['file.read', 'file.read-content', 'backup.read', 'backup.create', 'schedule.read'],
})
const own = serverUser({ id: 'c1', email: 'you@example.com', createdAt: ago(400 * day) })
const looker = serverUser({
  id: 'd1',
  email: 'looks@example.com',
  hasTwoFactor: null,
  createdAt: null,
  permissions: [],
})
const users = (more: Parameters<typeof serverUsers>[0] = {}) => ({
  'users:list': { ok: true as const, value: serverUsers({ users: [mira, jonas, looker], ...more }) },
})
const guest = {
  users: [own, mira, jonas],
  ownId: own.id,
  denied: ['create' as const],
  own: [
    'control.console',
    'control.start',
    'control.restart',
    'file.read',
    'file.read-content',
    'user.read',
    'user.update',
  ],
}
const choose = (email: string, item: string) => async (page: Page) => {
  await view(page)
    .getByRole('button', { name: `More for ${email}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}
const edit = (email: string) => choose(email, 'Change what they may do…')

const settings = (more: Parameters<typeof serverSettings>[0] = {}) => ({
  'serverSettings:read': { ok: true as const, value: serverSettings(more) },
})
const reinstall = async (page: Page) => {
  await view(page).getByRole('button', { name: 'Reinstall…' }).click()
  await page.getByRole('dialog').getByLabel('Type Survival to confirm').fill('Surv')
}
const rename = (page: Page) => view(page).getByRole('button', { name: 'Rename…' }).click()
const noBackup = appError('backup-failed')
const failedBackup = backupRun({
  ref,
  phase: 'failed',
  endedAt: ago(20),
  error: appError('rate-limited', { retryAfterMs: 600_000 }),
})
const backupHealth = { [ref]: { newestGoodAt: ago(3 * day), failedAt: null, readAt: now } }

/** Those who were let in to a server, and its settings. */
export const serverPeopleScenes: readonly Scene[] = [
  {
    name: 'users',
    state: openArea('users'),
    answers: users(),
    shows: ['Moderator', 'no 2FA', 'Looks at the console', the('button', 'Invite…')],
  },
  { name: 'users-none', state: openArea('users'), answers: users({ users: [] }), shows: ['Nobody else was let in'] },
  {
    name: 'users-guest',
    state: openArea('users'),
    answers: users(guest),
    act: (page) =>
      view(page)
        .getByRole('button', { name: `More for ${own.email}` })
        .click(),
    shows: [the('menuitem', /^Change what they may do… ?this is you/)],
  },
  {
    name: 'users-invite',
    state: openArea('users'),
    answers: users(),
    act: (page) => view(page).getByRole('button', { name: 'Invite…' }).click(),
    shows: [/it makes one and sends an e-mail/, 'Everything but users'],
  },
  {
    name: 'users-edit-lacking',
    state: openArea('users'),
    answers: users(guest),
    act: edit(jonas.email),
    shows: [/Clear what your account lacks first/],
  },
  {
    name: 'users-meanwhile',
    state: openArea('users'),
    answers: {
      ...users(),
      'users:update': { ok: true, value: { meanwhile: { ...mira, permissions: ['file.read'] } } },
    },
    act: async (page) => {
      await edit(mira.email)(page)
      await page.getByText('Everything but users', { exact: true }).click()
      await page.getByRole('button', { name: 'Save' }).click()
    },
    shows: [the('button', 'Take theirs')],
  },
  {
    name: 'users-unsure',
    state: openArea('users'),
    answers: { ...users(), 'users:invite': { ok: false, error: appError('timeout', { mayHaveActed: true }) } },
    act: async (page) => {
      await view(page).getByRole('button', { name: 'Invite…' }).click()
      await page.getByLabel('E-mail').fill('tobias@example.com')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
    },
    shows: [/It is not known whether inviting tobias@example.com worked/, the('button', 'Look again')],
  },
  {
    name: 'users-remove',
    state: openArea('users'),
    answers: users(),
    act: choose(mira.email, 'Remove…'),
    shows: [/Remove mira@example.com from Survival/],
  },
  {
    name: 'users-refused',
    state: openArea('users'),
    answers: { 'users:list': { ok: false, error: appError('all-permissions-needed') } },
    shows: [appError('all-permissions-needed').message],
  },
  {
    name: 'users-narrow',
    state: openArea('users'),
    size: narrow,
    answers: users(),
    shows: ['Moderator', the('button', 'Invite…')],
  },
  {
    name: 'users-invite-narrow',
    state: openArea('users'),
    size: narrow,
    answers: users(),
    act: (page) => view(page).getByRole('button', { name: 'Invite…' }).click(),
    shows: [the('button', 'Invite')],
  },
  {
    name: 'server-settings',
    state: openArea('settings'),
    size: wide,
    answers: settings(),
    shows: ['play.example.com:25565', '300 % (3 cores)', the('button', 'Reinstall…')],
  },
  {
    name: 'server-settings-few-rights',
    size: wide,
    state: {
      ...openArea('settings'),
      keys: keysOf(keyView({ serverCount: 8, health: { kind: 'works', at: ago(130) }, declared: ['power'] })),
    },
    answers: settings({ limits: { ...serverSettings().limits, memoryBytes: 'unlimited', backups: null } }),
    act: (page) =>
      expect(view(page).getByRole('button', { name: 'Rename…' })).toHaveAttribute('title', 'Key lacks Settings.'),
    shows: ['Not now: it needs a key with all permissions.'],
  },
  {
    name: 'server-settings-rename',
    state: openArea('settings'),
    answers: settings({ denied: ['describe'] }),
    act: rename,
    shows: [the('textbox', 'Name'), /It stays as it is/],
  },
  {
    name: 'server-settings-rename-part',
    state: openArea('settings'),
    answers: settings({ isDescriptionWhole: false, description: 'Rules of the server. '.repeat(47).trim() }),
    act: rename,
    shows: [the('textbox', 'Name'), 'It can’t be shown whole here. Change it in the panel.'],
  },
  {
    name: 'server-settings-meanwhile',
    state: openArea('settings'),
    answers: {
      ...settings(),
      'serverSettings:update': { ok: true, value: { meanwhile: { name: 'Theirs', description: 'Another world' } } },
    },
    act: async (page) => {
      await rename(page)
      await page.getByLabel('Name', { exact: true }).fill('Survival 2')
      await page.getByRole('button', { name: 'Save' }).click()
    },
    shows: [the('button', 'Take theirs')],
  },
  {
    name: 'server-settings-reinstall',
    state: openArea('settings', { backupHealth }),
    answers: settings(),
    act: reinstall,
    shows: [
      /killed after 10 seconds if it has not stopped/,
      /newest good backup is 3 days old/,
      the('checkbox', 'Back up first'),
      the('button', 'Back up and reinstall'),
    ],
  },
  {
    name: 'server-settings-reinstall-narrow',
    state: openArea('settings'),
    size: narrow,
    answers: settings(),
    act: reinstall,
    shows: [the('button', 'Back up and reinstall')],
  },
  {
    name: 'server-settings-reinstall-no-backup',
    state: openArea('settings', { backupRuns: { [ref]: failedBackup } }),
    answers: settings(),
    act: reinstall,
    shows: [/Not now: again at/, the('button', 'Reinstall')],
  },
  {
    name: 'server-settings-backing-up',
    state: openArea('settings', {
      reinstalls: { [ref]: reinstallRun({ ref, phase: 'backing-up', isAccepted: false }) },
    }),
    answers: settings(),
    shows: ['Survival is backed up first.', the('button', 'Cancel')],
  },
  {
    name: 'server-settings-not-reinstalled',
    state: openArea('settings', {
      reinstalls: {
        [ref]: reinstallRun({ ref, phase: 'failed', isAccepted: false, endedAt: ago(9), error: noBackup }),
      },
    }),
    answers: settings(),
    shows: ['Survival was not reinstalled.', the('button', 'Dismiss')],
  },
  {
    name: 'server-settings-reinstalled',
    state: openArea('settings', {
      servers: { ...open(survival).servers, [ref]: { ...survival, state: 'offline', resources: null } },
      reinstalls: { [ref]: reinstallRun({ ref, phase: 'done', endedAt: ago(9) }) },
    }),
    answers: settings(),
    shows: ['Survival was reinstalled.', the('button', 'Dismiss')],
  },
  {
    name: 'server-settings-installing',
    size: wide,
    state: openArea('settings', {
      servers: { ...open(survival).servers, [ref]: { ...survival, condition: 'installing' } },
    }),
    answers: settings({ installation: 'installing' }),
    shows: ['Survival is being installed.', 'Not now: installing.'],
  },
  {
    name: 'server-settings-reinstall-failed',
    state: openArea('settings'),
    answers: settings({ installation: 'reinstall-failed', description: null }),
    shows: ['The last reinstall of Survival failed.'],
  },
  {
    name: 'server-settings-narrow',
    state: openArea('settings'),
    size: narrow,
    answers: settings(),
    shows: ['play.example.com:25565'],
  },
]
