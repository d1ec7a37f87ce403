import type { PanelActivityLine } from '../../../shared/activity/contract.ts'
import { fail, ok } from '../../../shared/result.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { activityEntry } from '../../fixtures/app-state.ts'
import { ago, happened, keysFor, openArea, press, type Scene, scenesOf, scrollTo, the } from './world.ts'

const hour = 3_600
const robin = { kind: 'account', name: 'robin', isKey: false } as const
const mira = { kind: 'account', name: 'mira.of.the.long.account.name@example.com', isKey: true } as const
const nobody = { kind: 'nobody' } as const

const line = (id: string, seconds: number, text: string, more: Partial<PanelActivityLine> = {}): PanelActivityLine => ({
  id,
  event: 'server:file.write',
  at: ago(seconds),
  text,
  tone: 'plain',
  actor: robin,
  hides: false,
  ...more,
})
const told = [
  line('a', 400, 'Sent a console command', { hides: true }),
  line(
    'b',
    2 * hour,
    'Deleted world_nether, world_the_end, plugins and 4 more in /backups/of/a/folder/with/a/long/name/',
    { actor: mira, hides: true },
  ),
  line('c', 6.2 * hour + 20, 'Restarted the server', { event: 'server:power.restart', tone: 'ok' }),
  line('d', 9 * hour, 'The backup “Nightly” failed', { tone: 'bad', actor: nobody }),
  line('e', 26 * hour, 'Changed the startup variable RCON_PASSWORD', { hides: true }),
  line('f', 27 * hour, 'Invited steve@example.com to the server'),
]
/** A page of a panel's activity. */
const firstPage = { lines: told, page: 1, totalPages: 4, leftOut: 0 }
export const activityPage = ok(firstPage)
const details = ok({
  details: [
    { name: 'Command', value: 'whitelist add Steve' },
    { name: 'From', value: '203.0.113.7' },
  ],
})
const own = [
  happened('one', 1_200, { kind: 'power', signal: 'restart', origin: 'tray', phase: 'confirmed', why: null }),
  happened('two', 3 * hour, { kind: 'panel-schedule', act: 'paused', schedule: 'Nightly restart', origin: 'window' }),
  happened('three', 7 * hour - 60, { kind: 'keep', count: 1, names: 'Before 1.21 update', origin: 'schedule' }),
  happened('four', 7 * hour, { kind: 'crashed' }),
]

/** The activity of the open server, as it was left. */
const opened = (more: Partial<AppState> = {}) =>
  openArea('activity', { activity: Object.fromEntries(own.map((entry) => [entry.id, activityEntry(entry)])), ...more })

const scene = scenesOf({ state: opened(), answers: { 'panelActivity:list': activityPage } })

/** What was done: a server's activity from its panel or from here. */
export const deedScenes: readonly Scene[] = [
  scene('deeds-activity', ['Sent a console command', 'Restarted the server', the('combobox', 'What to show')]),
  scene('deeds-activity-details', ['whitelist add Steve', '203.0.113.7'], {
    answers: { 'panelActivity:details': details },
    act: press('Show details: Sent a console command'),
  }),
  scene('deeds-activity-cut', ['Older lines stand on the panel’s own page.'], {
    answers: { 'panelActivity:list': ok({ ...firstPage, page: 20, totalPages: 31 }) },
    act: scrollTo(/^Older lines/),
  }),
  scene(
    'deeds-activity-alone',
    [/^Only what this app did: the panel’s activity needs a key with all permissions/, 'Crashed'],
    { state: opened({ keys: keysFor('power', 'console') }) },
  ),
  scene(
    'deeds-activity-refused',
    [/^The panel’s activity could not be read, so this is only what this app did/, 'from the tray'],
    { answers: { 'panelActivity:list': fail('permission-lacking') } },
  ),
]
