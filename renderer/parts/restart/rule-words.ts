import type { PlayersRule, RestartChoices } from '../../../shared/model/restart-schema.ts'

/**
 * What a restart does about players: `When empty, from 60 min before, or not at all`; null where it does not.
 * @param waitMinutes how long before its time it begins to wait for an empty server; null where that is open
 */
export function ruleText(players: PlayersRule, waitMinutes: number | null): string | null {
  if (players.rule === 'any') return null
  if (players.rule === 'at-most') return `Only if at most ${players.players} are on`
  const from = waitMinutes === null ? '' : `from ${waitMinutes} min before, `
  return `When empty, ${from}${players.otherwise === 'skip' ? 'or not at all' : 'then with warning'}`
}

/** Whether a backup comes first: `Backs up first, restarts anyway if that fails`; null where none does. */
export function backupFirstText(backupFirst: RestartChoices['backupFirst']): string | null {
  if (backupFirst === 'no') return null
  return backupFirst === 'must' ? 'Backs up first' : 'Backs up first, restarts anyway if that fails'
}
