import { fail } from '../../../shared/result.ts'
import { appState } from '../../fixtures/app-state.ts'
import { certificate, click, fill, fillIn, found, notices, type Scene, scenesOf, steps, the } from './world.ts'

const scene = scenesOf({ state: appState() })

export const firstRunScenes: readonly Scene[] = [
  scene('first-run', [the('heading', 'Your servers, one click away'), the('textbox', 'Panel address')]),
  scene('first-run-works', [/^Works: 5 servers \(Survival, /, the('button', 'Adding…')], {
    answers: { 'keys:check': found, 'keys:add': 'never' },
    act: fillIn,
  }),
  scene('first-run-wrong-token', ['The panel refused the token'], {
    answers: { 'keys:check': fail('token-refused') },
    act: fillIn,
  }),
  scene('first-run-wrong-address', ['A web page came back instead of an answer from the API.'], {
    answers: { 'keys:check': fail('not-json') },
    act: fillIn,
  }),
  scene('first-run-vault-failed', ['The token couldn’t be stored.'], {
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('vault-failed') },
    act: fillIn,
  }),
  scene('first-run-weaker-storage', [the('alertdialog', 'Keep tokens in memory?')], {
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('weaker-storage') },
    act: fillIn,
  }),
  scene('first-run-weaker-storage-cancelled', ['This system has no safe place for the token'], {
    state: appState({ backend: 'memory' }),
    answers: { 'keys:check': found, 'keys:add': fail('weaker-storage') },
    act: steps(fillIn, click('Cancel')),
  }),
  scene('first-run-http', [the('alertdialog', 'Send the token without encryption?')], {
    answers: { 'keys:check': fail('insecure-private') },
    act: fillIn,
  }),
  scene('first-run-no-https', [the('alertdialog', /^Use http:/)], {
    answers: { 'keys:check': fail('no-https') },
    act: fillIn,
  }),
  scene('first-run-certificate', [the('alertdialog', 'Trust this certificate?'), certificate.fingerprint], {
    answers: { 'keys:check': fail('certificate-refused', { certificate }) },
    act: fillIn,
  }),
  scene('first-run-short-token', ['Copy the whole token again'], {
    act: steps(fill('Token', 'ptlc_0123456789'), click('Add key')),
  }),
  scene(
    'first-run-notice',
    ['The settings file was damaged, so its backup is used.', the('heading', 'Your servers, one click away')],
    { state: appState({ notices: notices.slice(0, 1) }) },
  ),
  scene('first-run-permissions', [the('dialog', 'What a key can do'), the('rowheader', 'Power')], {
    act: click('What a key can do'),
  }),
]
