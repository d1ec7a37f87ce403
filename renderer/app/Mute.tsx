import { mutedText, muteText } from '../../shared/model/mute-text.ts'
import { isMuted, muteChoices } from '../../shared/model/preferences.ts'
import { useAppState, useClient, useNow } from '../state/hooks.ts'
import { MenuButton, MenuItem } from '../ui/ActionMenu.tsx'

/** The bell: says whether notifications are muted, and mutes them for a while. */
export function Mute() {
  const { bridge, run } = useClient()
  const preferences = useAppState((state) => state.preferences)
  const now = useNow(preferences.muted === null ? null : 15_000)
  const muted = isMuted(preferences, now)
  const mute = (choice: (typeof muteChoices)[number] | null) =>
    void run(() => bridge.call('preferences:mute', { choice }))
  const label = muted ? mutedText(preferences) : 'Mute notifications'
  return (
    <MenuButton icon={muted ? 'bell-off' : 'bell'} label={label}>
      {muted ? (
        <MenuItem onClick={() => mute(null)}>Unmute</MenuItem>
      ) : (
        muteChoices.map((choice) => (
          <MenuItem key={choice} onClick={() => mute(choice)}>
            {`Mute ${muteText[choice]}`}
          </MenuItem>
        ))
      )}
    </MenuButton>
  )
}
