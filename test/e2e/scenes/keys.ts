import { permissions } from '../../../shared/keys/permission.ts'
import { fail, ok } from '../../../shared/result.ts'
import { appState, keyView, panelView } from '../../fixtures/app-state.ts'
import {
  added,
  ago,
  certificate,
  click,
  failing,
  fill,
  fillIn,
  found,
  full,
  goToKeys,
  keys,
  now,
  panels,
  reader,
  type Scene,
  scenesOf,
  servers,
  steps,
  the,
} from './world.ts'

const scene = scenesOf({ state: full })

export const keyScenes: readonly Scene[] = [
  scene('keys', ['Old laptop key', 'Refused: deleted or wrong (401)'], {
    state: appState({
      panels,
      servers,
      keys: [
        ...keys,
        keyView({ id: 'old', label: 'Old laptop key', health: failing('token-refused'), serverCount: null }),
        keyView({ id: 'demo-key', panelId: 'demo', label: 'Demo', tokenIn: 'safe-storage', serverCount: 8 }),
      ],
    }),
    act: goToKeys,
  }),
  scene('keys-health', ['Checking…', 'Not allowed from this address (403)'], {
    state: appState({
      panels,
      backend: 'memory',
      keys: [
        keyView({ id: 'a', label: 'Checking', health: { kind: 'checking' } }),
        keyView({ id: 'b', label: 'Address', tokenIn: 'memory', health: failing('address-not-allowed') }),
        keyView({ id: 'f', label: 'All', serverCount: 64, listsAll: true, health: failing('none-listed') }),
        keyView({ id: 'c', label: 'Limited', health: failing('rate-limited', { retryAfterMs: 600_000 }) }),
        keyView({
          id: 'd',
          label: 'Away',
          health: failing('host-not-found'),
          leftOut: { unusable: 2, beyondBound: 0 },
        }),
        keyView({ id: 'e', label: 'Locked', health: failing('token-unreadable') }),
      ],
    }),
    act: goToKeys,
  }),
  scene('keys-permissions', ['Club, restart only', 'Power'], {
    state: appState({
      panels,
      servers,
      keys: [
        reader,
        keyView({
          id: 'club-key',
          panelId: 'club',
          label: 'Club, restart only',
          declared: ['power', 'console'],
          learned: [
            { permission: 'power', has: true, at: ago(600) },
            { permission: 'console', has: false, at: ago(5_000) },
          ],
          health: { kind: 'works', at: ago(20) },
        }),
        keyView({
          id: 'office',
          label: 'Office',
          declared: [...permissions],
          health: failing('address-not-allowed', {
            detail: 'This IP address (2001:db8:85a3::8a2e:370:7334) does not have permission to access the API.',
          }),
        }),
      ],
    }),
    act: goToKeys,
  }),
  scene('keys-may', [the('dialog', /Home/), (page) => page.getByRole('checkbox', { name: 'Power', checked: true })], {
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
      await page.getByRole('menuitem', { name: 'What this key may do…' }).click()
      await page.getByRole('button', { name: 'Read only' }).click()
      await page.getByRole('checkbox', { name: 'Power' }).check()
    },
  }),
  scene(
    'keys-lists',
    [the('dialog', 'Which servers Friends lists'), 'all of the panel', 'Panels show it to their administrators only.'],
    {
      state: appState({
        panels,
        servers,
        keys: [
          keyView({ label: 'Home', serverCount: 64, listsAll: true }),
          keyView({ id: 'friends', label: 'Friends', serverCount: 2 }),
        ],
      }),
      answers: { 'keys:setListsAll': fail('none-listed') },
      act: steps(
        goToKeys,
        click('More for Friends'),
        click('Which servers it lists…', 'menuitem'),
        click(/^All servers of the panel/, 'radio'),
        click('Save'),
      ),
    },
  ),
  scene('keys-panel-facts', ['certificate'], {
    state: appState({
      panels: [
        panelView({ trustedCertificate: { fingerprint: certificate.fingerprint, trustedAt: ago(90_000) } }),
        panelView({ id: 'club', baseUrl: 'http://192.168.1.20/api/client', allowsHttp: true }),
        panelView({ id: 'lab', baseUrl: 'http://10.0.0.7/api/client' }),
      ],
      keys: [
        keyView({ label: 'Home', budget: { limit: 240, remaining: 187, heldUntil: null, scarceUntil: null } }),
        keyView({
          id: 'b',
          panelId: 'club',
          label: 'Club',
          budget: { limit: 60, remaining: 8, heldUntil: null, scarceUntil: now + 40_000 },
        }),
        keyView({
          id: 'c',
          panelId: 'lab',
          label: 'Lab',
          health: failing('insecure-private'),
          serverCount: null,
          tokenIn: null,
        }),
        keyView({
          id: 'd',
          label: 'Self-hosted',
          health: failing('certificate-refused', { certificate }),
          budget: { limit: null, remaining: null, heldUntil: now + 90_000, scarceUntil: null },
        }),
      ],
    }),
    act: goToKeys,
  }),
  scene('keys-replace-weaker-storage', [the('alertdialog', 'Keep tokens in memory?')], {
    answers: { 'keys:replaceToken': fail('weaker-storage') },
    act: steps(
      goToKeys,
      click('More for Home'),
      click('Replace token…', 'menuitem'),
      fill(/^Token$/, `ptlc_${'0123456789a'.repeat(4)}`),
      click('Replace token'),
    ),
  }),
  scene(
    'keys-add',
    [the('dialog', 'Add an API key'), 'more only for what you want to do here', the('button', 'Add key')],
    {
      act: steps(goToKeys, click('Add a key')),
    },
  ),
  scene('keys-added', ['Laptop added: 5 servers'], {
    answers: { 'keys:check': found, 'keys:add': ok({ ...added, keyId: 'new-key' }) },
    act: steps(goToKeys, click('Add a key'), fill('Name for this key', 'Laptop'), fillIn),
  }),
  scene('keys-menu', [the('menuitem', 'Replace token…')], {
    act: steps(goToKeys, click('More for Home')),
  }),
  scene('keys-remove', [the('alertdialog', 'Remove Home?'), 'keeps working until you delete it'], {
    act: steps(goToKeys, click('More for Home'), click('Remove…', 'menuitem')),
  }),
  scene('keys-replace', [the('dialog', 'Replace the token of Home'), the('button', 'Replace token')], {
    act: steps(goToKeys, click('More for Home'), click('Replace token…', 'menuitem')),
  }),
]
