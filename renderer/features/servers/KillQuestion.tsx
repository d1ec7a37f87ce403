import { useAppState, useClient, useView } from '../../state/hooks.ts'
import { Question } from '../../ui/Dialogs.tsx'
import { killText } from './words.ts'

/** Asks before every kill, wherever it was chosen. */
export function KillQuestion() {
  const client = useClient()
  const killing = useView((view) => view.killing)
  const server = useAppState((state) => (killing === null ? undefined : state.servers[killing.ref]))
  if (killing === null || server === undefined) return null
  const close = () => client.view.setState({ killing: null })
  return (
    <Question
      title={`Kill ${server.name}?`}
      text={killText}
      yes="Kill"
      look="bad"
      onYes={() => {
        close()
        client.confirmed(killing.ref, 'kill', killing.keyId)
      }}
      onClose={close}
    />
  )
}
