import { missingPermissionOfServer, missingPower } from '../../../shared/keys/server-keys.ts'
import { areaIds, firstArea } from '../../../shared/model/area.ts'
import { type PowerSignal, signalName } from '../../../shared/model/power.ts'
import { asksFirst } from '../../../shared/model/preferences.ts'
import { hasEnded, isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { powerChoices, whyNoBackupNow } from '../../../shared/servers/choices.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { placeholdersOf, savedFor } from '../../parts/commands/command-text.ts'
import { precondition } from '../../parts/commands/messages.ts'
import { cancelLabel, cancelPlan } from '../../parts/restart/cancel-plan.ts'
import { whyFixed } from '../../parts/restart/plan-in-row.ts'
import { unfiltered } from '../../state/view.ts'
import { actionsOfApp, actionsOfSelection, actionsOfWindow } from './app-entries.ts'
import { type Context, type Entry, entryOf } from './entry.ts'

/** The order of a server's actions among equal matches. */
const order = 'open restart warn postpone cancel start stop backup area command pin quiet kill'.split(' ')

function entriesOfServer(state: AppState, server: ServerView, plan: PlanView | null, { now }: Context) {
  const { ref, name } = server
  const detail = `${server.identifier} · ${state.panels[server.panelId]?.name ?? ''}`
  const entry = (id: string, label: string, run: Entry['run'], reason: string | null = null, more?: Partial<Entry>) =>
    entryOf(`${id} ${ref}`, label, run, {
      detail,
      reason,
      penalty: order.indexOf(id.split(' ')[0] ?? ''),
      server,
      ...more,
    })
  const choices = powerChoices(server, missingPower(state, server, now))
  function power(signal: PowerSignal): Entry {
    const asks = asksFirst(state.preferences.confirm, signal, server.state, state.players[ref]?.count, now)
    const label = `${signalName[signal]} ${name}${asks ? '…' : ''}`
    return entry(signal, label, (client) => client.power(ref, signal), choices[signal])
  }
  const counting = plan !== null && isAhead(plan) && plan
  const isPinned = state.preferences.pinned.includes(ref)
  const isQuiet = state.preferences.quiet.includes(ref)
  const noCommand = precondition(server, missingPermissionOfServer(state, server, 'control.console', now)).stop
  return [
    power('restart'),
    entry(
      'warn',
      `Restart ${name} with warning…`,
      ({ view }) => view.setState({ dialog: { kind: 'restart', refs: [ref] } }),
      plan === null ? choices.restart : 'planned already',
      { keywords: 'plan' },
    ),
    counting &&
      entry(
        'postpone',
        `Postpone the restart of ${name} by 5 min`,
        ({ send }) => send('restart:postpone', { id: counting.id }),
        whyFixed(counting),
      ),
    counting && entry('cancel', cancelLabel(name, counting, now), (client) => cancelPlan(client, counting.id)),
    power('start'),
    power('stop'),
    power('kill'),
    entry(
      'backup',
      `Back up ${name} now…`,
      ({ view, show }, hasPages) => {
        // Its course is to be in sight.
        if (hasPages) show(ref, { area: 'backups' })
        view.setState({ dialog: { kind: 'backup', ref } })
      },
      whyNoBackupNow(state, server, now),
      { keywords: 'backup' },
    ),
    ...areaIds.map((area) => {
      const isConsole = area === firstArea
      return entry(
        `${isConsole ? 'open' : 'area'} ${area}`,
        isConsole ? `Open console of ${name}` : `${name}: ${area}`,
        ({ send, show, view }, hasPages) => {
          if (hasPages) {
            // Its row is to be in sight.
            view.setState(unfiltered)
            show(ref, { area })
          } else if (isConsole) send('console:openWindow', { ref })
          else send('servers:show', { ref, area })
        },
        null,
        { isInitial: isConsole, leadsTo: 'page' },
      )
    }),
    entry('pin', `${isPinned ? 'Unpin' : 'Pin'} ${name}`, ({ send }) =>
      send('servers:pin', { ref, pinned: !isPinned }),
    ),
    entry('quiet', `${isQuiet ? 'Unmute' : 'Mute'} ${name}`, ({ send }) =>
      send('servers:setQuiet', { ref, quiet: !isQuiet }),
    ),
    ...savedFor(state.preferences.savedCommands, ref)
      // A command with placeholders needs the console's form.
      .filter(({ text }) => placeholdersOf(text).length === 0)
      .map(({ id, text }) =>
        entry(
          `command ${id}`,
          `Send “${text}” to ${name}`,
          ({ command, run }) => void run(() => command(ref, text)),
          noCommand,
        ),
      ),
  ]
}

/** All entries, in their order while nothing is typed. */
export function entriesOf(state: AppState, context: Context): Entry[] {
  const { picked, hasPages } = context
  const open = Object.values(state.plans).filter((plan) => !hasEnded(plan))
  const plans = new Map(open.map((plan) => [plan.ref, plan]))
  const pins = new Set<string>(state.preferences.pinned)
  const servers = Object.values(state.servers).sort((a, b) => Number(pins.has(b.ref)) - Number(pins.has(a.ref)))
  const chosen = hasPages ? picked.filter((ref) => state.servers[ref] !== undefined) : []
  return [
    ...actionsOfSelection(chosen),
    ...actionsOfApp(state, context),
    ...(hasPages ? actionsOfWindow(state, { ...context, picked: chosen }) : []),
    ...servers.flatMap((server) => entriesOfServer(state, server, plans.get(server.ref) ?? null, context)),
  ].filter((entry) => entry !== false)
}
