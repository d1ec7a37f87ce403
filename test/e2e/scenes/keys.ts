import { permissions } from '../../../shared/keys/permission.ts'
import { fail } from '../../../shared/result.ts'
import { appState, keyView, panelView } from '../../fixtures/app-state.ts'
import {
  ago,
  certificate,
  failing,
  fillIn,
  found,
  full,
  goToKeys,
  keys,
  now,
  panels,
  reader,
  type Scene,
  servers,
  the,
} from './world.ts'

export const keyScenes: readonly Scene[] = [
  {
    name: 'keys',
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
    shows: ['Old laptop key', 'Refused: deleted or wrong (401)'],
  },
  {
    name: 'keys-health',
    state: appState({
      panels,
      backend: 'memory',
      keys: [
        keyView({ id: 'a', label: 'Checking', health: { kind: 'checking' } }),
        keyView({ id: 'b', label: 'Address', tokenIn: 'memory', health: failing('address-not-allowed') }),
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
    shows: ['Checking…', 'Not allowed from this address (403)'],
  },
  {
    name: 'keys-permissions',
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
    shows: ['Club, restart only', 'Power'],
  },
  {
    name: 'keys-may',
    state: full,
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
      await page.getByRole('menuitem', { name: 'What this key may do…' }).click()
      await page.getByRole('button', { name: 'Read only' }).click()
      await page.getByRole('checkbox', { name: 'Power' }).check()
    },
    shows: [the('dialog', /Home/), (page) => page.getByRole('checkbox', { name: 'Power', checked: true })],
  },
  {
    name: 'keys-panel-facts',
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
    shows: ['certificate'],
  },
  {
    name: 'keys-replace-weaker-storage',
    state: full,
    answers: { 'keys:replaceToken': fail('weaker-storage') },
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
      await page.getByRole('menuitem', { name: 'Replace token…' }).click()
      await page.getByLabel('Token', { exact: true }).fill(`ptlc_${'0123456789a'.repeat(4)}`)
      await page.getByRole('button', { name: 'Replace token' }).click()
    },
    shows: [the('alertdialog', 'Keep tokens in memory?')],
  },
  {
    name: 'keys-add',
    state: full,
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'Add a key' }).click()
    },
    shows: [the('dialog', 'Add an API key'), 'more only for what you want to do here', the('button', 'Add key')],
  },
  {
    name: 'keys-added',
    state: full,
    answers: { 'keys:check': found, 'keys:add': { ok: true, value: { ...found.value, keyId: 'new-key' } } },
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'Add a key' }).click()
      await page.getByLabel('Name for this key').fill('Laptop')
      await fillIn(page)
    },
    shows: ['Laptop added: 5 servers'],
  },
  {
    name: 'keys-menu',
    state: full,
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
    },
    // In the small window the last items are scrolled to.
    shows: [the('menuitem', 'Replace token…')],
  },
  {
    name: 'keys-remove',
    state: full,
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
      await page.getByRole('menuitem', { name: 'Remove…' }).click()
    },
    shows: [the('alertdialog', 'Remove Home?'), 'keeps working until you delete it'],
  },
  {
    name: 'keys-remove-dead',
    state: appState({
      panels,
      keys: [keyView({ label: 'Old laptop key', health: failing('token-refused'), serverCount: null })],
    }),
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Old laptop key' }).click()
      await page.getByRole('menuitem', { name: 'Remove…' }).click()
    },
    shows: [the('alertdialog', 'Remove Old laptop key?'), 'no longer accepts this key'],
  },
  {
    name: 'keys-replace',
    state: full,
    act: async (page) => {
      await goToKeys(page)
      await page.getByRole('button', { name: 'More for Home' }).click()
      await page.getByRole('menuitem', { name: 'Replace token…' }).click()
    },
    shows: [the('dialog', 'Replace the token of Home'), the('button', 'Replace token')],
  },
]
