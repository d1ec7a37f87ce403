import { fail } from '../../../shared/result.ts'
import { appState } from '../../fixtures/app-state.ts'
import { certificate, fillIn, found, notices, type Scene, the } from './world.ts'

export const firstRunScenes: readonly Scene[] = [
  {
    name: 'first-run',
    state: appState(),
    shows: [the('heading', 'Your servers, one click away'), the('textbox', 'Panel address')],
  },
  {
    name: 'first-run-works',
    state: appState(),
    answers: { 'keys:check': found, 'keys:add': 'never' },
    act: fillIn,
    shows: [/^Works: 5 servers \(Survival, /, the('button', 'Adding…')],
  },
  {
    name: 'first-run-wrong-token',
    state: appState(),
    answers: { 'keys:check': fail('token-refused') },
    act: fillIn,
    shows: ['The panel refused the token'],
  },
  {
    name: 'first-run-wrong-address',
    state: appState(),
    answers: { 'keys:check': fail('not-json') },
    act: fillIn,
    shows: ['A web page came back instead of an answer from the API.'],
  },
  {
    name: 'first-run-vault-failed',
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('vault-failed') },
    act: fillIn,
    shows: ['The token couldn’t be stored.'],
  },
  {
    name: 'first-run-weaker-storage',
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('weaker-storage') },
    act: fillIn,
    shows: [the('alertdialog', 'Keep tokens in memory?')],
  },
  {
    name: 'first-run-weaker-storage-cancelled',
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('weaker-storage') },
    act: async (page) => {
      await fillIn(page)
      await page.getByRole('button', { name: 'Cancel' }).click()
    },
    shows: ['This system has no safe place for the token'],
  },
  {
    name: 'first-run-http',
    state: appState(),
    answers: { 'keys:check': fail('insecure-private') },
    act: fillIn,
    shows: [the('alertdialog', 'Send the token without encryption?')],
  },
  {
    name: 'first-run-certificate',
    state: appState(),
    answers: { 'keys:check': fail('certificate-refused', { certificate }) },
    act: fillIn,
    shows: [the('alertdialog', 'Trust this certificate?'), certificate.fingerprint],
  },
  {
    name: 'first-run-short-token',
    state: appState(),
    act: async (page) => {
      await page.getByLabel('Token').fill('ptlc_0123456789')
      await page.getByRole('button', { name: 'Add key' }).click()
    },
    shows: ['Copy the whole token again'],
  },
  {
    name: 'first-run-notice',
    state: appState({ notices: notices.slice(0, 1) }),
    shows: ['The settings file was damaged, so its backup is used.', the('heading', 'Your servers, one click away')],
  },
  {
    name: 'first-run-permissions',
    state: appState(),
    act: (page) => page.getByRole('button', { name: 'What a key can do' }).click(),
    shows: [the('dialog', 'What a key can do'), the('rowheader', 'Power')],
  },
]
