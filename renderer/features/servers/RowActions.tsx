import { isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { SignalButtons } from '../../parts/servers/SignalButtons.tsx'
import { useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'

type RowActionsProps = { server: ServerView; plan: PlanView | null; tabIndex: number; top: number }

/** What can be done to a server now with one press: while its restart counts down, only to cancel that. */
export function RowActions({ server, plan, tabIndex, top }: RowActionsProps) {
  const { view } = useClient()
  if (plan === null || !isAhead(plan)) return <SignalButtons server={server} look="row" tabIndex={tabIndex} at={top} />
  return (
    <Button
      tabIndex={tabIndex}
      aria-label={`Cancel the restart of ${server.name}`}
      onClick={() => view.setState({ dialog: { kind: 'cancel', planId: plan.id } })}
    >
      Cancel
    </Button>
  )
}
