import type { PlanView } from '../../../shared/model/restart-schema.ts'
import { useClient, useRunOnce } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { cancelPlan, cancelWord } from './cancel-plan.ts'

type CancelButtonProps = {
  plan: PlanView
  /** Its name for screen readers, where the server's name does not stand beside it. */
  label?: string
  tabIndex?: number
}

/** Cancels a countdown from where it is shown. */
export function CancelButton({ plan, label, tabIndex }: CancelButtonProps) {
  const client = useClient()
  const run = useRunOnce()
  return (
    <Button aria-label={label} tabIndex={tabIndex} onClick={() => cancelPlan(client, plan.id, run)}>
      {cancelWord(plan)}
    </Button>
  )
}
