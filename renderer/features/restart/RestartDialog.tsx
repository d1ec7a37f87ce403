import { useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { hasEnded, planOf } from '../../../shared/model/restart.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { powerChoices } from '../../../shared/servers/choices.ts'
import { useMissingPermission, useMissingPower } from '../../parts/servers/MissingPermission.tsx'
import { useAppState, useClient, useServerNames } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RestartForm } from './RestartForm.tsx'
import { RestartLead } from './RestartLead.tsx'

/** Without the permission Console no warning can be sent: says so, and offers a restart without. */
function WithoutWarnings({
  server,
  reason,
  hint,
  onClose,
}: {
  server: ServerView
  reason: string
  hint: string
  onClose: () => void
}) {
  const client = useClient()
  return (
    <>
      <RestartLead servers={[server]} />
      <Notice tone="busy" message={`Warnings cannot be sent: ${reason}.`} hint={hint} />
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="go"
          onClick={() => {
            onClose()
            client.confirmed(server.ref, 'restart')
          }}
        >
          Restart without warning
        </Button>
      </div>
    </>
  )
}

function OneServer({ server, onClose }: { server: ServerView; onClose: () => void }) {
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
    return <WithoutWarnings server={server} reason={console.reason} hint={console.hint} onClose={onClose} />
  return <RestartForm servers={[server]} stop={stop} onClose={onClose} />
}

/** Asks how and when one server, or several in turn, are restarted with warnings. */
export function RestartDialog({ refs, onClose }: { refs: readonly ServerRef[]; onClose: () => void }) {
  const all = useAppState((state) => state.servers)
  const nameOf = useServerNames()
  const servers = refs.flatMap((ref) => all[ref] ?? [])
  const [first, ...others] = servers
  if (first === undefined) return null
  const isOne = others.length === 0
  return (
    <Modal
      title={isOne ? `Restart ${nameOf(first.ref)} with warning` : `Restart ${servers.length} servers with warning`}
      onClose={onClose}
    >
      {isOne ? (
        <OneServer server={first} onClose={onClose} />
      ) : (
        <RestartForm servers={servers} stop={null} onClose={onClose} />
      )}
    </Modal>
  )
}
