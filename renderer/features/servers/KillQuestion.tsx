import { useAppState, useClient, useView } from '../../state/hooks.ts'
import { Question } from '../../ui/Dialogs.tsx'
import { killText } from './words.ts'

/** Asks before every kill, wherever it was chosen. */
export function KillQuestion() {
  const client = useClient()
  const ref = useView((view) => view.killing?.ref ?? null)
  const server = useAppState((state) => (ref === null ? undefined : state.servers[ref]))
  if (server === undefined) return null
  return (
    <Question
      title={`Kill ${server.name}?`}
      text={killText}
      yes="Kill"
      look="bad"
      onYes={client.confirmKill}
      onClose={() => client.view.setState({ killing: null })}
    />
  )
}
