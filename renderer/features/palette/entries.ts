import { missingPermissionOfServer } from '../../../shared/keys/server-keys.ts'
import { areaIds, firstArea } from '../../../shared/model/area.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import { signalName } from '../../../shared/model/power-words.ts'
import { asksFirst } from '../../../shared/model/preferences.ts'
import { hasEnded, isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { powerChoices, whyNoBackupNow } from '../../../shared/servers/choices.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { savedFor } from '../../parts/commands/completion.ts'
import { precondition } from '../../parts/commands/messages.ts'
import { placeholdersOf } from '../../parts/commands/placeholders.ts'
import { cancelLabel } from '../../parts/restart/cancel-plan.ts'
import { whyFixed } from '../../parts/restart/plan-in-row.ts'
import type { Page } from '../../state/view.ts'
import { count } from '../../ui/format.ts'
import { actionsOfApp, actionsOfWindow } from './app-entries.ts'
import { areaLabels } from './areas.ts'
import type { Entry, PaletteAction, Wish } from './entry.ts'

/** The order of a server's actions among equal matches. */
const order = [
  'open',
  'restart',
  'warn',
  'postpone',
  'cancel',
  'start',
  'stop',
  'backup',
  'area',
  'command',
  'pin',
  'quiet',
  'kill',
]

function entriesOfServer(state: AppState, server: ServerView, plan: PlanView | null, wish: Wish): Entry[] {
  const { now } = wish
  const { ref, name } = server
  const detail = `${server.identifier} · ${state.panels[server.panelId]?.name ?? ''}`
  const entry = (id: string, label: string, action: PaletteAction, reason: string | null = null): Entry => ({
    id: `${id} ${ref}`,
    label,
    detail,
    reason,
    shortcut: null,
    isFirst: id === 'open console',
    behind: order.indexOf(id.split(' ')[0] ?? ''),
    server,
    action,
  })
  const choices = powerChoices(server, missingPermissionOfServer(state, server, 'power', now))
  function power(signal: PowerSignal): Entry {
    const asks = asksFirst(state.preferences.confirm, signal, server.state, state.players[ref]?.count, now)
    const label = `${signalName[signal]} ${name}${asks ? '…' : ''}`
    return entry(signal, label, { kind: 'power', ref, signal }, choices[signal])
  }
  const isPinned = state.preferences.pinned.includes(ref)
  const isQuiet = state.preferences.quiet.includes(ref)
  const noCommand = precondition(server, missingPermissionOfServer(state, server, 'console', now)).stop
  return [
    power('restart'),
    {
      ...entry(
        'warn',
        `Restart ${name} with warning…`,
        { kind: 'restart', refs: [ref] },
        plan === null ? choices.restart : 'planned already',
      ),
      also: 'plan',
    },
    ...(plan !== null && isAhead(plan)
      ? [
          entry(
            'postpone',
            `Postpone the restart of ${name} by 5 min`,
            { kind: 'postpone', planId: plan.id },
            whyFixed(plan),
          ),
          entry('cancel', cancelLabel(name, plan, now), { kind: 'cancel', planId: plan.id }),
        ]
      : []),
    power('start'),
    power('stop'),
    power('kill'),
    {
      ...entry('backup', `Back up ${name} now…`, { kind: 'backup', ref }, whyNoBackupNow(state, server, now)),
      also: 'backup',
    },
    ...areaIds.map((area) =>
      entry(`${area === firstArea ? 'open' : 'area'} ${area}`, areaLabels[area](name), { kind: 'open', ref, area }),
    ),
    entry('pin', `${isPinned ? 'Unpin' : 'Pin'} ${name}`, { kind: 'pin', ref, pinned: !isPinned }),
    entry('quiet', `${isQuiet ? 'Unmute' : 'Mute'} ${name}`, { kind: 'quiet', ref, quiet: !isQuiet }),
    ...savedFor(state.preferences.savedCommands, ref)
      // A command with placeholders needs the console's form.
      .filter(({ text }) => placeholdersOf(text).length === 0)
      .map(({ id, text }) =>
        entry(`command ${id}`, `Send “${text}” to ${name}`, { kind: 'command', ref, command: text }, noCommand),
      ),
  ]
}

const pages: readonly (readonly [Page, string])[] = [
  ['servers', 'All servers'],
  ['schedules', 'Planned restarts'],
  ['activity', 'Activity'],
  ['keys', 'API keys'],
  ['settings', 'Settings'],
]

const bulkWorks: readonly (readonly [PowerSignal | 'command', string])[] = [
  ['start', 'Start'],
  ['stop', 'Stop'],
  ['restart', 'Restart'],
  ['command', 'Send a command to'],
  ['kill', 'Kill'],
]

function entriesOfSelection(refs: readonly ServerRef[]): Entry[] {
  if (refs.length === 0) return []
  const servers = count(refs.length, 'selected server')
  const base = { detail: '', reason: null, shortcut: null, isFirst: true, behind: 0 }
  return [
    ...bulkWorks.map(
      ([work, verb]): Entry => ({
        ...base,
        id: `bulk ${work}`,
        label: `${verb} ${servers}…`,
        action: { kind: 'bulk', work, refs },
      }),
    ),
    { ...base, id: 'bulk warn', label: `Restart ${servers} with warning…`, action: { kind: 'restart', refs } },
  ]
}

function entriesOfPages(): Entry[] {
  const base = { detail: '', reason: null, shortcut: null, isFirst: true, behind: 0 }
  return [
    ...pages.map(
      ([page, name]): Entry => ({
        ...base,
        id: `page ${page}`,
        label: `Go to ${name}`,
        action: { kind: 'page', page },
      }),
    ),
    { ...base, id: 'refresh', label: 'Refresh the list', action: { kind: 'refresh' } },
  ]
}

/** All entries, in their order while nothing is typed. */
export function entriesOf(state: AppState, wish: Wish): Entry[] {
  const { picked, hasPages } = wish
  const open = Object.values(state.plans).filter((plan) => !hasEnded(plan))
  const plans = new Map(open.map((plan) => [plan.ref, plan]))
  const pins = new Set<string>(state.preferences.pinned)
  const servers = Object.values(state.servers).sort((a, b) => Number(pins.has(b.ref)) - Number(pins.has(a.ref)))
  const chosen = hasPages ? picked.filter((ref) => state.servers[ref] !== undefined) : []
  return [
    ...entriesOfSelection(chosen),
    ...actionsOfApp(state, wish),
    ...(hasPages ? [...actionsOfWindow(state, { ...wish, picked: chosen }), ...entriesOfPages()] : []),
    ...servers.flatMap((server) => entriesOfServer(state, server, plans.get(server.ref) ?? null, wish)),
  ]
}
