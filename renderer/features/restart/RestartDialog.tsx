import { useState } from 'react'
import { hasEnded, planOf } from '../../../shared/model/restart.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { powerChoices } from '../../../shared/servers/choices.ts'
import { useMissingPermission, useMissingPower } from '../../parts/servers/MissingPermission.tsx'
import { useAppState, useClient, useServerNames } from '../../state/hooks.ts'
import type { DialogProps } from '../../state/view.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RestartForm } from './RestartForm.tsx'
import { RestartLead } from './RestartLead.tsx'

type OneProps = { title: string; server: ServerView; onClose: () => void }

/** Without the permission Console no warning can be sent: says so, and offers a restart without. */
function WithoutWarnings({ title, server, reason, hint, onClose }: OneProps & { reason: string; hint: string }) {
  const client = useClient()
  return (
    <FormDialog
      title={title}
      submit="Restart without warning"
      task={{
        start() {
          onClose()
          client.confirmed(server.ref, 'restart')
        },
      }}
      onClose={onClose}
    >
      <RestartLead servers={[server]} />
      <Notice tone="busy" message={`Warnings cannot be sent: ${reason}.`} hint={hint} />
    </FormDialog>
  )
}

function OneServer(props: OneProps) {
  const { title, server, onClose } = props
  const power = useMissingPower(server)
  const console = useMissingPermission(server, 'control.console')
  const planned = useAppState((state) => {
    const plan = planOf(state, server.ref)
    return plan !== null && !hasEnded(plan)
  })
  // The action that runs is that of this dialog's own plan, once the signal was sent.
  const [wasPlanned] = useState(planned)
  const stop = wasPlanned ? 'a restart is planned already' : powerChoices(server, power).restart
  if (stop === null && console !== null)
    return <WithoutWarnings {...props} reason={console.reason} hint={console.hint} />
  return <RestartForm title={title} servers={[server]} stop={stop} onClose={onClose} />
}

/** Asks how and when one server, or several in turn, are restarted with warnings. */
export function RestartDialog({ asked: { refs }, onClose }: DialogProps<'restart'>) {
  const all = useAppState((state) => state.servers)
  const nameOf = useServerNames()
  const servers = refs.flatMap((ref) => all[ref] ?? [])
  const [first, ...others] = servers
  if (first === undefined) return null
  if (others.length === 0)
    return <OneServer title={`Restart ${nameOf(first.ref)} with warning`} server={first} onClose={onClose} />
  const title = `Restart ${servers.length} servers with warning`
  return <RestartForm title={title} servers={servers} stop={null} onClose={onClose} />
}
