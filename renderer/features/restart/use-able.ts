import type { RestartChoices } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { leftOut } from '../../parts/bulk/eligibility.ts'
import { useNotBackedUp } from '../../parts/restart/BackupFirst.tsx'
import { useAppState, useServerNames } from '../../state/hooks.ts'

/**
 * The servers of a restart that can take part; of several, those that cannot with their reasons: those of which no backup
 * can be made among them, where one must come first. `not`: those that are restarted without one.
 */
export function useAble(servers: readonly ServerView[], backupFirst: RestartChoices['backupFirst']) {
  const state = useAppState((whole) => whole)
  const nameOf = useServerNames()
  const not = useNotBackedUp(servers)
  const canBackUp = not.length < servers.length
  if (servers.length === 1) return { able: servers, out: [], not, canBackUp }
  const { able, out } = leftOut(state, servers, 'restart-warning', Date.now(), nameOf)
  if (backupFirst !== 'must' || !canBackUp) return { able, out, not, canBackUp }
  const isIn = ({ ref }: { ref: ServerView['ref'] }) => able.some((one) => one.ref === ref)
  const without = not.filter(isIn).map(({ name, reason }) => ({ name, reason: `no backup can be made: ${reason}` }))
  const backedUp = able.filter(({ ref }) => !not.some((one) => one.ref === ref))
  return { able: backedUp, out: [...out, ...without], not: [], canBackUp }
}
