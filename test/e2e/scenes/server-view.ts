import { expect, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import type { Sample } from '../../../shared/load-history/contract.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { appState, keyView } from '../../fixtures/app-state.ts'
import { answers, lastLine, live } from './console.ts'
import { activityPage } from './deeds.ts'
import { plot } from './live.ts'
import {
  ago,
  counting,
  did,
  failing,
  GB,
  home,
  inside,
  keys,
  keysOf,
  open,
  panels,
  reader,
  type Scene,
  type Shown,
  shared,
  survival,
  the,
} from './world.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const head = (page: Page) => view(page).getByRole('heading', { name: 'Survival' })
/** The list is behind, and nobody reaches it. */
const isFull = async (page: Page) => {
  await page.getByRole('button', { name: 'Back to the list' }).waitFor()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await head(page).waitFor()
}
const isPeek = async (page: Page) => {
  await page.getByRole('button', { name: 'Open full' }).waitFor()
  await expect(page.getByRole('grid')).toHaveCount(1)
  await head(page).waitFor()
}
/** The list stays above the pane only where both have room. */
const isEither = async (page: Page) => ((page.viewportSize()?.width ?? 0) < 760 ? isFull(page) : isPeek(page))

/** The state with its open server in place of the list. */
const full = (state: AppState): AppState => {
  const { focus } = state.app
  if (focus === null || !('ref' in focus)) throw new Error('no server is open')
  return { ...state, app: { ...state.app, focus: { ...focus, isFull: true } } }
}
/** With its console drawn, and this text. */
const tells = (text: string | RegExp, ...alsoShows: Shown[]): Pick<Scene, 'act' | 'shows'> => ({
  act: isEither,
  shows: [inside(view, text), lastLine, ...alsoShows],
})
const samples: Sample[] = Array.from({ length: 31 }, (_, i) => [
  ago((30 - i) * 20),
  38 + Math.sin(i / 3) * 15,
  (2.8 + Math.sin(i / 9) * 0.2) * GB,
])
const lively = { ...live, trends: { [survival.ref]: { samples } } }
const atActivity: AppState = {
  ...live,
  preferences: { ...live.preferences, areas: [{ ref: survival.ref, area: 'activity' }] },
}
const plan = counting({ result: 'sent', sentAt: ago(28) })
const counted = { ...live, plans: appState({ plans: [plan] }).plans }
const refused = did({ phase: 'refused', error: appError('token-refused') })

const sizes = [
  [980, 640],
  [760, 520],
  [640, 420],
] as const
/** A scene at each size at which the view looks different. */
const each = (scene: Omit<Scene, 'size'>): Scene[] =>
  sizes.map(([width, height]) => ({ ...scene, name: `${scene.name}-${width}`, size: { width, height } }))

/** One server: each size, each area, and all that its slot can tell. */
export const serverViewScenes: readonly Scene[] = [
  ...each({
    name: 'view-peek',
    state: live,
    answers,
    act: isEither,
    shows: [lastLine],
  }),
  ...each({
    name: 'view-full-console',
    state: full(live),
    answers,
    act: async (page) => {
      await isFull(page)
      await expect(page.getByLabel('Command for Survival')).toBeFocused()
    },
    shows: [lastLine, the('button', 'Back to the list')],
  }),
  ...each({
    name: 'view-full-live',
    state: full(lively),
    answers,
    act: async (page) => {
      await isFull(page)
      await page.keyboard.press('Control+2')
      await page.locator('[data-live]').waitFor()
    },
    shows: [plot('CPU'), plot('Memory')],
  }),
  ...each({
    name: 'view-full-activity',
    state: full(atActivity),
    answers: { ...answers, 'panelActivity:list': activityPage },
    act: isFull,
    shows: ['Sent a console command', 'Restarted the server'],
  }),
  {
    name: 'view-full-activity-none',
    state: full(atActivity),
    answers,
    shows: ['Nothing has happened yet'],
  },
  ...each({
    name: 'view-countdown',
    state: full(counted),
    answers,
    act: async (page) => {
      await isFull(page)
      await expect(view(page).getByRole('button', { name: 'Restart', exact: true })).toHaveCount(0)
    },
    shows: [the('button', 'Restart now'), /^Restarts (?:12:13|in 4:32)/],
  }),
  {
    name: 'view-countdown-steps',
    state: full(counted),
    answers,
    act: (page) => view(page).getByRole('button', { name: 'Steps' }).click(),
    shows: [the('list', 'Steps'), 'Warning at 10 min'],
  },
  ...each({
    name: 'view-failure',
    state: { ...live, ...open(shared), consoles: live.consoles },
    answers,
    ...tells(/^Restart refused\. /),
  }),
  {
    name: 'view-failure-of-key',
    state: {
      ...open({ ...survival, action: refused }),
      consoles: live.consoles,
      keys: keysOf(keyView({ health: failing('token-refused') }), ...keys.slice(1)),
    },
    answers,
    ...tells('Restart refused.'),
  },
  {
    name: 'view-full-failure-of-key',
    state: full({
      ...open({ ...survival, action: refused }),
      consoles: live.consoles,
      keys: keysOf(keyView({ health: failing('token-refused') }), ...keys.slice(1)),
    }),
    answers,
    act: isFull,
    shows: [the('button', 'Replace token')],
  },
  ...each({
    name: 'view-stalled',
    state: open({ ...survival, state: 'stopping', action: did({ phase: 'stalled', signal: 'stop' }) }),
    answers,
    ...tells(/^Stop stalled\. /, the('button', 'Retry stop')),
  }),
  ...each({
    name: 'view-lacks',
    state: open(survival, { keys: keysOf({ ...reader, learned: [] }) }),
    answers,
    ...tells(/lacks Power and Console\./),
  }),
  {
    name: 'view-refused',
    state: open(survival, { keys: keysOf({ ...reader, declared: null }) }),
    answers,
    ...tells(/^The panel refused Power to Home/),
  },
  {
    name: 'view-done',
    state: { ...live, ...open({ ...survival, action: did({ phase: 'confirmed' }) }), consoles: live.consoles },
    answers,
    ...tells(/^Restarted 12:08\.$/),
  },
  {
    name: 'view-offline',
    state: full(open(home('Survival', 'a1b2c3d4', { state: 'offline' }))),
    answers,
    act: isFull,
    shows: [the('button', 'Start'), 'Server is not running'],
  },
  {
    name: 'view-no-load',
    state: full({
      ...open({ ...survival, resources: null, state: 'unknown', observedAt: null }),
      panels: appState({ panels: panels.map((panel) => ({ ...panel, dialect: 'core' })) }).panels,
    }),
    answers,
    act: isFull,
    shows: [(page) => view(page).getByRole('button', { name: 'Live', disabled: true })],
  },
  {
    name: 'view-more-areas',
    state: live,
    size: { width: 980, height: 640 },
    answers,
    act: (page) => view(page).getByRole('button', { name: 'More areas' }).click(),
    shows: [the('menuitem', 'Activity')],
  },
  ...each({
    name: 'view-stopping',
    state: open({ ...survival, state: 'stopping' }),
    answers,
    act: isEither,
    shows: [the('button', 'Kill…')],
  }),
  {
    name: 'view-alone',
    state: { ...live, app: { ...live.app, focus: null } },
    hash: `#console=${encodeURIComponent(survival.ref)}`,
    size: { width: 820, height: 520 },
    answers,
    act: async (page) => {
      await expect(page.getByRole('button', { name: /Back to the list|Open full/ })).toHaveCount(0)
    },
    shows: [lastLine],
  },
]
