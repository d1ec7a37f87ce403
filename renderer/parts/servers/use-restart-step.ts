import { hasEnded, planOf } from '../../../shared/model/restart.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { powerChoices } from '../../../shared/servers/choices.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { useMissingPower } from './MissingPermission.tsx'

/** The restart with warning of a server, as the next step after a change that is used at its next start. */
export function useRestartStep(server: ServerView) {
  const { view } = useClient()
  const { ref } = server
  const missing = useMissingPower(server)
  const plan = useAppState((state) => planOf(state, ref))
  const isPlanned = plan !== null && !hasEnded(plan)
  const stop = isPlanned ? 'planned already' : powerChoices(server, missing).restart
  const restart = () => view.setState({ dialog: { kind: 'restart', refs: [ref] } })
  return {
    /** Why it cannot be planned now, in a few words; null where it can. */
    stop,
    /** Opens the dialog that asks how. */
    restart,
    /** The same as a button of a notice; nothing where it cannot be planned now. */
    step: stop === null ? { step: { label: 'Restart with warning…', onClick: restart } } : {},
  }
}
