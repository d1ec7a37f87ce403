import { isMuted, type MuteChoice, muteChoices, mutedText, muteText } from '../../shared/model/preferences.ts'
import { useAppState, useClient, useNow } from '../state/hooks.ts'
import { MenuButton } from '../ui/ActionMenu.tsx'

/** The bell: says whether notifications are muted, and mutes them for a while. */
export function Mute() {
  const { send } = useClient()
  const preferences = useAppState((state) => state.preferences)
  const now = useNow(preferences.muted === null ? null : 15_000)
  const muted = isMuted(preferences, now)
  const item = (label: string, choice: MuteChoice | null) => ({
    label,
    onClick: () => send('preferences:mute', { choice }),
  })
  const acts = muted ? [item('Unmute', null)] : muteChoices.map((choice) => item(`Mute ${muteText[choice]}`, choice))
  return (
    <MenuButton
      icon={muted ? 'bell-off' : 'bell'}
      label={muted ? mutedText(preferences) : 'Mute notifications'}
      groups={[acts]}
    />
  )
}
