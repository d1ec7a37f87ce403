import { type KeyKnowledge, knows } from './key-permissions.ts'
import type { Permission } from './permission.ts'
import type { RestartChoices } from './restart.ts'

/** The rights of an account on a server that the app asks about, in the panel's own names, by the permission of a key. */
export const permissionOfRight = {
  'control.start': 'power',
  'control.stop': 'power',
  'control.restart': 'power',
  'control.console': 'console',
  'backup.read': 'backups-view',
  'backup.create': 'backups-full',
  'backup.restore': 'backups-full',
} as const satisfies Record<string, Permission>
export type Right = keyof typeof permissionOfRight

/** What somebody without it may not do, as the end of a sentence. */
export const rightWords: Readonly<Record<Right, string>> = {
  'control.start': 'start this server',
  'control.stop': 'stop this server',
  'control.restart': 'restart this server',
  'control.console': 'send commands to this server',
  'backup.read': 'see the backups of this server',
  'backup.create': 'make backups of this server',
  'backup.restore': 'restore backups of this server',
}

/** All that a panel says an account may do on a server, `*` for everything; null where that is not known. */
export type AccountRights = readonly string[] | null

/** True unless it is known what the account may, and this is not among it. */
export const permits = (account: AccountRights, name: string): boolean =>
  account === null || account.includes('*') || account.includes(name)

/**
 * Whether a key may do something on a server, merged of what its owner declared, what its account may there, and what the
 * panel refused it. The account's word counts more than what was learned, maybe on another server.
 * @param now unix milliseconds
 */
export function verdictOn(
  right: Right,
  key: KeyKnowledge,
  account: AccountRights,
  now: number,
): 'may' | 'may-not' | 'not-known' {
  const known = knows(key, permissionOfRight[right], now)
  if (known === 'lacks') return 'may-not'
  if (account !== null) return permits(account, right) ? 'may' : 'may-not'
  if (known === 'unknown') return 'not-known'
  return known === 'has' ? 'may' : 'may-not'
}

/** What a guided restore takes. @param isOff where nothing needs to be stopped */
export const rightsOfRestore = (isOff: boolean, backsUpFirst: boolean): readonly Right[] => [
  'backup.restore',
  ...(isOff ? [] : (['control.stop'] as const)),
  ...(backsUpFirst ? (['backup.create', 'backup.read'] as const) : []),
]

/** What an announced restart takes to come to its end: not what it goes on without. */
export function rightsOfRestart(choices: RestartChoices): readonly Right[] {
  const { warnings, lastCommand, onWarningFailed, backupFirst, atZero, killAfterMinutes } = choices
  const speaks = warnings.length > 0 || lastCommand !== null
  return [
    ...(atZero === 'restart' ? (['control.restart'] as const) : (['control.stop', 'control.start'] as const)),
    ...(killAfterMinutes === null ? [] : (['control.stop', 'control.start'] as const)),
    ...(speaks && onWarningFailed === 'stop' ? (['control.console'] as const) : []),
    ...(backupFirst === 'must' ? (['backup.create', 'backup.read'] as const) : []),
  ]
}
