import type { PowerSignal } from '../../../shared/model/power.ts'
import { signalName } from '../../../shared/model/power-words.ts'
import type { PlanView } from '../../../shared/model/restart.ts'
import { isAhead } from '../../../shared/model/restart-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { missingPermissionProps, useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { quickSignals } from '../../parts/servers/quick-signals.ts'
import { useClient } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'

/** The name of a signal's button, with the server's; after a stall it is a second try. */
function signalLabel({ name, action }: ServerView, signal: PowerSignal): string {
  const isRetry = action?.phase === 'stalled' && action.signal === signal
  return isRetry ? `Retry: ${signalName[signal].toLowerCase()} ${name}` : `${signalName[signal]} ${name}`
}

type RowActionsProps = { server: ServerView; plan: PlanView | null; tabIndex: number; children: React.ReactNode }

/** What can be done to a server now with one press: while its restart counts down, only to cancel that. */
export function RowActions({ server, plan, tabIndex, children }: RowActionsProps) {
  const { power, view } = useClient()
  const missing = useMissingPermission(server, 'power')
  if (plan !== null && isAhead(plan))
    return (
      <>
        <Button
          tabIndex={tabIndex}
          aria-label={`Cancel the restart of ${server.name}`}
          onClick={() => view.setState({ dialog: { kind: 'cancel', planId: plan.id } })}
        >
          Cancel
        </Button>
        {children}
      </>
    )
  const send = (signal: PowerSignal) => missing === null && power(server.ref, signal)
  return (
    <>
      {quickSignals(server).map((signal) =>
        signal === 'kill' ? (
          <Button
            key={signal}
            look="bad"
            tabIndex={tabIndex}
            {...missingPermissionProps(missing)}
            onClick={() => send(signal)}
          >
            Kill…
          </Button>
        ) : (
          <IconButton
            key={signal}
            icon={signal}
            label={signalLabel(server, signal)}
            tabIndex={tabIndex}
            {...missingPermissionProps(missing)}
            onClick={() => send(signal)}
          />
        ),
      )}
      {children}
    </>
  )
}
