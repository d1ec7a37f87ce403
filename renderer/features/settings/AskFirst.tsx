import { confirmChoices } from '../../../shared/model/preferences.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { SignalSetting } from './SignalSetting.tsx'

const choiceNames = { never: 'Never', players: 'When players may be on', ask: 'Always' } as const

/** Which signals are asked about before they are sent. */
export function AskFirst() {
  const { call } = useClient().bridge
  const confirm = useAppState((state) => state.preferences.confirm)
  return (
    <SignalSetting
      title="Ask first"
      text="Before these are sent from the window, the tray or a notification. Players may be on while a server runs or its state is unknown: panels do not tell how many there are. A kill is always asked about."
      labelOf={(name) => `Ask before ${name}`}
      values={confirm}
      optionsOf={(signal) =>
        confirmChoices
          // There are no players on a server that is to be started.
          .filter((choice) => choice !== 'players' || signal !== 'start')
          .map((choice) => [choice, choiceNames[choice]])
      }
      save={(signal, choice) => call['preferences:setConfirm']({ ...confirm, [signal]: choice, asked: true })}
    />
  )
}
