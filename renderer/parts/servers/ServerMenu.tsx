import type { KeyView } from '../../../shared/keys/contract.ts'
import type { PanelId, ServerRef } from '../../../shared/model/identifier.ts'
import { type PowerSignal, signalName } from '../../../shared/model/power.ts'
import type { PowerAction } from '../../../shared/model/power-schema.ts'
import { hasEnded, isAhead, planOf } from '../../../shared/model/restart.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { powerChoices } from '../../../shared/servers/choices.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { ActionMenu, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import type { MenuRequest } from '../../ui/MenuTrigger.tsx'
import { useCopy } from '../copy.ts'
import { PlanItems } from '../restart/PlanControls.tsx'
import { useMissingPermission, useRefusalNote } from './MissingPermission.tsx'
import { useOpenPanel } from './OpenPanel.tsx'

/** Opens the panel's page, where a key's permissions are changed. */
function OpenPanelItem({ panelId }: { panelId: PanelId }) {
  const open = useOpenPanel(panelId)
  return <MenuItem onClick={open}>Open the panel</MenuItem>
}

type TryWithProps = { server: ServerView; action: PowerAction; other: KeyView }

/** Tries a refused action again with the other key that may do it. */
function TryWithItem({ server, action, other }: TryWithProps) {
  const { power } = useClient()
  return (
    <>
      <MenuItem onClick={() => power(server.ref, action.signal, other.id)}>{`Try with ${other.label}`}</MenuItem>
      <MenuLine />
    </>
  )
}

/** The items of a server's menu: all four signals, with the reason for those that cannot be sent now, and the rest. */
export function ServerItems({ serverRef }: { serverRef: ServerRef }) {
  const client = useClient()
  const server = useAppState((state) => state.servers[serverRef])
  const missing = useMissingPermission(server, 'power')
  const note = useRefusalNote(server, 'power')
  const isPinned = useAppState((state) => state.preferences.pinned.includes(serverRef))
  const plan = useAppState((state) => planOf(state, serverRef))
  const isPlanned = plan !== null && !hasEnded(plan)
  const isExpectedOff = useAppState((state) => state.preferences.expectedOff.includes(serverRef))
  const other = useAppState((state) => {
    const { otherKeyId } = state.servers[serverRef]?.action ?? {}
    return otherKeyId ? state.keys[otherKeyId] : undefined
  })
  const copy = useCopy()
  const isQuiet = useAppState((state) => state.preferences.quiet.includes(serverRef))
  const { call } = client.bridge
  if (server === undefined)
    return (
      <MenuItem reason="no longer in the list" onClick={() => {}}>
        Server
      </MenuItem>
    )
  const choices = powerChoices(server, missing)
  const warned = isPlanned ? 'planned already' : choices.restart
  const items = (signals: readonly PowerSignal[]) =>
    signals.map((signal) => (
      <MenuItem
        key={signal}
        bad={signal === 'kill'}
        reason={choices[signal]}
        note={note}
        onClick={() => client.power(serverRef, signal)}
      >
        {signal === 'kill' ? 'Kill…' : signalName[signal]}
      </MenuItem>
    ))
  return (
    <>
      {plan !== null && <PlanItems plan={plan} />}
      {other !== undefined && server.action?.phase === 'refused' && (
        <TryWithItem server={server} action={server.action} other={other} />
      )}
      {/* A countdown has its own items, *Restart now* among them. */}
      {!(plan !== null && isAhead(plan)) && (
        <>
          {items(['restart'])}
          <MenuItem
            reason={warned}
            onClick={() => client.view.setState({ dialog: { kind: 'restart', refs: [serverRef] } })}
          >
            Restart with warning…
          </MenuItem>
        </>
      )}
      {items(['start', 'stop', 'kill'])}
      <MenuLine />
      <MenuItem onClick={() => void client.run(() => call('servers:pin', { ref: serverRef, pinned: !isPinned }))}>
        {isPinned ? 'Unpin' : 'Pin to the top'}
      </MenuItem>
      <MenuItem onClick={() => void client.run(() => call('servers:setQuiet', { ref: serverRef, quiet: !isQuiet }))}>
        {isQuiet ? 'Unmute this server' : 'Mute this server'}
      </MenuItem>
      {(isExpectedOff || server.state === 'offline') && (
        <MenuItem
          onClick={() =>
            void client.run(() => call('servers:setExpectedOff', { ref: serverRef, expectedOff: !isExpectedOff }))
          }
        >
          {isExpectedOff ? 'Should be running' : 'Expected off'}
        </MenuItem>
      )}
      <MenuItem onClick={() => client.view.setState({ dialog: { kind: 'players', ref: serverRef } })}>
        Players…
      </MenuItem>
      <MenuItem onClick={() => client.view.setState({ open: serverRef })}>Open console</MenuItem>
      <MenuItem onClick={() => copy('Identifier', server.identifier)}>Copy identifier</MenuItem>
      <OpenPanelItem panelId={server.panelId} />
    </>
  )
}

type ServerMenuProps = { serverRef: ServerRef; request: MenuRequest; onClosed: () => void }

/** The menu of a server, for buttons that are there before menus have loaded. */
export function ServerMenu({ serverRef, request, onClosed }: ServerMenuProps) {
  return (
    <ActionMenu request={request} onClosed={onClosed}>
      <ServerItems serverRef={serverRef} />
    </ActionMenu>
  )
}
