import type { ServerView } from '../../../shared/model/server-schema.ts'
import { powerChoices } from '../../../shared/servers/choices.ts'
import { useMissingPower } from '../../parts/servers/MissingPermission.tsx'
import { useAppState, useClient, useServerNames } from '../../state/hooks.ts'
import type { DialogProps } from '../../state/view.ts'
import { Question } from '../../ui/Dialogs.tsx'
import factStyles from '../../ui/facts.module.css'
import { Notice } from '../../ui/Notice.tsx'

function Asked({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const client = useClient()
  const panel = useAppState((state) => state.panels[server.panelId])
  const nameOf = useServerNames()
  const missing = useMissingPower(server)
  const stop = powerChoices(server, missing).restart
  return (
    <Question
      title={`Restart ${nameOf(server.ref)}?`}
      text="A link asks for this. Players are disconnected without a warning. Restart only if you opened that link yourself."
      yes="Restart"
      look="plain"
      {...(stop !== null && { stop })}
      onYes={() => {
        onClose()
        client.confirmed(server.ref, 'restart', { origin: 'link' })
      }}
      onClose={onClose}
    >
      <dl className={factStyles.pairs}>
        <dt>Server</dt>
        <dd>
          {server.name} <code data-tone="calm">{server.identifier}</code>
        </dd>
        <dt>Panel</dt>
        <dd>
          {panel?.name} <code data-tone="calm">{URL.parse(panel?.baseUrl ?? '')?.origin}</code>
        </dd>
      </dl>
      {stop !== null && <Notice tone="busy" message={`Not now: ${stop}.`} />}
    </Question>
  )
}

/** A link may ask for a restart; only a click here does it. */
export function LinkRestart({ asked, onClose }: DialogProps<'link'>) {
  const server = useAppState((state) => state.servers[asked.ref])
  return server === undefined ? null : <Asked server={server} onClose={onClose} />
}
