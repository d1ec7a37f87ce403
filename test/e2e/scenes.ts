import type { Page } from '@playwright/test'
import { appError, type ErrorCode } from '../../shared/errors.ts'
import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import type { KeyView } from '../../shared/model/api-key.ts'
import type { Certificate } from '../../shared/model/certificate.ts'
import type { Notice } from '../../shared/model/notice.ts'
import { permissions } from '../../shared/model/permission.ts'
import type { PowerAction } from '../../shared/model/power.ts'
import type { ServerView } from '../../shared/model/server.ts'
import type { Result } from '../../shared/result.ts'
import { fail } from '../../shared/result.ts'
import type { AppState } from '../../shared/state.ts'
import { appState, consoleEntry, keyView, panelView } from '../fixtures/app-state.ts'
import { powerAction, serverView } from '../fixtures/server-view.ts'

/** One picture of the gallery: a state, what some channels answer (`never` for an open call), and what is done. */
export type Scene = {
  readonly name: string
  readonly state: AppState
  readonly answers?: Partial<Record<InvokeChannel, Result<unknown> | 'never'>>
  readonly act?: (page: Page) => Promise<void>
}

/** When every picture is taken. */
export const now = new Date(2026, 0, 15, 12, 8, 30).getTime()
const ago = (seconds: number) => now - seconds * 1_000
const GB = 1_024 ** 3

const did = (more: Partial<PowerAction>) => powerAction({ startedAt: ago(14), changedAt: ago(14), ...more })
const home = (name: string, identifier: string, more: Partial<ServerView> = {}) =>
  serverView({ name, identifier, observedAt: ago(5), ...more })
const club = (name: string, identifier: string, more: Partial<ServerView> = {}) =>
  serverView({ name, identifier, panelId: 'club', keyIds: ['club-key'], observedAt: ago(5), ...more })
const load = (cpuPercent: number, memory: number) => ({
  cpuPercent,
  memoryBytes: memory * GB,
  diskBytes: 4 * GB,
  uptimeMs: 1,
})

const panels = [
  panelView(),
  panelView({ id: 'club', name: 'Club panel', baseUrl: 'https://games.club.example/api/client' }),
  panelView({ id: 'demo', kind: 'demo', name: 'Demo panel', baseUrl: 'http://127.0.0.1:41234/api/client' }),
]
const keys = [
  keyView({ serverCount: 8, health: { kind: 'works', at: ago(130) } }),
  keyView({
    id: 'club-key',
    panelId: 'club',
    label: 'Club, restart only',
    serverCount: 4,
    health: { kind: 'works', at: ago(20) },
  }),
]
const failing = (code: ErrorCode, more: Parameters<typeof appError>[1] = {}) =>
  ({ kind: 'failing', since: ago(420), error: appError(code, more) }) as const

const survival = home('Survival', 'a1b2c3d4', { state: 'running', resources: load(38.2, 2.9) })
const servers = [
  survival,
  home('Creative & Plots', 'a1b2c3d5', { state: 'running', resources: load(4.1, 1.2) }),
  home('Skyblock', '77fe01aa', { state: 'stopping', action: did({ phase: 'accepted' }) }),
  home('Modded 1.20', '90c4ee12', { state: 'offline' }),
  home('Anarchy', '5b2e9a01', { state: 'stopping', action: did({ phase: 'stalled', signal: 'stop' }) }),
  club('Event world', '0fd3b7c8', { condition: 'suspended' }),
  club('Staging', 'e17ac055', { observedAt: null }),
  club('Lobby', '1c0ffee1', { state: 'running', resources: load(0.4, 0.41) }),
]
const certificate = {
  subject: 'Home server',
  issuer: 'Home server',
  names: 'panel.home.example, 192.168.1.20',
  validFrom: new Date(2024, 2, 1).getTime(),
  validTo: new Date(2026, 0, 2).getTime(),
  fingerprint: '5A:1C:9E:03:77:D0:4B:E8:'.repeat(4).slice(0, -1),
  reasons: ['self-signed', 'expired'],
} satisfies Certificate

const notices = [
  {
    id: 'settings-restored',
    level: 'warning',
    message: 'The settings file was damaged, so its backup is used.',
    hint: 'Check your keys. The damaged file was set aside in the profile folder.',
  },
  {
    id: 'settings-not-written',
    level: 'error',
    message: 'The settings could not be written.',
    hint: 'Check free space and access to the profile folder.',
  },
  { id: 'import-done', level: 'info', message: 'This is what a calm notice looks like.', hint: '' },
] satisfies Notice[]

const full = appState({ panels, keys, servers })
const withServers = (some: ServerView[]) => appState({ panels, keys, servers: some })
const open = (ref: ServerView, more: Partial<AppState> = {}): AppState => ({
  ...full,
  app: { ...full.app, focus: { ref: ref.ref, at: 1 } },
  servers: { ...full.servers, [ref.ref]: ref },
  ...more,
})

