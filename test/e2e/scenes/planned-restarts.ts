import type { Page } from '@playwright/test'
import { permissions } from '../../../shared/keys/permission.ts'
import { warningText } from '../../../shared/model/restart.ts'
import type { HandoverPreview } from '../../../shared/restart/handover-schema.ts'
import { ok } from '../../../shared/result.ts'
import { appState } from '../../fixtures/app-state.ts'
import { scheduleView } from '../../fixtures/plan-view.ts'
import { ago, full, home, keys, keysOf, now, type Scene, scenesOf, servers, survival, the } from './world.ts'

const [creative, lobby] = [servers[1] ?? survival, servers[7] ?? survival]

const plannedRestarts = [
  scheduleView({
    refs: [survival.ref, creative.ref, lobby.ref, ...servers.slice(2, 4).map(({ ref }) => ref)],
    timeZone: 'Europe/Berlin',
    nextAt: now + 53_490_000,
    lastRun: { at: ago(32_910), done: 4, failed: 1, cancelled: 0, missed: 0, skipped: 0, running: 0 },
  }),
  scheduleView({ id: 'weekend', refs: [lobby.ref], days: [0, 6], time: '05:30', enabled: false, nextAt: null }),
]
const preview: HandoverPreview = {
  zeroAt: now + 53_490_000,
  leadSeconds: 600,
  tasks: [
    ...[600, 300, 60].map((seconds, place) => ({
      action: 'command' as const,
      payload: warningText('say Server restarts in {time}', seconds, ''),
      offsetSeconds: [0, 300, 240][place] ?? 0,
      continuesOnFailure: false,
    })),
    { action: 'power', payload: 'restart', offsetSeconds: 60, continuesOnFailure: false },
  ],
  losses: [
    'The panel can’t say these warnings in time: 4 seconds, 3 seconds, 2 seconds, 1 second before.',
    'The panel sends one restart. It can’t wait until the server has stopped and then start it.',
    'If a warning can’t be sent, the panel stops there and doesn’t restart.',
  ],
  parts: [survival, creative].map(({ ref, name }) => ({
    ref,
    name,
    zoneMinutes: 0,
    cron: { minute: '50', hour: '1', dayOfMonth: '*', month: '*', dayOfWeek: '*' },
    stop: null,
    canDelete: false,
  })),
}
const withPlanned = {
  ...full,
  keys: keysOf(...keys.map((key) => ({ ...key, declared: [...permissions] }))),
  schedules: appState({ schedules: plannedRestarts }).schedules,
}

const goToPlannedRestarts = async (page: Page) => {
  await page.getByRole('button', { name: 'Planned restarts', exact: true }).click()
  await page.getByRole('heading', { name: 'Planned restarts', level: 1 }).waitFor()
}
const openCreateOnPanel = async (page: Page) => {
  await goToPlannedRestarts(page)
  await page
    .getByRole('button', { name: /^More for the planned restart of/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Create on panel…' }).click()
  await page.getByRole('list', { name: 'What the panel does' }).waitFor()
}

const scene = scenesOf({ state: full })

export const plannedRestartScenes: readonly Scene[] = [
  scene('schedules', [/^Every day at 03:00, Europe\/Berlin/, /4 done, 1 failed$/], {
    state: withPlanned,
    act: goToPlannedRestarts,
  }),
  scene('schedules-create-on-panel', [the('list', 'What the panel does'), the('button', 'Create on panel')], {
    state: withPlanned,
    answers: { 'schedules:previewOnPanel': ok(preview) },
    act: openCreateOnPanel,
  }),
  scene('schedules-none', [the('button', 'Add a planned restart')], { act: goToPlannedRestarts }),
  scene(
    'schedules-form',
    [(page) => page.getByRole('dialog').getByRole('checkbox', { name: 'Survival', checked: true })],
    {
      state: {
        ...full,
        servers: appState({ servers: [...servers, home('Hub', 'ffffffff'), home('Build', 'fffffff1')] }).servers,
      },
      act: async (page) => {
        await goToPlannedRestarts(page)
        await page.getByRole('button', { name: 'Add a planned restart' }).click()
        await page.getByRole('dialog').getByLabel('Survival').check()
        await page.getByRole('button', { name: 'Sun', exact: true }).click()
      },
    },
  ),
]
