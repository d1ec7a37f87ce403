import type { Appearance as Colours } from '../../../shared/model/preferences.ts'
import { clockTime, type HourCycle } from '../../../shared/model/time-words.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Pills } from '../../ui/Pills.tsx'
import { Setting } from './Setting.tsx'
import { useSave } from './use-save.ts'

const colours: readonly { readonly value: Colours; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light or dark windows. */
export function Appearance() {
  const { call } = useClient().bridge
  const value = useAppState((state) => state.preferences.appearance)
  const { error, save } = useSave()
  return (
    <Setting
      title="Appearance"
      text="The colours of the windows. The tray icon follows the system."
      error={error}
      control={
        <Pills
          legend="Colours"
          hidesLegend
          options={colours}
          value={value}
          onChange={(appearance) => save(() => call('preferences:set', { appearance }))}
        />
      }
    />
  )
}

/** An afternoon, at which the two ways differ. */
const example = new Date(2026, 0, 1, 14, 5).getTime()
const ways: readonly { readonly value: HourCycle; readonly label: string }[] = [
  { value: 'h23', label: clockTime(example, 'h23') },
  { value: 'h12', label: clockTime(example, 'h12') },
]

/**
 * How times of day are told. There is no choice *as the system*: Electron tells the system's language, but not whether
 * the person set its clock to 12 or 24 hours.
 */
export function Times() {
  const { call } = useClient().bridge
  const value = useAppState((state) => state.preferences.hourCycle)
  const { error, save } = useSave()
  return (
    <Setting
      title="Times"
      text="In windows, tray and notifications. Console lines and saved files always have 24 hours."
      error={error}
      control={
        <Pills
          legend="Times"
          hidesLegend
          options={ways}
          value={value}
          onChange={(hourCycle) => save(() => call('preferences:set', { hourCycle }))}
        />
      }
    />
  )
}