const commands = [
  consoleEntry({ id: '1', command: 'list', sentAt: ago(600) }),
  consoleEntry({ id: '2', command: 'say Back in one minute', sentAt: ago(320) }),
  consoleEntry({
    id: '3',
    command: 'whitelist add mira',
    sentAt: ago(200),
    phase: 'refused',
    error: appError('permission-lacking'),
  }),
  consoleEntry({ id: '4', command: 'save-all', sentAt: ago(60) }),
  consoleEntry({ id: '5', command: 'say Hello', sentAt: ago(5), phase: 'waiting', retryAt: now + 9_000 }),
  consoleEntry({ id: '6', command: 'time set day', sentAt: ago(1), phase: 'sending' }),
]
const consoles = { [survival.ref]: { entries: commands } }

const outcomes = withServers([
  home('Accepted, no state', 'aaaaaaa1', { action: did({ phase: 'unconfirmed' }), observedAt: null }),
  home('Back up', 'aaaaaaa2', { state: 'running', resources: load(88, 5.4), action: did({ phase: 'confirmed' }) }),
  home('Refused by permission', 'aaaaaaa3', {
    state: 'running',
    action: did({ phase: 'refused', error: appError('permission-lacking') }),
  }),
  home('Refused by token', 'aaaaaaa4', {
    state: 'running',
    action: did({ phase: 'refused', error: appError('token-refused') }),
  }),
  home('No answer in time', 'aaaaaaa5', { action: did({ phase: 'refused', error: appError('timeout') }) }),
  home('Slowed down', 'aaaaaaa6', { state: 'running', action: did({ phase: 'waiting', retryAt: now + 12_000 }) }),
  home('Read long ago', 'aaaaaaa7', { state: 'running', observedAt: ago(900) }),
  home('A server with a name that is far too long for any list to hold it', 'aaaaaaa8', { state: 'offline' }),
  home('Starting', 'aaaaaaa9', { state: 'starting' }),
  home('Moving', 'aaaaaab1', { condition: 'transferring' }),
])

/** A thousand servers, the pane of one of the last open. */
export const manyServers = ((): AppState => {
  const many = Array.from({ length: 1_000 }, (_, i) => home(`Server ${i}`, `many${1_000 + i}`, { state: 'running' }))
  const state = withServers(many)
  return { ...state, app: { ...state.app, focus: { ref: many[900]?.ref ?? survival.ref, at: 1 } } }
})()

const reader = keyView({
  serverCount: 8,
  declared: ['files-read', 'backups-view', 'databases-view'],
  learned: [{ permission: 'power', has: false, at: ago(250) }],
  health: { kind: 'works', at: ago(130) },
})
const lacking = { error: appError('permission-lacking', { status: 403 }), otherKeyId: keys[1]?.id ?? null }
const shared = home('Survival', 'a1b2c3d4', {
  state: 'running',
  resources: load(38.2, 2.9),
  keyIds: keys.map((key) => key.id),
  action: did({ phase: 'refused', ...lacking }),
})

const keysOf = (...some: KeyView[]) => appState({ keys: some }).keys

const goToKeys = (page: Page) => page.getByRole('button', { name: 'API keys', exact: true }).click()
const menu = (page: Page) => page.getByRole('menu')
const fillIn = async (page: Page) => {
  await page.getByLabel('Panel address').fill('panel.home.example')
  await page.getByLabel('Token').fill(`ptlc_${'0123456789a'.repeat(4)}`)
  await page.getByRole('button', { name: 'Add key' }).click()
}
const found = {
  ok: true as const,
  value: { baseUrl: 'https://panel.home.example/api/client', servers: servers.slice(0, 5), skippedEntries: 0 },
}

