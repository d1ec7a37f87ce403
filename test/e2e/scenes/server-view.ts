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
  narrow,
  open,
  panels,
  press,
  reader,
  type Scene,
  type Shown,
  scenesOf,
  shared,
  survival,
  the,
  view,
  wide,
} from './world.ts'

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
/** A text of the view, and its console. */
const told = (text: string | RegExp): [Shown, Shown] => [inside(view, text), lastLine]
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
/** A failure of the key that is told of its server. */
const ofKey = {
  ...open({ ...survival, action: refused }),
  consoles: live.consoles,
  keys: keysOf(keyView({ health: failing('token-refused') }), ...keys.slice(1)),
}

const scene = scenesOf({ state: live, answers })
/** A scene at each size at which the view looks different. */
const each = (name: string, shows: Scene['shows'], its: Partial<Scene>): Scene[] =>
  [wide, { width: 760, height: 520 }, narrow].map((size) => scene(`${name}-${size.width}`, shows, { ...its, size }))

/** One server: each size, each area, and all that its slot can tell. */
export const serverViewScenes: readonly Scene[] = [
  ...each('view-peek', [lastLine], { act: isEither }),
  ...each('view-full-console', [lastLine, the('button', 'Back to the list')], {
    state: full(live),
    act: async (page) => {
      await isFull(page)
      await expect(page.getByLabel('Command for Survival')).toBeFocused()
    },
  }),
  ...each('view-full-live', [plot('CPU'), plot('Memory')], {
    state: full(lively),
    act: async (page) => {
      await isFull(page)
      await page.keyboard.press('Control+2')
      await page.locator('[data-live]').waitFor()
    },
  }),
  ...each('view-full-activity', ['Sent a console command', 'Restarted the server'], {
    state: full(atActivity),
    answers: { 'panelActivity:list': activityPage },
    act: isFull,
  }),
  scene('view-full-activity-none', ['Nothing has happened yet'], { state: full(atActivity) }),
  ...each('view-countdown', [the('button', 'Restart now'), /^Restarts (?:12:13|in 4:32)/], {
    state: full(counted),
    act: async (page) => {
      await isFull(page)
      await expect(view(page).getByRole('button', { name: 'Restart', exact: true })).toHaveCount(0)
    },
  }),
  scene('view-countdown-steps', [the('list', 'Steps'), 'Warning at 10 min'], {
    state: full(counted),
    act: press('Steps'),
  }),
  ...each('view-failure', told(/^Restart refused\. /), {
    state: { ...live, ...open(shared), consoles: live.consoles },
    act: isEither,
  }),
  scene('view-failure-of-key', told('Restart refused.'), { state: ofKey, act: isEither }),
  scene('view-full-failure-of-key', [the('button', 'Replace token')], {
    state: full(ofKey),
    act: isFull,
  }),
  ...each('view-stalled', [...told(/^Stop stalled\. /), the('button', 'Retry stop')], {
    state: open({ ...survival, state: 'stopping', action: did({ phase: 'stalled', signal: 'stop' }) }),
    act: isEither,
  }),
  ...each('view-lacks', told(/lacks Power and Console\./), {
    state: open(survival, { keys: keysOf({ ...reader, learned: [] }) }),
    act: isEither,
  }),
  scene('view-refused', told(/^The panel refused Power to Home/), {
    state: open(survival, { keys: keysOf({ ...reader, declared: null }) }),
    act: isEither,
  }),
  scene('view-done', told(/^Restarted 12:08\.$/), {
    state: { ...live, ...open({ ...survival, action: did({ phase: 'confirmed' }) }), consoles: live.consoles },
    act: isEither,
  }),
  scene('view-offline', [the('button', 'Start'), 'Server is not running'], {
    state: full(open(home('Survival', 'a1b2c3d4', { state: 'offline' }))),
    act: isFull,
  }),
  scene('view-no-load', [(page) => view(page).getByRole('button', { name: 'Live', disabled: true })], {
    state: full({
      ...open({ ...survival, resources: null, state: 'unknown', observedAt: null }),
      panels: appState({ panels: panels.map((panel) => ({ ...panel, dialect: 'core' })) }).panels,
    }),
    act: isFull,
  }),
  scene('view-more-areas', [the('menuitem', 'Activity')], { size: wide, act: press('More areas') }),
  ...each('view-stopping', [the('button', 'Kill…')], {
    state: open({ ...survival, state: 'stopping' }),
    act: isEither,
  }),
  scene('view-alone', [lastLine], {
    state: { ...live, app: { ...live.app, focus: null } },
    hash: `#console=${encodeURIComponent(survival.ref)}`,
    size: { width: 820, height: 520 },
    act: async (page) => {
      await expect(page.getByRole('button', { name: /Back to the list|Open full/ })).toHaveCount(0)
    },
  }),
]
