import type { Page } from '@playwright/test'
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

/** Lists only the servers that match, as the palette offers it. */
const listMatching = async (page: Page, query: string) => {
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search servers' }).fill(query)
  await page.getByRole('option', { name: `List the servers matching “${query}”` }).click()
  await page.getByRole('button', { name: `Servers matching “${query}”` }).waitFor()
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
  { name: 'servers-pane', state: open(survival, { consoles }) },
  { name: 'servers-pane-unknown', state: open(club('Staging', 'e17ac055', { observedAt: null })) },
  { name: 'servers-pane-offline', state: open(home('Modded 1.20', '90c4ee12', { state: 'offline' })) },
  {
    name: 'servers-pane-refused',
    state: open({ ...survival, action: did({ phase: 'refused', error: appError('token-refused') }) }, { consoles }),
  },
  {
    name: 'servers-pane-missings',
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
          stream: noOutput,
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
  { name: 'servers-search', state: full, act: (page) => listMatching(page, 'home run') },
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
