import { useAppState, useClient } from '../../state/hooks.ts'
import { SignalSetting } from './SignalSetting.tsx'

const choices = [1, 2, 3, 5, 10, 13, 15, 20, 30, 60, 120] as const

/** The minutes after which an action counts as stalled. */
export function TimeLimits() {
  const { call } = useClient().bridge
  const minutes = useAppState((state) => state.preferences.stallMinutes)
  return (
    <SignalSetting
      title="Time limits"
      text="After this long without effect an action counts as stalled. You can then try again, or kill the server."
      labelOf={(name) => `${name} limit`}
      values={minutes}
      optionsOf={(signal) =>
        [...new Set([...choices, minutes[signal]])].sort((a, b) => a - b).map((n) => [n, `${n} min`])
      }
      save={(signal, value) => call('preferences:set', { stallMinutes: { ...minutes, [signal]: value } })}
    />
  )
}
