import type { Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import { ok } from '../../../shared/result.ts'
import { backupRun } from '../../fixtures/backup-view.ts'
import { reinstallRun, serverSettings, serverUser, serverUsers } from '../../fixtures/server-people.ts'
import {
  ago,
  choose,
  click,
  fill,
  isOffFor,
  keysFor,
  menuOf,
  now,
  open,
  openArea,
  press,
  type Scene,
  scenesOf,
  steps,
  survival,
  the,
  wide,
} from './world.ts'

const { ref } = survival
const day = 86_400

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
  'users:list': ok(serverUsers({ users: [mira, jonas, looker], ...more })),
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
const edit = (email: string) => choose(email, 'Change what they may do…')

const settings = (more: Parameters<typeof serverSettings>[0] = {}) => ({
  'serverSettings:read': ok(serverSettings(more)),
})
const reinstall = async (page: Page) => {
  await press('Reinstall…')(page)
  await page.getByRole('dialog').getByLabel('Type Survival to confirm').fill('Surv')
}
const rename = press('Rename…')
const failedBackup = backupRun({
  ref,
  phase: 'failed',
  endedAt: ago(20),
  error: appError('rate-limited', { retryAfterMs: 600_000 }),
})
const backupHealth = { [ref]: { newestGoodAt: ago(3 * day), failedAt: null, readAt: now } }

const ofUsers = scenesOf({ state: openArea('users'), answers: users() })
const ofSettings = scenesOf({ state: openArea('settings'), answers: settings() })

/** Those who were let in to a server, and its settings. */
export const serverPeopleScenes: readonly Scene[] = [
  ofUsers('users', ['Moderator', 'no 2FA', 'Looks at the console', the('button', 'Invite…')]),
  ofUsers('users-none', ['Nobody else was let in'], { answers: users({ users: [] }) }),
  ofUsers('users-guest', [the('menuitem', /^Change what they may do… ?this is you/)], {
    answers: users(guest),
    act: menuOf(own.email),
  }),
  ofUsers('users-invite', [/it makes one and sends an e-mail/, 'Everything but users'], { act: press('Invite…') }),
  ofUsers('users-edit-lacking', [/Clear what your account lacks first/], {
    answers: users(guest),
    act: edit(jonas.email),
  }),
  ofUsers('users-meanwhile', [the('button', 'Take theirs')], {
    answers: { 'users:update': ok({ meanwhile: { ...mira, permissions: ['file.read'] } }) },
    act: async (page) => {
      await edit(mira.email)(page)
      await page.getByText('Everything but users', { exact: true }).click()
      await page.getByRole('button', { name: 'Save' }).click()
    },
  }),
  ofUsers('users-remove', [/Remove mira@example.com from Survival/], { act: choose(mira.email, 'Remove…') }),
  ofSettings('server-settings', ['play.example.com:25565', '300 % (3 cores)', the('button', 'Reinstall…')], {
    size: wide,
  }),
  ofSettings('server-settings-few-rights', ['Not now: it needs a key with all permissions.'], {
    size: wide,
    state: openArea('settings', { keys: keysFor('power') }),
    answers: settings({ limits: { ...serverSettings().limits, memoryBytes: 'unlimited', backups: null } }),
    act: isOffFor('Rename…', 'Key lacks Settings.'),
  }),
  ofSettings('server-settings-rename', [the('textbox', 'Name'), /It stays as it is/], {
    answers: settings({ denied: ['describe'] }),
    act: rename,
  }),
  ofSettings('server-settings-meanwhile', [the('button', 'Take theirs')], {
    answers: { 'serverSettings:update': ok({ meanwhile: { name: 'Theirs', description: 'Another world' } }) },
    act: steps(rename, fill(/^Name$/, 'Survival 2'), click('Save')),
  }),
  ofSettings(
    'server-settings-reinstall',
    [
      /killed after 10 seconds if it has not stopped/,
      /newest good backup is 3 days old/,
      the('checkbox', 'Back up first'),
      the('button', 'Back up and reinstall'),
    ],
    { state: openArea('settings', { backupHealth }), act: reinstall },
  ),
  ofSettings('server-settings-reinstall-no-backup', [/Not now: again at/, the('button', 'Reinstall')], {
    state: openArea('settings', { backupRuns: { [ref]: failedBackup } }),
    act: reinstall,
  }),
  ofSettings('server-settings-backing-up', ['Survival is backed up first.', the('button', 'Cancel')], {
    state: openArea('settings', {
      reinstalls: { [ref]: reinstallRun({ ref, phase: 'backing-up', isAccepted: false }) },
    }),
  }),
  ofSettings('server-settings-reinstalled', ['Survival was reinstalled.', the('button', 'Dismiss')], {
    state: openArea('settings', {
      servers: { ...open(survival).servers, [ref]: { ...survival, state: 'offline', resources: null } },
      reinstalls: { [ref]: reinstallRun({ ref, phase: 'done', endedAt: ago(9) }) },
    }),
  }),
  ofSettings('server-settings-installing', ['Survival is being installed.', 'Not now: installing.'], {
    size: wide,
    state: openArea('settings', {
      servers: { ...open(survival).servers, [ref]: { ...survival, condition: 'installing' } },
    }),
    answers: settings({ installation: 'installing' }),
  }),
  ofSettings('server-settings-reinstall-failed', ['The last reinstall of Survival failed.'], {
    answers: settings({ installation: 'reinstall-failed', description: null }),
  }),
]
