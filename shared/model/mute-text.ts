import type { MuteChoice } from './preferences.ts'
import type { Preferences } from './preferences-schema.ts'
import { clockTime } from './time-words.ts'

/** The length of each choice, as it follows the word Mute. */
export const muteText: Readonly<Record<MuteChoice, string>> = {
  '1h': 'for 1 h',
  '4h': 'for 4 h',
  '8h': 'for 8 h',
  'until-turned-on': 'until I unmute',
}

/** Says until when notifications are muted. */
export function mutedText({ muted }: Preferences): string {
  return muted?.until ? `Muted until ${clockTime(muted.until)}` : 'Muted until you unmute'
}
