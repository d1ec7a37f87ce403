import { fail } from '../../../shared/result.ts'
import { appState } from '../../fixtures/app-state.ts'
import { certificate, fillIn, found, notices, type Scene } from './world.ts'

export const firstRunScenes: readonly Scene[] = [
  {
    name: 'first-run',
    state: appState(),
    act: (page) => page.getByRole('heading', { name: 'Your servers, one click away' }).waitFor(),
  },
  { name: 'first-run-works', state: appState(), answers: { 'keys:check': found, 'keys:add': 'never' }, act: fillIn },
  { name: 'first-run-wrong-token', state: appState(), answers: { 'keys:check': fail('token-refused') }, act: fillIn },
  { name: 'first-run-wrong-address', state: appState(), answers: { 'keys:check': fail('not-json') }, act: fillIn },
  {
    name: 'first-run-vault-failed',
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('vault-failed') },
    act: fillIn,
  },
  {
    name: 'first-run-weaker-storage',
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('weaker-storage') },
    act: fillIn,
  },
  {
    name: 'first-run-weaker-storage-cancelled',
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('weaker-storage') },
    act: async (page) => {
      await fillIn(page)
      await page.getByRole('button', { name: 'Cancel' }).click()
    },
  },
  {
    name: 'first-run-http',
    state: appState(),
    answers: { 'keys:check': fail('insecure-private') },
    act: fillIn,
  },
  {
    name: 'first-run-certificate',
    state: appState(),
    answers: { 'keys:check': fail('certificate-refused', { certificate }) },
    act: fillIn,
  },
  {
    name: 'first-run-short-token',
    state: appState(),
    act: async (page) => {
      await page.getByLabel('Token').fill('ptlc_0123456789')
      await page.getByRole('button', { name: 'Add key' }).click()
    },
  },
  { name: 'first-run-notice', state: appState({ notices: notices.slice(0, 1) }) },
  {
    name: 'first-run-permissions',
    state: appState(),
    act: (page) => page.getByRole('button', { name: 'What a key can do' }).click(),
  },
]
