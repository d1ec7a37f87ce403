import type { Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import { ok } from '../../../shared/result.ts'
import type { StartupOfServer } from '../../../shared/startup/contract.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { planView } from '../../fixtures/plan-view.ts'
import { startupOf, startupVariable } from '../../fixtures/startup.ts'
import { isOffFor, openArea, press, type Scene, scenesOf, steps, survival, the, view } from './world.ts'

const paper = startupOf({
  variables: [
    startupVariable({
      key: 'MINECRAFT_VERSION',
      name: 'Minecraft Version',
      description: 'The version of Minecraft to download. Leave it empty for the latest one.',
      value: '1.21.4',
      defaultValue: 'latest',
      rules: 'nullable|string|max:20',
    }),
    startupVariable({ name: 'Server Jar File', rules: String.raw`required|regex:/^([\w\d._-]+)(\.jar)$/` }),
    startupVariable({
      key: 'RCON_PASS',
      name: 'RCON Password',
      description: 'What tools need to send commands.',
      value: 'hunter22',
    }),
    startupVariable({
      key: 'DIFFICULTY',
      name: 'Difficulty',
      value: 'hard',
      rules: 'required|in:peaceful,easy,normal,hard',
    }),
    startupVariable({ key: 'PVP', name: 'Players may fight', value: 'true', rules: 'required|in:true,false' }),
    startupVariable({ key: 'BUILD_ID', name: 'Build', value: '232', isEditable: false }),
  ],
  rawCommand:
    'java -Xms128M -Xmx{{SERVER_MEMORY}}M -Dterminal.jline=false -jar {{SERVER_JARFILE}} --rcon {{RCON_PASS}} nogui',
  command: 'java -Xms128M -Xmx6144M -Dterminal.jline=false -jar server.jar --rcon hunter22 nogui',
})
const told = (startup: StartupOfServer) => ({ 'startup:read': ok(startup) })

const opened = (more: Partial<AppState> = {}) => openArea('startup', more)
const jar = (page: Page) => view(page).getByRole('textbox', { name: /^Server Jar File/ })
const fillJar = (text: string) => async (page: Page) => {
  await jar(page).fill(text)
  await jar(page).scrollIntoViewIfNeeded()
}

const scene = scenesOf({ state: opened(), answers: told(paper) })

/** How a server starts: what can be set, what was changed, and what went wrong. */
export const startupScenes: readonly Scene[] = [
  scene('startup', ['6 variables', 'Minecraft Version']),
  scene('startup-command', [/-jar paper\.jar/, '1 change', the('button', 'Save and restart with warning…')], {
    act: async (page) => {
      await jar(page).fill('paper.jar')
      await view(page).getByRole('region', { name: 'Command at the next start' }).scrollIntoViewIfNeeded()
    },
  }),
  scene('startup-wrong', ['It can’t be empty.', /1 not allowed as typed/], { act: fillJar('') }),
  scene('startup-refused', ['1 change was not saved.', /must not be greater/], {
    answers: {
      'startup:save': ok({
        saved: [],
        refused: [
          {
            key: 'SERVER_JARFILE',
            error: appError('input-rejected', { detail: 'The value field must not be greater than 20 characters.' }),
          },
        ],
        stopped: null,
      }),
    },
    act: steps(fillJar('a-name-that-is-far-too-long.jar'), press(/^Save$/)),
  }),
  scene('startup-saved', ['Saved 1 change.'], {
    answers: { 'startup:save': ok({ saved: ['SERVER_JARFILE'], refused: [], stopped: null }) },
    act: async (page) => {
      await jar(page).fill('paper.jar')
      await press(/^Save$/)(page)
    },
  }),
  scene('startup-held', ['Not now: installing.'], {
    state: opened({ servers: { ...opened().servers, [survival.ref]: { ...survival, condition: 'installing' } } }),
  }),
  scene(
    'startup-planned',
    ['The panel did not say which image it is.', the('button', 'Save and restart with warning…')],
    {
      state: opened({ plans: { p: planView({ ref: survival.ref }) } }),
      answers: told({ ...paper, image: null }),
      act: async (page) => {
        await fillJar('paper.jar')(page)
        await view(page).getByText('The panel did not say which image it is.').scrollIntoViewIfNeeded()
        await isOffFor(/^Save and restart/, 'Planned already.')(page)
      },
    },
  ),
]
