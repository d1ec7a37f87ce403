import { expect, type Page } from '@playwright/test'
import { idleStopFor } from '../../../shared/model/restart.ts'
import { ok } from '../../../shared/result.ts'
import { appState, askedBefore } from '../../fixtures/app-state.ts'
import { planStep, planView, restartChoices } from '../../fixtures/plan-view.ts'
import { countedView } from '../../fixtures/players-view.ts'
import {
  ago,
  click,
  club,
  GB,
  home,
  inRow,
  inside,
  keys,
  load,
  now,
  panels,
  type Scene,
  scenesOf,
  scrollTo,
  steps,
  the,
} from './world.ts'

const limits = { cpuPercent: 100, memoryBytes: 4 * GB, diskBytes: null }
const survival = home('Survival', 'a1b2c3d4', { state: 'running', resources: load(38, 2.9), limits })
const creative = home('Creative & Plots', 'a1b2c3d5', { state: 'running', resources: load(4.1, 1.2), limits })
const skyblock = home('Skyblock', '77fe01aa', { state: 'running', resources: load(21, 1.5), limits })
const lobby = club('Lobby', '1c0ffee1', { state: 'running', resources: load(0.4, 0.41), limits })
const rust = club('Rust EU', '2d0ffee2', { state: 'running', resources: load(61, 3.4), limits })
const servers = [
  survival,
  creative,
  skyblock,
  home('Modded 1.20', '90c4ee12', { state: 'offline' }),
  home('Anarchy', '5b2e9a01', { state: 'offline', unexpectedStop: { how: 'crashed', at: ago(250) } }),
  lobby,
  rust,
]
const names = ['Ada', 'mira', 'Grace_H', 'LinusTheSecondOfHisName', 'ken', 'Barbara', 'x<b>y']
const refs = panels.map(({ id }) => id)

/** Nobody has said whether games may be asked. */
const unasked = appState({ panels, keys, servers, preferences: askedBefore })

/** A server of each kind: some on, nobody, not known for a reason. */
const known = appState({
  panels,
  keys,
  servers,
  preferences: { ...askedBefore, players: { asked: true, panels: refs, servers: [] } },
  players: Object.fromEntries(
    [
      countedView(7, { ref: survival.ref, at: ago(20), names }),
      countedView(0, { ref: creative.ref, at: ago(50) }),
      countedView(null, { ref: skyblock.ref }),
      countedView(null, { ref: lobby.ref, unknown: 'no-address', address: null }),
      countedView(14, { ref: rust.ref, at: ago(190), game: { id: 'rust', by: 'variables' } }),
    ].map((view) => [view.ref, view]),
  ),
})
const frozen = {
  ...known,
  players: { ...known.players, [skyblock.ref]: countedView(null, { ref: skyblock.ref, frozenSince: ago(1_500) }) },
}
const choices = restartChoices({ players: { rule: 'when-empty', otherwise: 'restart' } })
const warning = [planStep({ secondsBefore: 600, result: 'waiting', sentAt: null })]
const waitOf = ({ ref, name }: typeof survival, online: number | null) =>
  planView({
    id: ref,
    ref,
    name,
    choices,
    zeroAt: now + 21_600_000,
    steps: warning,
    waiting: { online, since: ago(250) },
  })
/** Restarts that wait until nobody is on. */
const waits = {
  ...known,
  plans: appState({ plans: [waitOf(survival, 7), waitOf(creative, 0), waitOf(skyblock, null)] }).plans,
}
const opened = (server: typeof survival, state = known) => ({
  ...state,
  app: { ...state.app, focus: { ref: server.ref, at: 1 } },
})
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const offer = (page: Page) => page.getByRole('button', { name: 'Players…' })
/** A dialog of a server, from its row or, where that is covered, from its view. */
const choose = (item: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: 'More for Survival' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const scene = scenesOf({ state: known })

export const playersScenes: readonly Scene[] = [
  scene('players-offered', [offer], {
    state: unasked,
    act: (page) => expect(row(page, 'Survival')).not.toContainText('–'),
  }),
  scene('players-consent', [inside(question, /past its panel/), the('checkbox', 'Club panel')], {
    state: unasked,
    act: async (page) => {
      await offer(page).click()
      await expect(page.getByRole('checkbox', { name: 'Club panel' })).toBeChecked()
    },
  }),
  scene('players-list', [inRow('Survival', '7 / 20'), inRow('Creative', '0 / 20'), inRow('Skyblock', '–')], {
    act: (page) => expect(row(page, 'Modded')).not.toContainText('–'),
  }),
  scene('players-frozen', [inRow('Skyblock', 'No answer since 11:43')], { state: frozen }),
  scene('players-head', [(page) => page.getByRole('listitem').filter({ hasText: 'Grace_H' })], {
    state: opened(survival),
    act: click(/^Players: 7 \/ 20/),
  }),
  scene('players-dialog', ['7 / 20 players from 203.0.113.7:25565, after 41 ms.'], {
    answers: {
      'players:game': ok({ game: { id: 'minecraft-java', by: 'image' }, ports: [25_565, 25_566] }),
      'players:test': ok({
        count: countedView(7, { at: now }).count,
        unknown: null,
        address: '203.0.113.7:25565',
        tookMs: 41,
      }),
    },
    act: async (page) => {
      await choose('Players…')(page)
      await expect(page.getByRole('option', { name: 'Minecraft Java, by its image' })).toBeAttached()
      await page.getByRole('button', { name: 'Test' }).click()
    },
  }),
  scene(
    'players-idle-stop',
    [
      the('checkbox', /^Stop the server when nobody was on for/),
      (page) => page.getByLabel('Players read 60 s before'),
      (page) => page.getByLabel('When its game stops answering'),
    ],
    {
      state: {
        ...known,
        preferences: {
          ...known.preferences,
          idleStops: [{ ...idleStopFor('minecraft-java'), ref: survival.ref }],
          frozenRestarts: [survival.ref],
        },
      },
      answers: { 'players:game': ok({ game: { id: 'minecraft-java', by: 'image' }, ports: [25_565] }) },
      act: steps(choose('Players…'), scrollTo('While it is not known who is on, it does not stop.')),
    },
  ),
  scene(
    'players-restart',
    [inside(dialog, /7 players are on now\./), (page) => page.getByLabel('Latest time of day')],
    {
      act: async (page) => {
        await choose(/^Restart with warning/)(page)
        await page.getByText('When empty').click()
        await expect(page.getByLabel('Latest time of day')).toHaveValue('06:00')
      },
    },
  ),
  scene('players-waits', [inRow('Survival', 'Waiting: 7 on'), inRow('Skyblock', 'Waiting: not known')], {
    state: waits,
    act: (page) => expect(row(page, 'Creative')).toContainText('Waiting: nobody on'),
  }),
  scene('players-waits-view', ['Waiting for an empty server: 7 on · at the latest 18:08'], {
    state: opened(survival, waits),
  }),
  scene('players-settings', ['Asked · Rust · port 28015'], {
    state: {
      ...known,
      preferences: {
        ...known.preferences,
        players: {
          asked: true,
          panels: refs.slice(0, 1),
          servers: [{ ref: rust.ref, game: 'rust', port: 28_015, isAsked: true }],
        },
      },
      app: { ...known.app, focus: { page: 'settings', section: 'players', at: 1 } },
    },
    act: scrollTo('Asked · Rust · port 28015'),
  }),
]
