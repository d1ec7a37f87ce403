import { expect, type Locator, type Page } from '@playwright/test'
import { crashNotice } from '../../../electron/app/crash.ts'
import type { ActivityEntry } from '../../../shared/activity/contract.ts'
import type { Certificate } from '../../../shared/certificate-schema.ts'
import { appError, type ErrorCode } from '../../../shared/errors.ts'
import type { InvokeChannel } from '../../../shared/ipc/contract.ts'
import type { KeyView } from '../../../shared/keys/contract.ts'
import type { AreaId } from '../../../shared/model/area.ts'
import type { ConsoleStream } from '../../../shared/model/console-schema.ts'
import type { Notice } from '../../../shared/model/notice-schema.ts'
import type { PowerAction } from '../../../shared/model/power-schema.ts'
import { defaultRestartChoices } from '../../../shared/model/restart.ts'
import type { PlanStep, PlanView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { appState, askedBefore, consoleEntry, keyView, panelView } from '../../fixtures/app-state.ts'
import { planStep, planView } from '../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../fixtures/server-view.ts'

/** What is to be seen: a text, or an element. */
export type Shown = string | RegExp | ((page: Page) => Locator)

/** One picture of the gallery: a state, what some channels answer (`never` for an open call), and what is done. */
export type Scene = {
  readonly name: string
  readonly state: AppState
  readonly answers?: Partial<Record<InvokeChannel, Result<unknown> | 'never'>>
  /** What the window's address says beyond the page. */
  readonly hash?: string
  /** The size of a window of its own, in place of the main window's two. */
  readonly size?: { readonly width: number; readonly height: number }
  readonly act?: (page: Page) => Promise<void>
  /** What its name says: all of it is in sight when the picture is taken. */
  readonly shows: readonly [Shown, ...Shown[]]
}

/**
 * Makes scenes that are a usual one but for what each says of itself; its answers come on top of the usual ones.
 */
export const scenesOf =
  (usual: Pick<Scene, 'state' | 'answers'>) =>
  (name: string, shows: Scene['shows'], its: Partial<Scene> = {}): Scene => ({
    ...usual,
    ...its,
    name,
    shows,
    answers: { ...usual.answers, ...its.answers },
  })

type Role = Parameters<Page['getByRole']>[0]
/** An element by its role and its whole name, or a pattern for it. */
export const the = (role: Role, name: string | RegExp, more: Parameters<Page['getByRole']>[1] = {}) => {
  return (page: Page) => page.getByRole(role, { name, exact: true, ...more })
}
/** A text inside what another one finds, such as a row or a dialog. */
export const inside = (of: (page: Page) => Locator, text: string | RegExp) => (page: Page) => of(page).getByText(text)
/** A text in a server's row. */
export const inRow = (name: string, text: string | RegExp) =>
  inside((page) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) }), text)

/** Survival's view. */
export const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
/** Presses a button of Survival's view. */
export const press = (name: string | RegExp) => (page: Page) => view(page).getByRole('button', { name }).click()
/** Opens the menu of something in Survival's view. */
export const menuOf = (name: string) => (page: Page) =>
  view(page)
    .getByRole('button', { name: `More for ${name}` })
    .first()
    .click()
/** Chooses an item of such a menu. */
export const choose = (name: string, item: string) => async (page: Page) => {
  await menuOf(name)(page)
  await page.getByRole('menuitem', { name: item }).click()
}
type Step = (page: Page) => Promise<void>
/** One step after the other. */
export const steps =
  (...all: readonly Step[]): Step =>
  async (page) => {
    for (const step of all) await step(page)
  }
/** Clicks an element of the window. */
export const click =
  (name: string | RegExp, role: Role = 'button'): Step =>
  (page) =>
    page.getByRole(role, { name }).click()
export const scrollTo =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByText(text).scrollIntoViewIfNeeded()
export const fill =
  (label: string | RegExp, text: string): Step =>
  (page) =>
    page.getByLabel(label).fill(text)

/** Looks at why something of Survival's view is off. */
export const isOffFor = (button: string | RegExp, reason: string | RegExp) => (page: Page) =>
  expect(view(page).getByRole('button', { name: button })).toHaveAttribute('title', reason)
