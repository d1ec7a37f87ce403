import { expect, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import { fail } from '../../../shared/result.ts'
import { appState, askedBefore, consoleEntry, keyView, panelView } from '../../fixtures/app-state.ts'
import { planView } from '../../fixtures/plan-view.ts'
import {
  ago,
  click,
  club,
  consoles,
  did,
  failing,
  full,
  GB,
  home,
  inRow,
  keys,
  keysOf,
  lacking,
  listMatching,
  load,
  noOutput,
  notices,
  now,
  open,
  outcomes,
  ownNotices,
  panels,
  type Scene,
  scenesOf,
  shared,
  survival,
  the,
  withServers,
} from './world.ts'

/** Three keys of four, each for a reason of its own. */
const inTrouble = appState({
  keys: [
    ...keys.slice(0, 1),
    keyView({ id: 'club-key', panelId: 'club', label: 'Club', health: failing('token-refused') }),
    keyView({ id: 'third', label: 'Third', health: failing('rate-limited', { retryAfterMs: 12_000 }) }),
    keyView({ id: 'fourth', label: 'Fourth', health: failing('connection-refused') }),
  ],
}).keys

/** Ten minutes of CPU, each sample 20 s after the one before. */
const trendOf = (level: number) => ({
  samples: Array.from({ length: 30 }, (_, i): [number, number, number] => [
    ago(600 - i * 20),
    level + 6 * Math.sin(i / 2) + (i % 5),
    2.9 * GB,
  ]),
})
const limits = (memory: number) => ({ cpuPercent: 100, memoryBytes: memory * GB, diskBytes: null })
const skyblock = home('Skyblock', '77fe01aa', { state: 'running', resources: load(21, 1.5), limits: limits(2) })
const modded = home('Modded 1.20', '90c4ee12', { state: 'offline' })
const anarchy = home('Anarchy', '5b2e9a01', { state: 'offline', unexpectedStop: { how: 'crashed', at: ago(250) } })
const staging = club('Staging', 'e17ac055', { observedAt: null })
const heldKey = keyView({
  id: 'club-key',
  panelId: 'club',
  label: 'Club',
  budget: { limit: 60, remaining: 0, heldUntil: now + 12_000, scarceUntil: null },
})
const drawn = [
  { ...survival, limits: limits(4) },
  home('Creative & Plots', 'a1b2c3d5', { state: 'running', resources: load(4.1, 1.2), limits: limits(4) }),
  skyblock,
  modded,
  anarchy,
  club('Event world', '0fd3b7c8', { condition: 'suspended' }),
  staging,
]
const preferences = { ...askedBefore, pinned: [survival.ref], expectedOff: [modded.ref] }

/** The list as it is meant to look, with a row of each kind. */
const list = appState({
  panels,
  keys: [...keys.slice(0, 1), heldKey],
  servers: drawn,
  preferences,
  trends: Object.fromEntries(drawn.slice(0, 3).map((server, i) => [server.ref, trendOf(38 - i * 15)])),
  plans: [planView({ ref: skyblock.ref, name: 'Skyblock', startedAt: ago(60), zeroAt: now + 240_000 })],
})
/** One of each that needs a person: a crash, a suspension, a refused restart, a dead key. */
const needy = {
  ...list,
  servers: {
    ...list.servers,
    [survival.ref]: { ...survival, action: did({ phase: 'refused', error: appError('permission-lacking') }) },
  },
  keys: {
    ...list.keys,
    ...keysOf(keyView({ id: 'club-key', panelId: 'club', label: 'Club', health: failing('token-refused') })),
  },
} satisfies typeof list
const calm = appState({ panels, keys, servers: [survival, modded], preferences })

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const goTo = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).click()

const scene = scenesOf({ state: full })

