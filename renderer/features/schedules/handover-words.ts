import { missingPermissionOfServer } from '../../../shared/keys/server-keys.ts'
import { scheduleStepMs, warningTime } from '../../../shared/model/restart.ts'
import type { Schedule, ScheduleView } from '../../../shared/model/restart-schema.ts'
import type { PanelTaskEdit } from '../../../shared/panel-schedules/contract.ts'
import { cronWords } from '../../../shared/panel-schedules/cron-words.ts'
import { handoverRefusal, zoneChangeText, zoneText } from '../../../shared/restart/handover.ts'
import type { HandoverPreview, PreviewPart } from '../../../shared/restart/handover-schema.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { namesText } from './schedule-words.ts'

const refusalText = {
  'handover-needs-players': 'the panel cannot see players',
  'handover-needs-backup': 'the panel can’t wait for a backup',
} as const

/**
 * Why a planned restart can't be created on the panel, in a few words; null where nothing is known against it.
 * @param now unix milliseconds
 */
export function whyNotOnPanel(
  state: Pick<AppState, 'servers' | 'panels' | 'keys'>,
  { refs, choices, enabled }: ScheduleView,
  now: number,
): string | null {
  if (!enabled) return 'it is paused'
  const refusal = handoverRefusal(choices)
  if (refusal !== null) return refusalText[refusal]
  for (const ref of refs) {
    const server = state.servers[ref]
    if (server === undefined) return 'a server is not in the list'
    if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return 'not on this panel'
    if (missingPermissionOfServer(state, server, 'all', now) !== null) return 'it needs a key with all permissions'
  }
  return null
}

/** What the panel does, in order: `10 minutes before`, `say …`; at last the restart, which is no command. */
export function stepTexts({ tasks, leadSeconds }: Pick<HandoverPreview, 'tasks' | 'leadSeconds'>) {
  return tasks.map(({ action, payload }: PanelTaskEdit, place) => {
    const passed = tasks.slice(0, place + 1).reduce((sum, { offsetSeconds }) => sum + offsetSeconds, 0)
    const left = leadSeconds - passed
    const when = left <= 0 ? 'Then' : `${warningTime(left)} before`
    return { when, command: action === 'command' ? payload : null }
  })
}

/** When the panels begin, by their own clocks: one line where all tell the same. */
export function panelTimes({ parts, leadSeconds }: HandoverPreview): string[] {
  const lead = leadSeconds >= 60 ? `, ${warningTime(leadSeconds - (leadSeconds % 60))} before the restart` : ''
  const textOf = ({ cron, zoneMinutes }: PreviewPart) =>
    zoneMinutes === null
      ? 'The panel tells its clock only when something is written. The time is set by it then.'
      : `The panel begins ${cronWords(cron)} by its own clock (${zoneText(zoneMinutes)})${lead}.`
  const texts = new Set(parts.map(textOf))
  if (texts.size < 2) return [...texts]
  return [...texts].map(
    (text) => `${namesText(parts.filter((part) => textOf(part) === text).map(({ name }) => name))}: ${text}`,
  )
}

/** What differs from the restart as the app runs it, in sentences. */
export function differenceTexts(
  { losses, parts }: HandoverPreview,
  schedule: Pick<Schedule, 'time' | 'timeZone'>,
  now: number,
): string[] {
  const zones = new Set(parts.map(({ zoneMinutes }) => zoneMinutes ?? 0))
  const changes = [...zones].flatMap((zone) => zoneChangeText(schedule, zone, now) ?? [])
  const kept = parts.some(({ canDelete }) => !canDelete)
  return [
    ...losses,
    ...changes,
    'Its countdown is not shown here, and can’t be postponed or cancelled. Panels don’t tell what came of a run.',
    ...(kept ? ['The panel doesn’t let this account delete schedules: what is created there can only be paused.'] : []),
  ]
}

/** That several servers get one schedule each; null for one server. */
export const eachText = ({ parts }: HandoverPreview): string | null =>
  parts.length < 2
    ? null
    : `Each of the ${parts.length} servers gets a schedule of its own; they restart ${scheduleStepMs / 1_000} s apart.`
