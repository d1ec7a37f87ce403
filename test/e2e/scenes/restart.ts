import { expect, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import type { BulkItem, BulkView } from '../../../shared/model/bulk.ts'
import type { HandoverPreview } from '../../../shared/model/handed.ts'
import { permissions } from '../../../shared/model/permission.ts'
import { defaultRestartChoices, type PlanView } from '../../../shared/model/restart.ts'
import { warningText } from '../../../shared/model/restart-choices.ts'
import type { AppState } from '../../../shared/state/state.ts'
import { diffState } from '../../../shared/state/state-patch.ts'
import { appState, askedBefore } from '../../fixtures/app-state.ts'
import { handedView } from '../../fixtures/handed.ts'
import { bulkView, planStep, planView, scheduleView } from '../../fixtures/plan-view.ts'
import { pushTo } from '../page-bridge.ts'
import {
  ago,
  counting,
  full,
  home,
  inside,
  keys,
  keysOf,
  manyServers,
  now,
  open,
  type Scene,
  servers,
  survival,
  the,
} from './world.ts'

const [creative, lobby] = [servers[1] ?? survival, servers[7] ?? survival]

const halfWarned = counting({ result: 'failed', sentAt: null, error: appError('node-unreachable') })
const missed = planView({
  id: 'missed',
  ref: creative.ref,
  name: creative.name,
  phase: 'missed',
  zeroAt: ago(4_000),
  endedAt: ago(60),
})
const failed = planView({
  id: 'failed',
  ref: lobby.ref,
  name: lobby.name,
  phase: 'failed',
  zeroAt: ago(30),
  endedAt: ago(30),
  error: appError('permission-lacking'),
})
const backingUp = planView({
  id: 'backing-up',
  ref: survival.ref,
  name: survival.name,
  zeroAt: now + 240_000,
  choices: { ...defaultRestartChoices, backupFirst: 'must' },
  steps: [
    planStep({ kind: 'backup', secondsBefore: 900, result: 'sending', sentAt: ago(180) }),
    planStep({ secondsBefore: 300, sentAt: ago(170) }),
    ...[60, 30, 10].map((secondsBefore) => planStep({ secondsBefore, result: 'waiting', sentAt: null })),
    planStep({ kind: 'restart', secondsBefore: 0, result: 'waiting', sentAt: null }),
  ],
})
const notBackedUp = appError('restart-without-backup', {
  message:
    'The backup before the restart did not succeed, so the server was not restarted. The panel’s rate limit is reached.',
  hint: 'The panel makes another backup from 12:40 on. Plan the restart again then.',
})
const withPlans = (...plans: PlanView[]) => ({ plans: appState({ plans }).plans })

const schedules = [
  scheduleView({
    refs: [survival.ref, creative.ref, lobby.ref, ...servers.slice(2, 4).map(({ ref }) => ref)],
    timeZone: 'Europe/Berlin',
    nextAt: now + 53_490_000,
    lastRun: { at: ago(32_910), done: 4, failed: 1, cancelled: 0, missed: 0, skipped: 0, running: 0 },
  }),
  scheduleView({
    id: 'weekend',
    refs: [lobby.ref],
    days: [0, 6],
    time: '05:30',
    enabled: false,
    nextAt: null,
  }),
]
const handedSchedules = ['one', 'two'].map((id) => scheduleView({ id, enabled: false, nextAt: null }))
const parts = [survival, creative].map(({ ref, name }) => ({ ref, name, stage: 'on' as const, trouble: null }))
const handed = [handedView({ id: 'one', parts }), handedView({ id: 'two', parts, phase: 'writing', isBusy: true })]
const cutShort = handedView({ id: 'three', parts, phase: 'returning', error: appError('schedule-running') })
const preview: HandoverPreview = {
  zeroAt: now + 53_490_000,
  leadSeconds: 600,
  tasks: [
    ...[600, 300, 60].map((seconds, place) => ({
      action: 'command' as const,
      payload: warningText('say Server restarts in {time}', seconds, ''),
      offsetSeconds: [0, 300, 240][place] ?? 0,
      continuesOnFailure: true,
    })),
    { action: 'power', payload: 'restart', offsetSeconds: 60, continuesOnFailure: false },
  ],
  losses: [{ kind: 'dropped', seconds: [4, 3, 2, 1] }, { kind: 'stop-start' }],
  parts: [survival, creative].map(({ ref, name }) => ({
    ref,
    name,
    zoneMinutes: 0,
    cron: { minute: '50', hour: '1', dayOfMonth: '*', month: '*', dayOfWeek: '*' },
    stop: null,
    canDelete: false,
  })),
}
const refusedPreview: HandoverPreview = {
  ...preview,
  parts: preview.parts.map((part, place) => ({
    ...part,
    stop:
      place === 0
        ? null
        : appError('permission-lacking', {
            message: 'The panel doesn’t let this account make schedules of this server.',
            hint: 'Ask the server’s owner for it.',
          }),
  })),
}
const all = keys.map((key) => ({ ...key, declared: [...permissions] }))

const running = full.servers
const items = Object.values(running).map(
  ({ ref }, i): BulkItem => ({
    ref,
    outcome: i < 3 ? 'confirmed' : i === 3 ? 'failed' : i === 4 ? 'running' : 'waiting',
    error: i === 3 ? appError('rate-limited') : null,
  }),
)
const ended = items.map((item, i): BulkItem => {
  if (i === 3) return item
  return i === 5 ? { ...item, outcome: 'stalled' } : { ...item, outcome: 'confirmed' }
})
const withBulk = (more: Partial<BulkView>): AppState => ({
  ...full,
  bulks: appState({ bulks: [bulkView(items, more)] }).bulks,
})

const goTo = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}
const handOver = async (page: Page) => {
  await goTo('Planned restarts')(page)
  await page
    .getByRole('button', { name: /^More for the planned restart of/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Hand to the panel…' }).click()
  await page.getByRole('list', { name: 'What the panel does' }).waitFor()
}
const goToRestarts = async (page: Page) => {
  await goTo('Settings')(page)
  await page.getByRole('tab', { name: 'Restarts' }).click()
  await page.getByRole('heading', { name: 'Restart with warning' }).waitFor()
}
const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'More for Survival' }).click()
  await page.getByRole('menuitem', { name: 'Restart with warning…' }).click()
  await page.getByRole('dialog').waitFor()
}
const tick = async (page: Page) => {
  for (const name of ['Survival', 'Creative & Plots', 'Modded 1.20'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selected servers' })
const seePlan = async (page: Page) => {
  await page.getByRole('button', { name: 'Steps' }).waitFor()
  await page.getByRole('combobox', { name: /^Command for/ }).waitFor()
}
const openPalette = async (page: Page, query = '') => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search servers or type a command' }).fill(query)
}
const focusOn = (focus: AppState['app']['focus']): AppState => ({ ...full, app: { ...full.app, focus } })

export const restartScenes: readonly Scene[] = [
  {
    name: 'restart-backup-first',
    state: {
      ...full,
      backupHealth: { [survival.ref]: { newestGoodAt: ago(70 * 3_600), failedAt: null, readAt: now } },
    },
    act: async (page) => {
      await openDialog(page)
      await page.getByLabel('Back up first').click()
      await page.getByLabel('and restart anyway if it fails').click()
    },
    shows: [/The newest good backup is 2 days old\./, 'Back up first', 'and restart anyway if it fails'],
  },
  {
    name: 'restart-backing-up',
    state: open(survival, withPlans({ ...backingUp, phase: 'backing-up', zeroAt: ago(95) })),
    act: async (page) => {
      await page.getByRole('button', { name: 'Steps' }).click()
      await page.getByRole('list', { name: 'Steps' }).waitFor()
    },
    shows: [/restarts after it/, 'being made…'],
  },
  {
    name: 'restart-not-backed-up',
    state: open(survival, withPlans({ ...backingUp, phase: 'failed', endedAt: ago(10), error: notBackedUp })),
    shows: [/The backup before the restart did not succeed, so the server was not restarted\./],
  },
  {
    name: 'schedules-backup-first',
    state: {
      ...full,
      schedules: appState({
        schedules: schedules.map((one) => ({ ...one, choices: { ...one.choices, backupFirst: 'must' as const } })),
      }).schedules,
    },
    act: goTo('Planned restarts'),
    shows: ['Backs up first'],
  },
  {
    name: 'handed-changed',
    state: {
      ...full,
      handovers: appState({
        handovers: [
          handedView({ id: 'one', parts: [{ ref: survival.ref, name: survival.name, stage: 'on', trouble: 'gone' }] }),
          handedView({
            id: 'two',
            parts: [{ ref: creative.ref, name: creative.name, stage: 'on', trouble: 'paused' }],
          }),
        ],
      }).handovers,
    },
    shows: [/Plan deleted/, /Plan paused/],
  },
  {
    name: 'restart-dialog',
    state: full,
    act: async (page) => {
      await openDialog(page)
      const box = await page.getByRole('dialog').boundingBox()
      expect(box?.height).toBeLessThanOrEqual(330)
      await expect(page.getByRole('button', { name: 'Plan restart' })).toBeInViewport({ ratio: 1 })
    },
    shows: [the('dialog', 'Restart Survival with warning'), the('button', 'Plan restart')],
  },
  {
    name: 'restart-dialog-change',
    state: full,
    act: async (page) => {
      await openDialog(page)
      await page.getByRole('button', { name: 'Change the warnings' }).click()
      await expect(page.getByLabel('Warn players at')).toBeFocused()
      await expect(page.getByRole('button', { name: 'Plan restart' })).toBeInViewport({ ratio: 1 })
    },
    shows: [(page) => page.getByLabel('Warn players at'), the('button', 'Plan restart')],
  },
  {
    name: 'restart-dialog-more',
    state: full,
    act: async (page) => {
      await openDialog(page)
      await page.getByText('At…').click()
      await page.getByRole('button', { name: 'More options' }).click()
      await page.getByText('Send a command just before').click()
      await page.getByText('Kill the server if it does not stop').click()
      await page.getByText('Kill the server if it does not stop').scrollIntoViewIfNeeded()
      await expect(page.getByRole('button', { name: 'Plan restart' })).toBeInViewport({ ratio: 1 })
    },
    shows: ['Kill the server if it does not stop', the('button', 'Plan restart')],
  },
  {
    name: 'restart-dialog-no-console',
    state: { ...full, keys: keysOf(...keys.map((key) => ({ ...key, declared: ['power' as const] }))) },
    act: openDialog,
    shows: [/^Warnings cannot be sent: /, the('button', 'Restart without warning')],
  },
  {
    name: 'restart-countdown',
    state: open(survival, withPlans(halfWarned, missed, failed)),
    act: seePlan,
    shows: [/^Restarts in 4:3\d/, the('button', 'Cancel…')],
  },
  {
    name: 'restart-steps',
    state: open(survival, withPlans(halfWarned)),
    act: async (page) => {
      await page.getByRole('button', { name: 'Steps' }).click()
      await page.getByRole('list', { name: 'Steps' }).waitFor()
      await expect(page.getByRole('combobox', { name: /^Command for/ })).toBeInViewport({ ratio: 1 })
    },
    shows: [the('list', 'Steps'), /^failed\. The panel cannot reach/],
  },
  {
    name: 'restart-cancel',
    state: open(survival, withPlans(halfWarned)),
    act: async (page) => {
      await page.getByRole('button', { name: 'Cancel…' }).click()
      await expect(page.getByRole('alertdialog').getByRole('timer')).toHaveText(/^Restarts in \d:\d\d$/)
    },
    shows: [(page) => page.getByRole('alertdialog').getByRole('timer')],
  },
  {
    name: 'restart-cancel-too-late',
    state: open(survival, withPlans(halfWarned)),
    act: async (page) => {
      await page.getByRole('button', { name: 'Cancel…' }).click()
      await page.getByRole('alertdialog').waitFor()
      const [before, after] = [withPlans(halfWarned), withPlans({ ...halfWarned, phase: 'watching' })]
      await pushTo(page, 'state:patch', { from: 1, to: 2, ...diffState({ ...full, ...before }, { ...full, ...after }) })
    },
    shows: [the('dialog', 'Too late: Survival is restarting')],
  },
  {
    name: 'restart-missed',
    state: open(creative, withPlans(missed)),
    act: seePlan,
    shows: [/^The restart at \d\d:\d\d was missed\./],
  },
  {
    name: 'restart-failed',
    state: open(lobby, withPlans(failed)),
    act: seePlan,
    shows: ['Restart with warning failed.'],
  },
  {
    name: 'restart-link',
    state: focusOn({ ref: survival.ref, dialog: 'confirm-restart', origin: 'link', at: 1 }),
    shows: [the('alertdialog', 'Restart Survival?'), /link/],
  },
  {
    name: 'restart-first-use',
    state: { ...full, preferences: appState().preferences },
    act: async (page) => {
      await page.getByRole('button', { name: 'Restart Survival' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
    shows: [
      the('alertdialog', 'Restart Survival?'),
      (page) => page.getByRole('checkbox', { name: 'Ask every time', checked: true }),
    ],
  },
  {
    name: 'schedules',
    state: { ...full, keys: keysOf(...all), schedules: appState({ schedules }).schedules },
    act: goTo('Planned restarts'),
    shows: [/^Every day at 03:00, Europe\/Berlin/, /4 done, 1 failed$/],
  },
  {
    name: 'schedules-handed',
    state: {
      ...full,
      keys: keysOf(...all),
      schedules: appState({ schedules: handedSchedules }).schedules,
      handovers: appState({ handovers: handed }).handovers,
    },
    answers: {
      'handovers:look': {
        ok: true,
        value: {
          parts: [
            { ref: survival.ref, finding: 'same', zeroAt: now + 53_490_000, error: null },
            { ref: creative.ref, finding: 'changed', zeroAt: null, error: null },
          ],
        },
      },
    },
    act: goTo('Planned restarts'),
    shows: [/by the panel’s word$/, /somebody changed it on the panel$/],
  },
  {
    name: 'schedules-handed-cut',
    state: { ...full, handovers: appState({ handovers: [cutShort] }).handovers },
    answers: { 'handovers:look': { ok: true, value: { parts: [] } } },
    act: goTo('Planned restarts'),
    shows: ['It was not taken back to the end.', the('button', /^Take back/)],
  },
  {
    name: 'schedules-hand-over',
    state: { ...full, keys: keysOf(...all), schedules: appState({ schedules }).schedules },
    answers: { 'handovers:preview': { ok: true, value: preview } },
    act: handOver,
    shows: [the('list', 'What the panel does'), the('button', 'Hand to the panel')],
  },
  {
    name: 'schedules-hand-over-refused',
    state: { ...full, keys: keysOf(...all), schedules: appState({ schedules }).schedules },
    answers: { 'handovers:preview': { ok: true, value: refusedPreview } },
    act: handOver,
    shows: [/doesn’t let this account make schedules/, 'Creative & Plots: '],
  },
  {
    name: 'schedules-none',
    state: full,
    act: goTo('Planned restarts'),
    shows: [the('button', 'Add a planned restart')],
  },
  {
    name: 'schedules-form',
    state: {
      ...full,
      servers: appState({ servers: [...servers, home('Hub', 'ffffffff'), home('Build', 'fffffff1')] }).servers,
    },
    act: async (page) => {
      await goTo('Planned restarts')(page)
      await page.getByRole('button', { name: 'Add a planned restart' }).click()
      await page.getByRole('dialog').getByLabel('Survival').check()
      await page.getByRole('button', { name: 'Sun', exact: true }).click()
    },
    shows: [(page) => page.getByRole('dialog').getByRole('checkbox', { name: 'Survival', checked: true })],
  },
  {
    name: 'bulk-select',
    state: full,
    act: async (page) => {
      await tick(page)
      for (const name of ['Start', 'Kill…', 'Clear the selection'])
        await expect(bar(page).getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    },
    shows: ['3 selected', inside(bar, /with warning…$/i)],
  },
  {
    name: 'bulk-dialog',
    state: full,
    act: async (page) => {
      await tick(page)
      await bar(page).getByRole('button', { name: 'Restart', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
    shows: [the('dialog', /Restart/), /1 server skipped/],
  },
  {
    name: 'bulk-warned',
    state: full,
    act: async (page) => {
      await tick(page)
      await bar(page).getByRole('button', { name: 'Restart with warning…' }).click()
      await page.getByRole('dialog').waitFor()
    },
    shows: [the('dialog', /with warning/)],
  },
  {
    name: 'bulk-kill',
    state: full,
    act: async (page) => {
      await tick(page)
      await bar(page).getByRole('button', { name: 'Kill…' }).click()
      await page.getByRole('dialog').waitFor()
    },
    shows: [(page) => page.getByLabel(/^Type \d to confirm/)],
  },
  {
    name: 'bulk-progress',
    state: withBulk({}),
    act: (page) => expect(page.getByRole('button', { name: 'Cancel the rest' })).toBeInViewport({ ratio: 1 }),
    shows: ['Restarting 8 servers', the('button', 'Cancel the rest')],
  },
  {
    name: 'bulk-summary',
    state: withBulk({ phase: 'done', items: ended, endedAt: now }),
    act: (page) => expect(page.getByRole('button', { name: 'Retry the failed ones' })).toBeInViewport({ ratio: 1 }),
    shows: ['Restart of 8 servers', the('button', 'Retry the failed ones')],
  },
  {
    name: 'palette',
    state: { ...full, app: { ...full.app, lastUsed: survival.ref } },
    act: (page) => openPalette(page),
    shows: [the('option', /^Restart Survival/)],
  },
  {
    name: 'palette-search',
    state: full,
    act: (page) => openPalette(page, 'rest'),
    shows: [the('option', /^Restart /), the('option', /^List the servers matching “rest”/)],
  },
  {
    name: 'palette-many',
    state: manyServers,
    act: (page) => openPalette(page, 'sto 7'),
    shows: [the('option', /^Stop Server \d*7/)],
  },
  { name: 'palette-nothing', state: full, act: (page) => openPalette(page, 'zzqq'), shows: ['No matches for “zzqq”.'] },
  {
    name: 'palette-window',
    state: full,
    hash: '#palette',
    act: (page) => page.getByRole('combobox').fill('surv'),
    shows: [the('option', /Survival/, { selected: true })],
  },
  {
    name: 'settings-restart',
    state: {
      ...full,
      preferences: {
        ...full.preferences,
        ...askedBefore,
        globalShortcut: 'CommandOrControl+Shift+K',
        restart: { all: defaultRestartChoices, servers: { [survival.ref]: defaultRestartChoices } },
      },
    },
    act: goToRestarts,
    shows: [the('heading', 'Restart with warning')],
  },
  {
    name: 'settings-restart-dialog',
    state: full,
    act: async (page) => {
      await goToRestarts(page)
      await page.getByRole('button', { name: 'Change…' }).click()
      await page.getByRole('dialog').waitFor()
    },
    shows: [the('dialog', /./)],
  },
]
