import { expect, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import type { ActivityEntry } from '../../../shared/model/activity.ts'
import { defaultRestartChoices } from '../../../shared/model/restart.ts'
import type { Sample } from '../../../shared/model/trend.ts'
import type { AppState } from '../../../shared/state/state.ts'
import { appState, keyView } from '../../fixtures/app-state.ts'
import { planStep, planView } from '../../fixtures/plan-view.ts'
import { answers, drawn, live } from './console.ts'
import {
  ago,
  did,
  failing,
  GB,
  home,
  keys,
  keysOf,
  now,
  open,
  panels,
  reader,
  type Scene,
  shared,
  survival,
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
const tells = (text: string | RegExp) => async (page: Page) => {
  await isEither(page)
  await drawn(page)
  await expect(view(page).getByText(text)).toBeVisible()
}
const entry = (id: string, seconds: number, event: ActivityEntry['event']): ActivityEntry => ({
  id,
  at: ago(seconds),
  ref: survival.ref,
  name: survival.name,
  event,
})
const activity = [
  entry('1', 20, { kind: 'power', signal: 'restart', origin: 'tray', phase: 'confirmed', why: null }),
  entry('2', 700, { kind: 'command', origin: 'window' }),
  entry('3', 9_300, {
    kind: 'power',
    signal: 'start',
    origin: 'notification',
    phase: 'refused',
    why: 'This key lacks the permission for that.',
  }),
  entry('4', 100_000, { kind: 'crashed' }),
]
const samples: Sample[] = Array.from({ length: 31 }, (_, i) => [
  ago((30 - i) * 20),
  38 + Math.sin(i / 3) * 15,
  (2.8 + Math.sin(i / 9) * 0.2) * GB,
])
const lively = { ...live, trends: { [survival.ref]: { samples } } }
const waiting = { result: 'waiting', sentAt: null } as const
const plan = planView({
  ref: survival.ref,
  choices: defaultRestartChoices,
  zeroAt: now + 272_000,
  startedAt: ago(328),
  steps: [
    planStep({ secondsBefore: 600, result: 'sent', sentAt: ago(328) }),
    planStep({ secondsBefore: 300, result: 'sent', sentAt: ago(28) }),
    planStep({ ...waiting, secondsBefore: 60 }),
    planStep({ ...waiting, secondsBefore: 10 }),
    planStep({ ...waiting, kind: 'restart', secondsBefore: 0 }),
  ],
})
const counting = { ...live, plans: appState({ plans: [plan] }).plans }
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
    act: async (page) => {
      await isEither(page)
      await drawn(page)
    },
  }),
  ...each({
    name: 'view-full-console',
    state: full(live),
    answers,
    act: async (page) => {
      await isFull(page)
      await drawn(page)
      await expect(page.getByLabel('Command for Survival')).toBeFocused()
    },
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
  }),
  ...each({
    name: 'view-full-activity',
    state: full({ ...live, activity: appState({ activity }).activity }),
    answers,
    act: async (page) => {
      await isFull(page)
      await page.keyboard.press('Control+3')
      await view(page).getByText('Console command sent').waitFor()
    },
  }),
  {
    name: 'view-full-activity-none',
    state: full(live),
    answers,
    act: async (page) => {
      await page.keyboard.press('Control+3')
      await view(page).getByText('Nothing has happened yet').waitFor()
    },
  },
  ...each({
    name: 'view-countdown',
    state: full(counting),
    answers,
    act: async (page) => {
      await isFull(page)
      await drawn(page)
      await view(page).getByRole('button', { name: 'Restart now' }).waitFor()
      await expect(view(page).getByRole('button', { name: 'Restart', exact: true })).toHaveCount(0)
    },
  }),
  {
    name: 'view-countdown-steps',
    state: full(counting),
    answers,
    act: async (page) => {
      await view(page).getByRole('button', { name: 'Steps' }).click()
      await view(page).getByRole('list', { name: 'Steps' }).waitFor()
    },
  },
  ...each({
    name: 'view-failure',
    state: { ...live, ...open(shared), consoles: live.consoles },
    answers,
    act: tells(/^Restart refused\. /),
  }),
  {
    name: 'view-failure-of-key',
    state: {
      ...open({ ...survival, action: refused }),
      consoles: live.consoles,
      keys: keysOf(keyView({ health: failing('token-refused') }), ...keys.slice(1)),
    },
    answers,
    act: tells('Restart refused.'),
  },
  {
    name: 'view-full-failure-of-key',
    state: full({
      ...open({ ...survival, action: refused }),
      consoles: live.consoles,
      keys: keysOf(keyView({ health: failing('token-refused') }), ...keys.slice(1)),
    }),
    answers,
    act: async (page) => {
      await isFull(page)
      await page.getByRole('button', { name: 'Replace token' }).waitFor()
    },
  },
  ...each({
    name: 'view-stalled',
    state: open({ ...survival, state: 'stopping', action: did({ phase: 'stalled', signal: 'stop' }) }),
    answers,
    act: tells(/^Stop stalled\. /),
  }),
  ...each({
    name: 'view-lacks',
    state: open(survival, { keys: keysOf({ ...reader, learned: [] }) }),
    answers,
    act: tells(/lacks Power and Console\./),
  }),
  {
    name: 'view-refused',
    state: open(survival, { keys: keysOf({ ...reader, declared: null }) }),
    answers,
    act: tells(/^The panel refused Power to Home/),
  },
  {
    name: 'view-done',
    state: { ...live, ...open({ ...survival, action: did({ phase: 'confirmed' }) }), consoles: live.consoles },
    answers,
    act: tells(/^Restarted 12:08\.$/),
  },
  {
    name: 'view-offline',
    state: full(open(home('Survival', 'a1b2c3d4', { state: 'offline' }))),
    answers,
    act: async (page) => {
      await isFull(page)
      await view(page).getByRole('button', { name: 'Start', exact: true }).waitFor()
    },
  },
  {
    name: 'view-no-load',
    state: full({
      ...open({ ...survival, resources: null, state: 'unknown', observedAt: null }),
      panels: appState({ panels: panels.map((panel) => ({ ...panel, dialect: 'core' })) }).panels,
    }),
    answers,
    act: async (page) => {
      await isFull(page)
      await expect(view(page).getByRole('button', { name: 'Live' })).toHaveAttribute('aria-disabled', 'true')
    },
  },
  {
    name: 'view-more-areas',
    state: live,
    size: { width: 980, height: 640 },
    answers,
    act: async (page) => {
      await view(page).getByRole('button', { name: 'More areas' }).click()
      await page.getByRole('menuitem', { name: 'Activity' }).waitFor()
    },
  },
  {
    name: 'view-more-restarts',
    state: full(live),
    size: { width: 640, height: 420 },
    answers,
    act: async (page) => {
      await view(page).getByRole('button', { name: 'More than a restart of Survival' }).click()
      await page.getByRole('menuitem', { name: 'Restart with warning…' }).waitFor()
    },
  },
  {
    name: 'view-alone',
    state: { ...live, app: { ...live.app, focus: null } },
    hash: `#console=${encodeURIComponent(survival.ref)}`,
    size: { width: 820, height: 520 },
    answers,
    act: async (page) => {
      await drawn(page)
      await expect(page.getByRole('button', { name: /Back to the list|Open full/ })).toHaveCount(0)
    },
  },
]
