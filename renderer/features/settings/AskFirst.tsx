import { confirmChoices } from '../../../shared/model/preferences.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { SignalSetting } from './SignalSetting.tsx'

const choiceNames = { never: 'Never', players: 'While players are on or not known', ask: 'Always' } as const

/** Which signals are asked about before they are sent. */
export function AskFirst() {
  const { call } = useClient().bridge
  const confirm = useAppState((state) => state.preferences.confirm)
  return (
    <SignalSetting
      title="Ask first"
      text="In the window, the tray and notifications. How many are on is known only where you allowed to ask the game. A kill always asks."
      labelOf={(name) => `Ask before ${name}`}
      values={confirm}
      optionsOf={(signal) =>
        confirmChoices
          // There are no players on a server that is to be started.
          .filter((choice) => choice !== 'players' || signal !== 'start')
          .map((choice) => [choice, choiceNames[choice]])
      }
      save={(signal, choice) => call('preferences:set', { confirm: { ...confirm, [signal]: choice, asked: true } })}
    />
  )
}
