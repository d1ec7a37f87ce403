import { valuesOf } from '../../../shared/tables.ts'
import { useAppState } from '../../state/hooks.ts'

/** `shown`: some server has a count. `offered`: games could be asked, and nobody has said whether they may. */
export type PlayersColumn = 'shown' | 'offered' | null

/** Whether the list has a column for players. */
export function usePlayersColumn(): PlayersColumn {
  return useAppState(({ players, preferences, servers }) => {
    if (valuesOf(players).some(({ count }) => count !== null)) return 'shown'
    const { asked, panels } = preferences.players
    if (asked || panels.length > 0) return null
    return valuesOf(servers).some(({ state }) => state === 'running') ? 'offered' : null
  })
}
