import { expect, it } from 'vitest'
import { whyNotAllowed } from '../../../../shared/keys/allowed.ts'
import type { KeyKnowledge, Permission } from '../../../../shared/keys/permission.ts'
import { permissions } from '../../../../shared/keys/permission.ts'
import {
  type AccountRights,
  type Need,
  rightsOfRestart,
  rightsOfRestore,
  verdictOn,
} from '../../../../shared/keys/rights.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const now = 1_000_000_000
const unsure: KeyKnowledge = { declared: null, learned: [] }
const learned = (has: boolean): KeyKnowledge => ({ declared: null, learned: [{ permission: 'power', has, at: now }] })
const some = ['control.start', 'websocket.connect']

it.each<[what: string, Need, KeyKnowledge, AccountRights, ReturnType<typeof verdictOn>]>([
  ['nothing is known', 'control.restart', unsure, null, 'unknown'],
  ['the account owns the server', 'control.restart', unsure, ['*'], 'unknown'],
  ['an admin’s account', 'control.restart', unsure, ['*', 'admin.websocket.errors'], 'unknown'],
  ['the account may', 'control.start', unsure, some, 'unknown'],
  ['the account may something else', 'control.restart', unsure, some, 'denied'],
  ['the account may nothing', 'control.start', unsure, [], 'denied'],
  ['the key is ticked, the account may not', 'control.stop', { declared: ['power'], learned: [] }, some, 'denied'],
  ['the key is not ticked, the account may', 'control.start', { declared: ['console'], learned: [] }, ['*'], 'lacks'],
  ['the key is ticked, the account not known', 'control.stop', { declared: ['power'], learned: [] }, null, 'has'],
  ['a wider tick holds the narrower', 'backup.read', { declared: ['backups-full'], learned: [] }, null, 'has'],
  ['it worked before, the account not known', 'control.stop', learned(true), null, 'has'],
  ['it was refused before, the account not known', 'control.stop', learned(false), null, 'refused'],
  ['it was refused elsewhere, the account may', 'control.start', learned(false), some, 'unknown'],
  ['a permission of which the account has a part', 'power', unsure, some, 'unknown'],
  ['a permission of which it has none', 'console', unsure, some, 'denied'],
  ['all, of which nothing can be said', 'all', unsure, some, 'unknown'],
  ['it worked elsewhere, the account may not', 'control.stop', learned(true), some, 'denied'],
])('%s: %s', (_what, right, key, account, verdict) => expect(verdictOn(right, key, account, now)).toBe(verdict))

const all = { warnings: [10], onWarningFailed: 'stop', backupFirst: 'must' } as const
it.each([
  [{ warnings: [] }, ['control.restart']],
  [{ warnings: [10] }, ['control.restart']],
  [
    { warnings: [], lastCommand: { text: 'save-all', waitSeconds: 1 }, onWarningFailed: 'stop' },
    ['control.restart', 'control.console'],
  ],
  [{ warnings: [], atZero: 'stop-start' }, ['control.stop', 'control.start']],
  [{ warnings: [], backupFirst: 'anyway' }, ['control.restart']],
  [all, ['control.restart', 'control.console', 'backup.create', 'backup.read']],
] as const)('a restart of %j takes what it does not go on without: %j', (choices, rights) => {
  const whole = restartChoices({
    lastCommand: null,
    killAfterMinutes: null,
    ...choices,
    warnings: [...choices.warnings],
  })
  expect(rightsOfRestart(whole)).toEqual(rights)
})

it.each([
  [true, false, ['backup.restore']],
  [false, true, ['backup.restore', 'control.stop', 'backup.create', 'backup.read']],
] as const)('a restore of a server that is off: %s, after a backup: %s, takes %j', (isOff, backsUpFirst, rights) =>
  expect(rightsOfRestore(isOff, backsUpFirst)).toEqual(rights),
)

const server = serverView()
const stateWith = (declared: readonly Permission[] | null, dialect: 'core' | 'pterodactyl' = 'pterodactyl', keys = 1) =>
  appState({
    panels: [panelView({ dialect })],
    keys: ['home-key', 'second'].slice(0, keys).map((id) => keyView({ id, declared: declared && [...declared] })),
    servers: [server],
  })

it.each([
  ['that may look only', stateWith(['files-read']), null, 'this key lacks Files: read & write'],
  ['that may write', stateWith(['files-write']), null, null],
  ['that lacks both', stateWith(['power']), 'this key lacks Files: read', 'this key lacks Files: read & write'],
  ['of which nothing is known', stateWith(null), null, null],
  ['that may all', stateWith(permissions), null, null],
  ['of a panel of the core document', stateWith(permissions, 'core'), 'not on this panel', 'not on this panel'],
])('files with a key %s', (_, state, view, change) => {
  expect(whyNotAllowed(state, server, 'files', 'view', now)).toBe(view)
  expect(whyNotAllowed(state, server, 'files', 'change', now)).toBe(change)
})

it('is lacking where it is with two keys', () => {
  const both = { ...server, keyIds: [...server.keyIds, keyView({ id: 'second' }).id] }
  expect(whyNotAllowed(stateWith(['power'], 'pterodactyl', 2), both, 'backups', 'view', now)).toBe(
    'these keys lack Backups: view',
  )
})
