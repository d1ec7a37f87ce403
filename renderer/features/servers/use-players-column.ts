import { valuesOf } from '../../../shared/tables.ts'
import { useAppState } from '../../state/hooks.ts'

/** `shown`: some server has a count. `offered`: games could be asked, and nobody has said whether they may. */
export type PlayersColumn = 'shown' | 'offered' | null

/** Whether the list has a column for players. */
export function usePlayersColumn(): PlayersColumn {
  return useAppState(({ players, preferences, panels }) => {
    if (valuesOf(players).some(({ count }) => count !== null)) return 'shown'
    if (preferences.players.asked) return null
    // Only a panel that tells states tells where its games are.
    return valuesOf(panels).some(({ dialect }) => dialect === 'pterodactyl') ? 'offered' : null
  })
}