export const scenes: readonly Scene[] = [
  { name: 'first-run', state: appState() },
  { name: 'first-run-works', state: appState(), answers: { 'keys:check': found, 'keys:add': 'never' }, act: fillIn },
  { name: 'first-run-wrong-token', state: appState(), answers: { 'keys:check': fail('token-refused') }, act: fillIn },
  { name: 'first-run-wrong-address', state: appState(), answers: { 'keys:check': fail('not-json') }, act: fillIn },
  {
    name: 'first-run-vault-failed',
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('vault-failed') },
    act: fillIn,
  },
  {
    name: 'first-run-weaker-storage',
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('weaker-storage') },
    act: fillIn,
  },
  {
    name: 'first-run-weaker-storage-cancelled',
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('weaker-storage') },
    act: async (page) => {
      await fillIn(page)
      await page.getByRole('button', { name: 'Cancel' }).click()
    },
  },
  {
    name: 'first-run-http',
    state: appState(),
    answers: { 'keys:check': fail('insecure-private') },
    act: fillIn,
  },
  {
    name: 'first-run-certificate',
    state: appState(),
    answers: { 'keys:check': fail('certificate-refused', { certificate }) },
    act: fillIn,
  },
  {
    name: 'first-run-short-token',
    state: appState(),
    act: async (page) => {
      await page.getByLabel('Token').fill('ptlc_0123456789')
      await page.getByRole('button', { name: 'Add key' }).click()
    },
  },
  { name: 'first-run-notice', state: appState({ notices: notices.slice(0, 1) }) },
  {
    name: 'first-run-permissions',
    state: appState(),
    act: (page) => page.getByRole('button', { name: 'What a key can do' }).click(),
  },
  { name: 'servers', state: full },
  { name: 'servers-notices', state: { ...full, notices: appState({ notices }).notices } },
  { name: 'servers-outcomes', state: outcomes },
  {
    name: 'servers-core',
    state: appState({
      panels: [panelView({ dialect: 'core' })],
      keys: keys.slice(0, 1),
      servers: [
        home('Lobby', 'aaaaaaa1', { observedAt: null }),
        home('Survival', 'aaaaaaa2', { observedAt: null, action: did({ phase: 'unconfirmed' }) }),
        home('Valley', 'aaaaaaa3', {
          observedAt: null,
          action: did({ phase: 'unconfirmed', error: appError('connection-cut') }),
        }),
      ],
    }),
  },
  { name: 'servers-pane', state: open(survival, { consoles }) },
  { name: 'servers-pane-unknown', state: open(club('Staging', 'e17ac055', { observedAt: null })) },
  { name: 'servers-pane-offline', state: open(home('Modded 1.20', '90c4ee12', { state: 'offline' })) },
  {
    name: 'servers-pane-refused',
    state: open({ ...survival, action: did({ phase: 'refused', error: appError('token-refused') }) }, { consoles }),
  },
  {
    name: 'servers-pane-lacks',
    state: open(survival, { consoles, keys: keysOf({ ...reader, declared: null }) }),
  },
  {
    name: 'servers-pane-declared',
    state: open(survival, { keys: keysOf({ ...reader, learned: [] }) }),
  },
  {
    name: 'servers-pane-other-key',
    state: open(shared, {
      consoles: {
        [shared.ref]: {
          entries: [consoleEntry({ id: '1', command: 'save-all', sentAt: ago(60), phase: 'refused', ...lacking })],
        },
      },
    }),
  },
  {
    name: 'servers-pane-stalled',
    state: open({ ...survival, state: 'stopping', action: did({ phase: 'stalled', signal: 'stop' }) }),
  },
  {
    name: 'servers-menu',
    state: full,
    act: async (page) => {
      await page.getByRole('button', { name: 'More for Modded 1.20' }).click()
      await menu(page).waitFor()
    },
  },
  {
    name: 'servers-kill',
    state: full,
    act: async (page) => {
      await page.getByRole('button', { name: 'More for Survival' }).click()
      await page.getByRole('menuitem', { name: 'Kill…' }).click()
    },
  },
  {
    name: 'servers-paste',
    state: open(survival, { consoles }),
    act: async (page) => {
      await page.getByLabel('Command for Survival').evaluate((input) => {
        const data = new DataTransfer()
        data.setData('text', 'say one\nsay two\nsave-all')
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      })
    },
  },
  { name: 'servers-search', state: full, act: (page) => page.getByLabel('Search servers').fill('home run') },
  { name: 'servers-search-nothing', state: full, act: (page) => page.getByLabel('Search servers').fill('zzz') },
  {
    name: 'servers-partial',
    state: {
      ...full,
      keys: appState({
        keys: [
          ...keys.slice(0, 1),
          keyView({ id: 'club-key', panelId: 'club', label: 'Club', health: failing('token-refused') }),
          keyView({ id: 'third', label: 'Third', health: failing('rate-limited', { retryAfterMs: 12_000 }) }),
          keyView({ id: 'fourth', label: 'Fourth', health: failing('connection-refused') }),
        ],
      }).keys,
    },
  },
  {
    name: 'servers-partial-pane',
    state: open(survival, {
      keys: appState({ keys: [keyView({ id: 'club-key', panelId: 'club', health: failing('token-refused') })] }).keys,
    }),
  },
  { name: 'servers-none', state: withServers([]) },
  {
    name: 'servers-loading',
    state: appState({ panels, keys: [keyView({ health: { kind: 'checking' }, serverCount: null })] }),
    act: (page) => page.getByRole('status', { name: 'Loading servers' }).waitFor(),
  },
  {
    name: 'servers-problem',
    state: full,
    answers: { 'servers:refresh': fail('internal') },
    act: async (page) => {
      await page.getByRole('button', { name: 'Refresh the list' }).click()
    },
  },
  { name: 'no-app', state: full, answers: { 'state:snapshot': fail('internal') } },
  {
    name: 'keys',
    state: appState({
      panels,
      servers,
      keys: [
        ...keys,
        keyView({ id: 'old', label: 'Old laptop key', health: failing('token-refused'), serverCount: null }),
        keyView({ id: 'demo-key', panelId: 'demo', label: 'Demo', tokenIn: 'safe-storage', serverCount: 8 }),
      ],
    }),
    act: goToKeys,
  },
  {
    name: 'keys-health',
    state: appState({
      panels,
      backend: 'memory',
      keys: [
        keyView({ id: 'a', label: 'Checking', health: { kind: 'checking' } }),
        keyView({ id: 'b', label: 'Address', tokenIn: 'memory', health: failing('address-not-allowed') }),
        keyView({ id: 'c', label: 'Limited', health: failing('rate-limited', { retryAfterMs: 600_000 }) }),
        keyView({ id: 'd', label: 'Away', health: failing('host-not-found'), skippedEntries: 2 }),
        keyView({ id: 'e', label: 'Locked', health: failing('token-unreadable') }),
      ],
    }),
    act: goToKeys,
  },
  {
    name: 'keys-permissions',
    state: appState({
      panels,
      servers,
      keys: [
        reader,
        keyView({
          id: 'club-key',
          panelId: 'club',
          label: 'Club, restart only',
          declared: ['power', 'console'],
          learned: [
            { permission: 'power', has: true, at: ago(600) },
            { permission: 'console', has: false, at: ago(5_000) },
          ],
          health: { kind: 'works', at: ago(20) },
        }),
        keyView({
          id: 'office',
          label: 'Office',
          declared: [...permissions],
          health: failing('address-not-allowed', {
            detail: 'This IP address (2001:db8:85a3::8a2e:370:7334) does not have permission to access the API.',
          }),
        }),
      ],
    }),
    act: goToKeys,
  },
  {
    name: 'keys-may',
    state: full,
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
      await page.getByRole('menuitem', { name: 'What this key may do…' }).click()
      await page.getByRole('button', { name: 'Read only' }).click()
      await page.getByRole('checkbox', { name: 'Power' }).check()
    },
  },
  {
    name: 'keys-panel-facts',
    state: appState({
      panels: [
        panelView({ trustedCertificate: { fingerprint: certificate.fingerprint, trustedAt: ago(90_000) } }),
        panelView({ id: 'club', baseUrl: 'http://192.168.1.20/api/client', allowsHttp: true }),
        panelView({ id: 'lab', baseUrl: 'http://10.0.0.7/api/client' }),
      ],
      keys: [
        keyView({ label: 'Home', budget: { limit: 240, remaining: 187, heldUntil: null, scarceUntil: null } }),
        keyView({
          id: 'b',
          panelId: 'club',
          label: 'Club',
          budget: { limit: 60, remaining: 8, heldUntil: null, scarceUntil: now + 40_000 },
        }),
        keyView({
          id: 'c',
          panelId: 'lab',
          label: 'Lab',
          health: failing('insecure-private'),
          serverCount: null,
          tokenIn: null,
        }),
        keyView({
          id: 'd',
          label: 'Self-hosted',
          health: failing('certificate-refused', { certificate }),
          budget: { limit: null, remaining: null, heldUntil: now + 90_000, scarceUntil: null },
        }),
      ],
    }),
    act: goToKeys,
  },
  {
    name: 'keys-replace-weaker-storage',
    state: full,
    answers: { 'keys:replaceToken': fail('weaker-storage') },
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
      await page.getByRole('menuitem', { name: 'Replace token…' }).click()
      await page.getByLabel('Token', { exact: true }).fill(`ptlc_${'0123456789a'.repeat(4)}`)
      await page.getByRole('button', { name: 'Replace token' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'settings',
    state: full,
    answers: {
      'settings:export': { ok: true, value: { file: 'servertray-settings.json' } },
      'settings:import': fail('import-refused'),
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      await page.getByRole('button', { name: 'Export settings…' }).click()
      await page.getByRole('button', { name: 'Import settings…' }).click()
    },
  },
  {
    name: 'keys-add',
    state: full,
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'Add a key' }).click()
    },
  },
  {
    name: 'keys-menu',
    state: full,
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
      await menu(page).waitFor()
    },
  },
  {
    name: 'keys-remove',
    state: full,
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
      await page.getByRole('menuitem', { name: 'Remove…' }).click()
    },
  },
  {
    name: 'keys-replace',
    state: full,
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
      await page.getByRole('menuitem', { name: 'Replace token…' }).click()
    },
  },
]
