import { expect, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import { fail } from '../../../shared/result.ts'
import { appState, consoleEntry, keyView, panelView } from '../../fixtures/app-state.ts'
import {
  ago,
  club,
  consoles,
  did,
  failing,
  full,
  home,
  keys,
  keysOf,
  lacking,
  menu,
  noOutput,
  notices,
  open,
  outcomes,
  ownNotices,
  panels,
  reader,
  type Scene,
  shared,
  survival,
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

/** Waits until the view of a server is drawn, with these texts in it. */
const shows =
  (name: string, ...texts: readonly string[]) =>
  async (page: Page) => {
    const view = page.getByRole('region', { name, exact: true })
    await view.getByRole('combobox', { name: `Command for ${name}` }).waitFor()
    for (const text of texts) await expect(view).toContainText(text)
  }

export const serverScenes: readonly Scene[] = [
  { name: 'servers', state: full },
  { name: 'servers-notices-own', state: { ...full, notices: appState({ notices: ownNotices }).notices } },
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
  { name: 'servers-pane', state: open(survival, { consoles }), act: shows('Survival', '> save-all') },
  {
    name: 'servers-pane-unknown',
    state: open(club('Staging', 'e17ac055', { observedAt: null })),
    act: shows('Staging', 'Unknown', 'State unknown'),
  },
  {
    name: 'servers-pane-offline',
    state: open(home('Modded 1.20', '90c4ee12', { state: 'offline' })),
    act: shows('Modded 1.20', 'Offline', 'Server is not running'),
  },
  {
    name: 'servers-pane-refused',
    state: open({ ...survival, action: did({ phase: 'refused', error: appError('token-refused') }) }, { consoles }),
    act: shows('Survival', 'Restart refused. The panel refused the token'),
  },
  {
    name: 'servers-pane-missings',
    state: open(survival, { consoles, keys: keysOf({ ...reader, declared: null }) }),
    act: shows('Survival', 'The panel refused Power to Home'),
  },
  {
    name: 'servers-pane-declared',
    state: open(survival, { keys: keysOf({ ...reader, learned: [] }) }),
    act: shows('Survival', 'key lacks Power and Console.'),
  },
  {
    name: 'servers-pane-other-key',
    state: open(shared, {
      consoles: {
        [shared.ref]: {
          entries: [consoleEntry({ id: '1', command: 'save-all', sentAt: ago(60), phase: 'refused', ...lacking })],
          stream: noOutput,
        },
      },
    }),
    act: shows('Survival', 'Restart refused. This key lacks', 'Try with Club'),
  },
  {
    name: 'servers-pane-stalled',
    state: open({ ...survival, state: 'stopping', action: did({ phase: 'stalled', signal: 'stop' }) }),
    act: shows('Survival', 'Stop stalled. It did not stop in time.', 'Retry stop'),
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
  { name: 'servers-partial', state: { ...full, keys: inTrouble } },
  {
    name: 'servers-partial-pane',
    state: open(survival, {
      keys: appState({ keys: [keyView({ id: 'club-key', panelId: 'club', health: failing('token-refused') })] }).keys,
    }),
  },
  { name: 'servers-partial-pane-many', state: open(survival, { consoles, keys: inTrouble }) },
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
]