/** Sizes of a window of its own: the smallest one, and one in which all of what a picture is of has room. */
export const narrow = { width: 640, height: 420 }
export const wide = { width: 980, height: 640 }

/** When every picture is taken. */
export const now = new Date(2026, 0, 15, 12, 8, 30).getTime()
export const ago = (seconds: number) => now - seconds * 1_000
export const GB = 1_024 ** 3

export const did = (more: Partial<PowerAction>) => powerAction({ startedAt: ago(14), changedAt: ago(14), ...more })
export const home = (name: string, identifier: string, more: Partial<ServerView> = {}) =>
  serverView({ name, identifier, observedAt: ago(5), ...more })
export const club = (name: string, identifier: string, more: Partial<ServerView> = {}) =>
  serverView({ name, identifier, panelId: 'club', keyIds: ['club-key'], observedAt: ago(5), ...more })
export const load = (cpuPercent: number, memory: number) => ({
  cpuPercent,
  memoryBytes: memory * GB,
  diskBytes: 4 * GB,
  uptimeMs: 6.2 * 3_600_000,
})

export const panels = [
  panelView(),
  panelView({ id: 'club', name: 'Club panel', baseUrl: 'https://games.club.example/api/client' }),
  panelView({ id: 'demo', kind: 'demo', name: 'Demo panel', baseUrl: 'http://127.0.0.1:41234/api/client' }),
]
const homeKey = keyView({ serverCount: 8, health: { kind: 'works', at: ago(130) } })
export const keys = [
  homeKey,
  keyView({
    id: 'club-key',
    panelId: 'club',
    label: 'Club, restart only',
    serverCount: 4,
    health: { kind: 'works', at: ago(20) },
  }),
]
export const failing = (code: ErrorCode, more: Parameters<typeof appError>[1] = {}) =>
  ({ kind: 'failing', since: ago(420), error: appError(code, more) }) as const

export const survival = home('Survival', 'a1b2c3d4', { state: 'running', resources: load(38.2, 2.9) })
export const servers = [
  survival,
  home('Creative & Plots', 'a1b2c3d5', { state: 'running', resources: load(4.1, 1.2) }),
  home('Skyblock', '77fe01aa', { state: 'stopping', action: did({ phase: 'accepted' }) }),
  home('Modded 1.20', '90c4ee12', { state: 'offline' }),
  home('Anarchy', '5b2e9a01', { state: 'stopping', action: did({ phase: 'stalled', signal: 'stop' }) }),
  club('Event world', '0fd3b7c8', { condition: 'suspended' }),
  club('Staging', 'e17ac055', { observedAt: null }),
  club('Lobby', '1c0ffee1', { state: 'running', resources: load(0.4, 0.41) }),
]
export const certificate = {
  subject: 'Home server',
  issuer: 'Home server',
  names: 'panel.home.example, 192.168.1.20',
  validFrom: new Date(2024, 2, 1).getTime(),
  validTo: new Date(2026, 0, 2).getTime(),
  fingerprint: '5A:1C:9E:03:77:D0:4B:E8:'.repeat(4).slice(0, -1),
  reasons: ['self-signed', 'expired'],
} satisfies Certificate

export const notices = [
  {
    id: 'settings-restored',
    level: 'warning',
    message: 'The settings file was damaged, so its backup is used.',
    hint: 'Check your keys. The damaged file was set aside in the profile folder.',
  },
  {
    id: 'settings-not-written',
    level: 'error',
    message: 'The settings couldn’t be saved.',
    hint: 'Check free space and access to the profile folder.',
  },
  { id: 'import-done', level: 'info', message: 'This is what a calm notice looks like.', hint: '' },
] satisfies Notice[]

/** Told by the app about itself and the system. */
export const ownNotices = [
  crashNotice({ reason: 'TypeError: Cannot read properties of undefined (reading ‘zeroAt’)', relaunched: true }),
  {
    id: 'notifications-failed',
    level: 'warning',
    message: 'The system didn’t show a notification from Servertray.',
    hint: 'Allow them under System Settings, Notifications. What happened is listed under Activity.',
  },
] satisfies Notice[]

