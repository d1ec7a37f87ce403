import type { ServerRef } from '../../../shared/model/identifier.ts'
import { type PowerSignal, signalName } from '../../../shared/model/power.ts'
import { isAhead, planOf } from '../../../shared/model/restart.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { powerChoices } from '../../../shared/servers/choices.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { ActionMenu, type MenuAct, type MenuGroup, MenuItems } from '../../ui/ActionMenu.tsx'
import { menuAct } from '../../ui/menu-acts.ts'
import { useCopy } from '../copy.ts'
import { planItems } from '../restart/PlanControls.tsx'
import { useMissingPower, useRefusalNote } from './MissingPermission.tsx'
import { useOpenPanel } from './OpenPanel.tsx'
import { useRestartStep } from './use-restart-step.ts'

/** All four signals, with the reason for those that cannot be sent now, what else a server's countdown offers, and the rest. */
function Items({ server }: { server: ServerView }) {
  const client = useClient()
  const { ref } = server
  const { send } = client
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
  const { action, state } = server
  const isCounting = plan !== null && isAhead(plan)
  const canTryOther = other !== undefined && action?.phase === 'refused'
  const groups: readonly MenuGroup[] = [
    plan === null ? [] : planItems(plan, client),
    [canTryOther && menuAct(`Try with ${other.label}`, null, () => client.power(ref, action.signal, other.id))],
    [
      server.condition === 'install-failed' &&
        menuAct('Reinstall…', null, () => send('servers:show', { ref, area: 'settings' })),
    ],
    [
      // A countdown has its own items, *Restart now* among them.
      !isCounting && signal('restart'),
      !isCounting && menuAct('Restart with warning…', stop, restart),
      signal('start'),
      signal('stop'),
      signal('kill'),
    ],
    [
      menuAct(isPinned ? 'Unpin' : 'Pin to the top', null, () => send('servers:pin', { ref, pinned: !isPinned })),
      menuAct(isQuiet ? 'Unmute this server' : 'Mute this server', null, () =>
        send('servers:setQuiet', { ref, quiet: !isQuiet }),
      ),
      (isExpectedOff || state === 'offline') &&
        menuAct(isExpectedOff ? 'Should be running' : 'Expected off', null, () =>
          send('servers:setExpectedOff', { ref, expectedOff: !isExpectedOff }),
        ),
      menuAct('Players…', null, () => client.view.setState({ dialog: { kind: 'players', ref } })),
      menuAct('Open console', null, () => client.show(ref, { area: 'console' })),
      menuAct('Copy identifier', null, () => copy('Identifier', server.identifier)),
      menuAct('Open the panel', null, openPanel),
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

type ServerMenuProps = Omit<React.ComponentProps<typeof ActionMenu>, 'children'> & { serverRef: ServerRef }

/** The menu of a server, for buttons that are there before menus have loaded. */
export const ServerMenu = ({ serverRef, ...menu }: ServerMenuProps) => (
  <ActionMenu {...menu}>
    <ServerItems serverRef={serverRef} />
  </ActionMenu>
)
