import type { Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import type { AccountKeyHere } from '../../../shared/model/account.ts'
import { keyIdSchema } from '../../../shared/model/identifier-schema.ts'
import type { PanelActivityLine } from '../../../shared/model/panel-activity.ts'
import type { AppState } from '../../../shared/state/state.ts'
import { activityEntry, appState, keyView } from '../../fixtures/app-state.ts'
import { ago, goToKeys, happened, keys, keysOf, now, openArea, panels, type Scene, the } from './world.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const hour = 3_600
const robin = { kind: 'account', name: 'robin', isKey: false } as const
const mira = { kind: 'account', name: 'mira.of.the.long.account.name@example.com', isKey: true } as const
const nobody = { kind: 'nobody' } as const

const line = (id: string, seconds: number, text: string, more: Partial<PanelActivityLine> = {}): PanelActivityLine => ({
  id,
  event: 'server:file.write',
  at: ago(seconds),
  text,
  tone: 'plain',
  actor: robin,
  hides: false,
  ...more,
})
const told = [
  line('a', 400, 'Sent a console command', { hides: true }),
  line(
    'b',
    2 * hour,
    'Deleted world_nether, world_the_end, plugins and 4 more in /backups/of/a/folder/with/a/long/name/',
    { actor: mira, hides: true },
  ),
  line('c', 6.2 * hour + 20, 'Restarted the server', { event: 'server:power.restart', tone: 'ok' }),
  line('d', 9 * hour, 'The backup “Nightly” failed', { tone: 'bad', actor: nobody }),
  line('e', 26 * hour, 'Changed the startup variable RCON_PASSWORD', { hides: true }),
  line('f', 27 * hour, 'Invited steve@example.com to the server'),
]
const page = { ok: true as const, value: { lines: told, page: 1, totalPages: 4, leftOut: 0 } }
const details = {
  ok: true as const,
  value: {
    details: [
      { name: 'Command', value: 'whitelist add Steve' },
      { name: 'From', value: '203.0.113.7' },
    ],
  },
}
const own = [
  happened('one', 1_200, { kind: 'power', signal: 'restart', origin: 'tray', phase: 'confirmed', why: null }),
  happened('two', 3 * hour, { kind: 'panel-schedule', act: 'paused', schedule: 'Nightly restart', origin: 'window' }),
  happened('three', 7 * hour, { kind: 'crashed' }),
  happened('four', 7 * hour - 60, { kind: 'backup-cut', what: 'Before 1.21 update', came: 'unlocked' }),
]

/** The activity of the open server, as it was left. */
const opened = (more: Partial<AppState> = {}) =>
  openArea('activity', { activity: Object.fromEntries(own.map((entry) => [entry.id, activityEntry(entry)])), ...more })
const listed = (at: Page) => view(at).getByText('Sent a console command').waitFor()
const ask = (at: Page) => view(at).getByRole('button', { name: 'Running 6 h' }).click()

const works = { kind: 'works', at: ago(130) } as const
const key = keyView({ serverCount: 8, health: works })
const accountKey = (identifier: string, description: string, more: Partial<AccountKeyHere> = {}): AccountKeyHere => ({
  identifier,
  description,
  allowedIps: [],
  lastUsedAt: ago(90),
  createdAt: new Date(2025, 10, 3).getTime(),
  usedBy: null,
  ...more,
})
const accountKeys = [
  accountKey('ptlc_8f3Kd02mQx1', 'Servertray: Home (1f0c22aa)', {
    usedBy: { keyId: keyIdSchema.parse(key.id), label: key.label },
  }),
  accountKey('ptlc_Zp47sTq0bN2', 'Discord bot on the machine in the cellar, which nobody dares to turn off any more', {
    lastUsedAt: ago(3 * hour),
    allowedIps: ['203.0.113.7', '2001:db8::/48', '198.51.100.0/24', '192.0.2.1'],
  }),
  accountKey('ptlc_u6Wm11KfPo9', '', { lastUsedAt: null }),
]
const answers = (isRotating = false) => ({
  'accounts:keys': { ok: true as const, value: { username: 'demo', keys: accountKeys, isRotating } },
  'accounts:sshKeys': {
    ok: true as const,
    value: {
      keys: [
        { name: 'Laptop', fingerprint: 'SHA256:kz9sWJ3m0yQ4m6pXo0oKqPq3aVhVw4kMZqvE1a7Xc2M', createdAt: ago(900) },
      ],
    },
  },
  'accounts:activity': {
    ok: true as const,
    value: {
      lines: [
        line('x', 300, 'Signed in', { hides: true }),
        line('y', 5 * hour, 'Failed to sign in over SFTP', { tone: 'bad', hides: true, actor: nobody }),
        line('z', 30 * hour, 'Created the API key ptlc_Zp47sTq0bN2', { hides: true }),
      ],
      page: 1,
      totalPages: 1,
      leftOut: 0,
    },
  },
})
const withKeys = { ...appState({ panels, keys }), keys: keysOf(key) }
const choose = (item: string | RegExp) => async (at: Page) => {
  await goToKeys(at)
  await at.getByRole('button', { name: `More for ${key.label}` }).click()
  await at.getByRole('menuitem', { name: item }).click()
}
const section = (name: string) => async (at: Page) => {
  await choose('Keys of this account…')(at)
  await at.getByText(name, { exact: true }).click()
}
const narrow = { width: 640, height: 420 }

/** What was done: a server's activity from its panel and from here, who started it, and the account behind a key. */
export const deedScenes: readonly Scene[] = [
  {
    name: 'deeds-activity',
    state: opened(),
    answers: { 'panelActivity:list': page },
    act: listed,
    shows: ['Sent a console command', /^Paused the panel’s schedule/, 'This app', the('combobox', 'What to show')],
  },
  {
    name: 'deeds-activity-details',
    state: opened(),
    answers: { 'panelActivity:list': page, 'panelActivity:details': details },
    act: async (at) => {
      await listed(at)
      await view(at).getByRole('button', { name: 'Show details: Sent a console command' }).click()
    },
    shows: ['whitelist add Steve', '203.0.113.7'],
  },
  {
    name: 'deeds-activity-cut',
    state: opened(),
    answers: {
      'panelActivity:list': { ok: true, value: { ...page.value, page: 20, totalPages: 31 } },
    },
    act: async (at) => {
      await listed(at)
      await view(at)
        .getByText(/^Older lines/)
        .scrollIntoViewIfNeeded()
    },
    shows: ['Older lines stand on the panel’s own page.'],
  },
  {
    name: 'deeds-activity-narrow',
    state: opened(),
    size: narrow,
    answers: { 'panelActivity:list': page },
    act: listed,
    shows: ['Sent a console command'],
  },
  {
    name: 'deeds-activity-alone',
    state: { ...opened(), keys: keysOf({ ...key, declared: ['power', 'console'] }) },
    shows: [/^Only what this app did: the panel’s activity needs a key with all permissions/, 'Crashed'],
  },
  {
    name: 'deeds-activity-refused',
    state: opened(),
    answers: { 'panelActivity:list': { ok: false, error: appError('permission-lacking') } },
    act: (at) => view(at).getByText('Crashed').waitFor(),
    shows: [/^The panel’s part could not be read/, 'Crashed'],
  },
  {
    name: 'deeds-who-started',
    state: opened(),
    answers: {
      'panelActivity:list': page,
      'panelActivity:startedBy': {
        ok: true,
        value: { kind: 'panel', how: 'restart', at: now - 6.2 * hour * 1_000, actor: robin },
      },
    },
    act: ask,
    shows: ['Restarted by robin', the('button', 'All activity')],
  },
  {
    name: 'deeds-who-started-nobody',
    state: opened(),
    answers: { 'panelActivity:list': page, 'panelActivity:startedBy': { ok: true, value: { kind: 'nobody' } } },
    act: ask,
    shows: ['Nobody is named'],
  },
  {
    name: 'deeds-account-keys',
    state: withKeys,
    answers: answers(true),
    act: choose('Keys of this account…'),
    shows: ['Servertray: Home (1f0c22aa)', /^A rotation of this key is not finished/, /never used/],
  },
  {
    name: 'deeds-account-delete-own',
    state: withKeys,
    answers: answers(),
    act: async (at) => {
      await choose('Keys of this account…')(at)
      await at.getByRole('button', { name: 'Delete Servertray: Home (1f0c22aa)…' }).click()
    },
    shows: [/^This app uses it as/, the('button', 'Delete key')],
  },
  {
    name: 'deeds-account-ssh',
    state: withKeys,
    answers: answers(),
    act: async (at) => {
      await section('SSH keys')(at)
      await at.getByLabel('Name').fill('Desktop')
      await at.getByLabel('Public key').fill('-----BEGIN OPENSSH PRIVATE KEY-----')
    },
    shows: ['Laptop', 'This is a private key. It was not sent.'],
  },
  {
    name: 'deeds-account-activity',
    state: withKeys,
    answers: answers(),
    act: section('Sign-ins and keys'),
    shows: ['Failed to sign in over SFTP', the('combobox', 'Which lines to show')],
  },
  {
    name: 'deeds-rotate',
    state: withKeys,
    act: choose('Rotate token…'),
    shows: [/only then deletes the old key/, the('button', 'Rotate')],
  },
  {
    name: 'deeds-rotate-unfinished',
    state: withKeys,
    answers: { 'accounts:rotate': { ok: true, value: { end: 'unfinished' } } },
    act: async (at) => {
      await choose('Rotate token…')(at)
      await at.getByRole('button', { name: 'Rotate', exact: true }).click()
    },
    shows: [
      /^The rotation is not finished/,
      (at) => at.getByRole('dialog').getByRole('button', { name: 'Close' }).last(),
    ],
  },
]