export const full = appState({ panels, keys, servers, preferences: askedBefore })
export const withServers = (some: ServerView[]) => appState({ panels, keys, servers: some, preferences: askedBefore })
export const open = (ref: ServerView, more: Partial<AppState> = {}): AppState => ({
  ...full,
  app: { ...full.app, focus: { ref: ref.ref, at: 1 } },
  servers: { ...full.servers, [ref.ref]: ref },
  ...more,
})

/** An area of Survival's server view, as it was left: over the whole window. */
export const openArea = (area: AreaId, more: Partial<AppState> = {}): AppState => {
  const state = open(survival)
  return {
    ...state,
    preferences: { ...state.preferences, areas: [{ ref: survival.ref, area }] },
    app: { ...state.app, focus: { ref: survival.ref, at: 1, isFull: true } },
    ...more,
  }
}

export const commands = [
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
/** A panel that offers no live console: what was sent is all there is to show. */
export const noOutput = { phase: 'none', retryAt: null, error: null } satisfies ConsoleStream
export const consoles = { [survival.ref]: { entries: commands, stream: noOutput } }

export const outcomes = withServers([
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

/** A restart of Survival in four and a half minutes, by what became of the warning at five. */
export const counting = (atFive: Partial<PlanStep>) => {
  const waiting = { result: 'waiting', sentAt: null } as const
  return planView({
    ref: survival.ref,
    choices: defaultRestartChoices,
    zeroAt: now + 272_000,
    startedAt: ago(328),
    steps: [
      planStep({ secondsBefore: 600, result: 'sent', sentAt: ago(328) }),
      planStep({ secondsBefore: 300, ...atFive }),
      planStep({ ...waiting, secondsBefore: 60 }),
      planStep({ ...waiting, secondsBefore: 10 }),
      planStep({ ...waiting, kind: 'restart', secondsBefore: 0 }),
    ],
  })
}

/** An entry of the activity list, `seconds` ago. */
export const happened = (
  id: string,
  seconds: number,
  event: ActivityEntry['event'],
  server = survival,
): ActivityEntry => ({
  id,
  at: ago(seconds),
  ref: server.ref,
  name: server.name,
  event,
})

export const withPlans = (...plans: PlanView[]) => ({ plans: appState({ plans }).plans })

/** A thousand servers, the pane of one of the last open. */
export const manyServers = ((): AppState => {
  const many = Array.from({ length: 1_000 }, (_, i) => home(`Server ${i}`, `many${1_000 + i}`, { state: 'running' }))
  const state = withServers(many)
  return { ...state, app: { ...state.app, focus: { ref: many[900]?.ref ?? survival.ref, at: 1 } } }
})()

export const reader = keyView({
  serverCount: 8,
  declared: ['files-read', 'backups-view', 'databases-view'],
  learned: [{ permission: 'power', has: false, at: ago(250) }],
  health: { kind: 'works', at: ago(130) },
})
export const lacking = { error: appError('permission-lacking', { status: 403 }), otherKeyId: keys[1]?.id ?? null }
export const shared = home('Survival', 'a1b2c3d4', {
  state: 'running',
  resources: load(38.2, 2.9),
  keyIds: keys.map((key) => key.id),
  action: did({ phase: 'refused', ...lacking }),
})

export const keysOf = (...some: KeyView[]) => appState({ keys: some }).keys
/** The one key that may do no more than this. */
export const keysFor = (...declared: KeyView['declared'] & object) => keysOf({ ...homeKey, declared })

export const goToKeys = async (page: Page) => {
  await page.getByRole('button', { name: 'API keys', exact: true }).click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
}
export const fillIn = async (page: Page) => {
  await page.getByLabel('Panel address').fill('panel.home.example')
  await page.getByLabel('Token').fill(`ptlc_${'0123456789a'.repeat(4)}`)
  await page.getByRole('button', { name: 'Add key' }).click()
}
export const added = {
  baseUrl: 'https://panel.home.example/api/client',
  servers: servers.slice(0, 5),
  leftOut: { unusable: 0, beyondBound: 0 },
}
export const found = ok(added)

/** Lists only the servers that match, as the palette offers it. */
export const listMatching = async (page: Page, query: string) => {
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search servers' }).fill(query)
  await page.getByRole('option', { name: `List the servers matching “${query}”` }).click()
  await page.getByRole('button', { name: `Clear the filter “${query}”` }).waitFor()
}
