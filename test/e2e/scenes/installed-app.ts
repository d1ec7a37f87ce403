import type { Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import { fail } from '../../../shared/result.ts'
import type { AppState, StartAtLoginState } from '../../../shared/state/state-schema.ts'
import type { UpdateAbility, UpdateProgress } from '../../../shared/updates/contract.ts'
import { ago, click, full, type Scene, steps, the } from './world.ts'

type Parts = {
  login?: StartAtLoginState
  progress?: UpdateProgress
  ability?: UpdateAbility
  choice?: AppState['preferences']['updates']
  platform?: string
}

/** The app as it was installed, its last question answered. */
function installed({ login = 'on', progress = { kind: 'idle' }, ability = 'itself', ...more }: Parts = {}): AppState {
  const { choice = 'automatic', platform = 'linux' } = more
  return {
    ...full,
    app: { ...full.app, platform, startAtLogin: login, update: { ability, progress } },
    preferences: { ...full.preferences, updates: choice, firstRunEnded: choice !== null },
  }
}

const goToSettings = async (page: Page) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('heading', { name: 'Updates' }).scrollIntoViewIfNeeded()
}
const version = '0.2.0'
const settings = (name: string, parts: Parts, ...shows: Scene['shows']): Scene => ({
  name,
  state: installed(parts),
  act: goToSettings,
  shows,
})

export const installedAppScenes: readonly Scene[] = [
  {
    name: 'first-run-end',
    state: installed({ choice: null, login: 'off' }),
    shows: [the('heading', 'Almost there'), the('button', 'Show my servers')],
  },
  {
    name: 'first-run-end-refused',
    state: installed({ choice: null, login: 'off', ability: 'page' }),
    answers: { 'startAtLogin:set': fail('start-at-login-failed') },
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Start at login' }).check()
      await page.getByRole('button', { name: 'Show my servers' }).click()
      await page.getByRole('alert').filter({ hasText: 'system' }).waitFor()
    },
    shows: ['The system didn’t accept the change.'],
  },
  {
    ...settings(
      'settings-login-approval',
      { login: 'approval', platform: 'darwin', choice: 'never' },
      the('switch', 'Start at login', { checked: true }),
      'Allow it in macOS first',
    ),
    // The switch is further up than the updates.
    act: async (page) => {
      await goToSettings(page)
      await page.getByRole('switch', { name: 'Start at login' }).scrollIntoViewIfNeeded()
    },
  },
  settings(
    'updates-available',
    { choice: 'tell', progress: { kind: 'available', version } },
    'Servertray 0.2.0 is out.',
    the('button', 'Download'),
  ),
  settings(
    'updates-available-on-page',
    {
      choice: 'tell',
      ability: 'page',
      progress: { kind: 'available', version },
    },
    'Servertray 0.2.0 is out.',
    the('button', 'Open the releases page'),
  ),
  settings(
    'updates-downloading',
    { progress: { kind: 'downloading', version, percent: 42 } },
    'Downloading Servertray 0.2.0: 42%',
    the('progressbar', 'Download'),
  ),
  {
    ...settings(
      'updates-ready',
      { progress: { kind: 'ready', version } },
      'A restart, a bulk action or a signal is under way',
      the('button', 'Restart to update'),
    ),
    answers: { 'updates:restart': fail('update-busy') },
    act: steps(goToSettings, click('Restart to update')),
  },
  settings(
    'updates-failed',
    { progress: { kind: 'failed', at: ago(60), error: appError('update-refused') } },
    'The download doesn’t match what was published',
  ),
  settings(
    'updates-none',
    { ability: 'none', login: 'unavailable' },
    'This build can’t update itself',
    'Only an installed Servertray can start at login.',
  ),
]