/** The list, its filters and what needs attention; each says what it must show. */
const listScenes: readonly Scene[] = [
  scene(
    'list',
    [
      inRow('Skyblock', /^Restarts in/),
      inRow('Staging', /Unknown, retry 0:1\d/),
      inRow('Anarchy', 'Crashed 12:04'),
      inRow('Modded', 'Offline'),
    ],
    {
      state: list,
      act: async (page) => {
        await expect(row(page, 'Skyblock').getByRole('button')).toHaveText(['Cancel', ''])
      },
    },
  ),
  scene('list-hover', [(page) => row(page, 'Creative').getByRole('checkbox')], {
    state: list,
    act: async (page) => {
      await row(page, 'Creative').hover()
      await expect(row(page, 'Creative').getByRole('checkbox')).toHaveCSS('opacity', '1')
      await expect(row(page, 'Survival').getByRole('checkbox')).toHaveCSS('opacity', '0')
      // A press on it ticks.
      await row(page, 'Creative').getByRole('checkbox').click({ trial: true })
    },
  }),
  scene('list-picking', ['1 selected', (page) => row(page, 'Survival').getByRole('checkbox', { checked: true })], {
    state: list,
    act: async (page) => {
      await page.getByRole('button', { name: /^Search servers/ }).press('ArrowDown')
      await page.keyboard.press('Space')
      await expect(row(page, 'Staging').getByRole('checkbox')).toHaveCSS('opacity', '1')
    },
  }),
  scene('list-context-menu', [the('menuitem', 'Should be running'), the('menuitem', 'Open the panel')], {
    state: list,
    act: async (page) => {
      await row(page, 'Modded').click({ button: 'right', position: { x: 120, y: 12 } })
    },
  }),
  scene('list-last-open', [the('heading', 'Staging')], {
    state: { ...list, app: { ...list.app, focus: { ref: staging.ref, at: 1 } } },
    act: async (page) => {
      // A narrow window shows the server in place of the list.
      if ((page.viewportSize()?.width ?? 0) <= 760) await expect(page.locator('[data-pane]')).toBeVisible()
      else await expect(row(page, 'Staging')).toBeInViewport({ ratio: 0.9 })
    },
  }),
  scene('list-filtered', [the('button', 'Clear the filter Suspended'), inRow('Event world', 'Suspended')], {
    state: list,
    act: async (page) => {
      // A narrow window has no room for this count.
      await page.locator('[data-count="held"] button').evaluate((button: HTMLElement) => button.click())
      await expect(page.getByRole('rowheader')).toHaveText(['Event world'])
    },
  }),
  scene('list-attention', [inRow('Survival', 'Restart refused'), inRow('Anarchy', 'Crashed 12:04'), 'Replace token'], {
    state: needy,
    act: async (page) => {
      await goTo(/^Needs attention/)(page)
      await expect(page.getByRole('rowheader')).toHaveText(['Survival', 'Anarchy', 'Event world'])
      await expect(page.getByText('Replace token')).toHaveCount(1)
      await expect(page.getByRole('button', { name: 'Needs attention 4' })).toBeVisible()
    },
  }),
  scene('list-attention-none', ['Nothing needs attention', /looks for servers that crashed/], {
    state: calm,
    act: goTo(/^Needs attention/),
  }),
  scene('list-notices-folded', [the('button', '2 more')], {
    state: { ...list, notices: appState({ notices }).notices, keys: inTrouble },
    act: (page) => expect(page.getByRole('button', { name: '2 more' })).toHaveCount(2),
  }),
]

/** Waits until the view of a server is drawn, with these texts in it. */
const opened =
  (name: string, ...texts: readonly string[]) =>
  async (page: Page) => {
    const view = page.getByRole('region', { name, exact: true })
    await view.getByRole('combobox', { name: `Command for ${name}` }).waitFor()
    for (const text of texts) await expect(view).toContainText(text)
  }

export const serverScenes: readonly Scene[] = [
  ...listScenes,
  scene('servers', [inRow('Survival', 'Running'), inRow('Anarchy', 'Stop stalled')]),
  scene('servers-signals', [inRow('Bridge', 'Kill…'), inRow('Arena', 'Starting')], {
    state: withServers([
      survival,
      skyblock,
      modded,
      home('Arena', 'a1a1a1a1', { state: 'starting', resources: load(60, 1.1) }),
      home('Bridge', 'b1b1b1b1', { state: 'stopping', resources: load(3, 2.1) }),
      home('Creative', 'c1c1c1c1', { state: 'running', condition: 'suspended' }),
      home('Delta', 'd1d1d1d1', {
        state: 'stopping',
        resources: load(3, 1.2),
        action: did({ phase: 'stalled', signal: 'restart' }),
      }),
      home('Echo', 'e1e1e1e1', { state: 'running', action: did({ phase: 'accepted', signal: 'restart' }) }),
      staging,
    ]),
  }),
  scene('servers-notices-own', ['Servertray ended because something went wrong inside it'], {
    state: { ...full, notices: appState({ notices: ownNotices }).notices },
  }),
  scene(
    'servers-outcomes',
    [
      inRow('Accepted, no state', 'Restart accepted 12:08'),
      inRow('Back up', 'Restarted 12:08'),
      inRow('No answer in time', 'Restart not sent'),
    ],
    { state: outcomes },
  ),
  scene('servers-core', [/Home.* doesn’t report server states/, inRow('Valley', 'Unknown')], {
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
  }),
  scene('servers-pane-other-key', ['Restart refused. This key lacks', the('button', 'Try with Club, restart only')], {
    state: open(shared, {
      consoles: {
        [shared.ref]: {
          entries: [consoleEntry({ id: '1', command: 'save-all', sentAt: ago(60), phase: 'refused', ...lacking })],
          stream: noOutput,
        },
      },
    }),
    act: opened('Survival', 'Restart refused. This key lacks', 'Try with Club'),
  }),
  scene('servers-search', [the('button', 'Clear the filter “home run”'), inRow('Survival', 'Running')], {
    act: (page) => listMatching(page, 'home run'),
  }),
  scene('servers-partial-pane-many', ['> save-all'], { state: open(survival, { consoles, keys: inTrouble }) }),
  scene('servers-none', ['This key reaches no servers', the('button', 'Refresh')], { state: withServers([]) }),
  scene('servers-loading', [the('status', 'Loading servers')], {
    state: appState({ panels, keys: [keyView({ health: { kind: 'checking' }, serverCount: null })] }),
  }),
  scene('servers-problem', ['Something went wrong in Servertray.'], {
    answers: { 'servers:refresh': fail('internal') },
    act: click('Refresh the list'),
  }),
  scene('no-app', ['Something went wrong in Servertray.'], { answers: { 'state:snapshot': fail('internal') } }),
]
