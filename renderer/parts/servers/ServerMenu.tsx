import type { ServerRef } from '../../../shared/model/identifier.ts'
import { type PowerSignal, signalName } from '../../../shared/model/power.ts'
import { isAhead, planOf } from '../../../shared/model/restart.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { Result } from '../../../shared/result.ts'
import { powerChoices } from '../../../shared/servers/choices.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { ActionMenu, type MenuAct, type MenuGroup, MenuItems } from '../../ui/ActionMenu.tsx'
import type { MenuRequest } from '../../ui/MenuTrigger.tsx'
import { useCopy } from '../copy.ts'
import { planItems } from '../restart/PlanControls.tsx'
import { useMissingPower, useRefusalNote } from './MissingPermission.tsx'
import { useOpenPanel } from './OpenPanel.tsx'
import { useRestartStep } from './use-restart-step.ts'

/** All four signals, with the reason for those that cannot be sent now, what else a server's countdown offers, and the rest. */
function Items({ server }: { server: ServerView }) {
  const client = useClient()
  const { ref } = server
  const { call } = client.bridge
  const missing = useMissingPower(server)
  const note = useRefusalNote(server, 'power')
  const plan = useAppState((state) => planOf(state, ref))
  const { pinned, quiet, expectedOff } = useAppState((state) => state.preferences)
  const other = useAppState(({ keys }) => (server.action?.otherKeyId ? keys[server.action.otherKeyId] : undefined))
  const copy = useCopy()
  const openPanel = useOpenPanel(server.panelId)
  const { stop, restart } = useRestartStep(server)
  const [isPinned, isQuiet, isExpectedOff] = [pinned, quiet, expectedOff].map((refs) => refs.includes(ref))
  const choices = powerChoices(server, missing)
  const signal = (name: PowerSignal): MenuAct => ({
    label: name === 'kill' ? 'Kill…' : signalName[name],
    bad: name === 'kill',
    why: choices[name],
    note,
    onClick: () => client.power(ref, name),
  })
  const setting = (label: string, save: () => Promise<Result<void>>) => ({
    label,
    onClick: () => void client.run(save),
  })
  const { action } = server
  const groups: readonly MenuGroup[] = [
    plan === null ? [] : planItems(plan, client),
    other !== undefined && action?.phase === 'refused'
      ? [{ label: `Try with ${other.label}`, onClick: () => client.power(ref, action.signal, other.id) }]
      : [],
    server.condition !== 'install-failed'
      ? []
      : [
          {
            label: 'Reinstall…',
            onClick: () => void client.run(() => call('servers:show', { ref, area: 'settings' })),
          },
        ],
    [
      // A countdown has its own items, *Restart now* among them.
      ...(plan !== null && isAhead(plan)
        ? []
        : [signal('restart'), { label: 'Restart with warning…', why: stop, onClick: restart }]),
      signal('start'),
      signal('stop'),
      signal('kill'),
    ],
    [
      setting(isPinned ? 'Unpin' : 'Pin to the top', () => call('servers:pin', { ref, pinned: !isPinned })),
      setting(isQuiet ? 'Unmute this server' : 'Mute this server', () =>
        call('servers:setQuiet', { ref, quiet: !isQuiet }),
      ),
      ...(isExpectedOff || server.state === 'offline'
        ? [
            setting(isExpectedOff ? 'Should be running' : 'Expected off', () =>
              call('servers:setExpectedOff', { ref, expectedOff: !isExpectedOff }),
            ),
          ]
        : []),
      { label: 'Players…', onClick: () => client.view.setState({ dialog: { kind: 'players', ref } }) },
      { label: 'Open console', onClick: () => client.view.setState({ open: ref }) },
      { label: 'Copy identifier', onClick: () => copy('Identifier', server.identifier) },
      { label: 'Open the panel', onClick: openPanel },
    ],
  ]
  return <MenuItems groups={groups} />
}

/** The items of a server's menu. */
export function ServerItems({ serverRef }: { serverRef: ServerRef }) {
  const server = useAppState((state) => state.servers[serverRef])
  if (server !== undefined) return <Items server={server} />
  return <MenuItems groups={[[{ label: 'Server', why: 'no longer in the list', onClick: () => {} }]]} />
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
