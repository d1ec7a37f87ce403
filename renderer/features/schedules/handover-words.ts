import { cronWords } from '../../../shared/model/cron-words.ts'
import type {
  HandedFinding,
  HandedLook,
  HandedView,
  HandoverPreview,
  PreviewPart,
} from '../../../shared/model/handed.ts'
import { handoverLossText, handoverRefusal, zoneChangeText, zoneText } from '../../../shared/model/handover.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { PanelTaskEdit } from '../../../shared/model/panel-schedule.ts'
import type { Schedule, ScheduleView } from '../../../shared/model/restart.ts'
import { scheduleStepMs, warningTime } from '../../../shared/model/restart-choices.ts'
import { missingPermissionOfServer } from '../../../shared/model/server-keys.ts'
import { capitalised } from '../../../shared/model/text.ts'
import type { AppState } from '../../../shared/state/state.ts'
import { dayAndTime } from '../../parts/restart/when.ts'
import { namesText } from './schedule-words.ts'

const refusalText = {
  'handover-needs-players': 'the panel cannot see players',
  'handover-needs-backup': 'the panel can’t wait for a backup',
} as const

/**
 * Why a planned restart can't be handed to the panel, in a few words; null where nothing is known against it.
 * @param now unix milliseconds
 */
export function whyNotHandOver(
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

/** One step of what is written, with when it comes. */
export type StepText = { readonly when: string; readonly words: string; readonly code: string }

/** What the panel does, in order: `10 minutes before`, `say …`; at last the restart. */
export function stepTexts({ tasks, leadSeconds }: Pick<HandoverPreview, 'tasks' | 'leadSeconds'>): StepText[] {
  return tasks.map(({ action, payload }: PanelTaskEdit, place) => {
    const passed = tasks.slice(0, place + 1).reduce((sum, { offsetSeconds }) => sum + offsetSeconds, 0)
    const left = leadSeconds - passed
    const isCommand = action === 'command'
    return {
      when: left <= 0 ? 'Then' : `${warningTime(left)} before`,
      words: isCommand ? '' : 'restart',
      code: isCommand ? payload : '',
    }
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
    ...losses.map(handoverLossText),
    ...changes,
    'Its countdown is not shown here, and can’t be postponed or cancelled. Panels don’t tell what came of a run.',
    ...(kept ? ['The panel doesn’t let this account delete schedules: taken back, it stays there, paused.'] : []),
  ]
}

/** That several servers get one schedule each; null for one server. */
export const eachText = ({ parts }: HandoverPreview): string | null =>
  parts.length < 2
    ? null
    : `Each of the ${parts.length} servers gets a schedule of its own; they restart ${scheduleStepMs / 1_000} s apart.`

/** How far a way to the panels, or back, has come. */
export function progressText({ phase, parts }: Pick<HandedView, 'phase' | 'parts'>): string {
  const count = (is: (stage: HandedView['parts'][number]['stage']) => boolean) =>
    parts.length < 2 ? '' : ` ${parts.filter(({ stage }) => is(stage)).length} of ${parts.length}`
  if (phase === 'writing') return `Writing it to the panel…${count((stage) => stage === 'written')}`
  if (phase === 'switching') return `Switching it on there…${count((stage) => stage === 'on')}`
  return `Removing it from the panel…${count((stage) => stage === 'none')}`
}

const cutTexts: Readonly<Record<Exclude<HandedView['phase'], 'handed'>, readonly [string, string]>> = {
  writing: ['It was not handed over to the end.', 'It runs here as before; what the panel has of it is paused.'],
  clearing: ['It was not handed over.', 'It runs here as before; the panel may still have a part of it, paused.'],
  switching: ['It was cut short while it was switched on there.', 'It does not run here; the panel may run it.'],
  returning: ['It was not taken back to the end.', 'It does not run here; the panel may still run it.'],
}

/** What is known of a way that ended before its end; null for one that came to its end. */
export function cutText({ phase, error }: Pick<HandedView, 'phase' | 'error'>) {
  if (phase === 'handed') return null
  const [message, where] = cutTexts[phase]
  return { message, hint: [error?.message, where, 'Take it back, then all is as before.'].filter(Boolean).join(' ') }
}

const findingTexts: Readonly<Record<Exclude<HandedFinding, 'same' | 'unread'>, string>> = {
  paused: 'somebody paused it on the panel, so it does not run',
  changed: 'somebody changed it on the panel',
  gone: 'somebody deleted it on the panel, so it does not run',
}

/** What the panel says of one server's, by this computer's clock, and whether a person should look at it. */
export function lookText({ finding, zeroAt, error }: HandedLook, now: number): { text: string; isBad: boolean } {
  if (finding === 'same') {
    return zeroAt === null
      ? { text: 'The panel tells no next run', isBad: true }
      : { text: `Next run ${dayAndTime(zeroAt, now)}, by the panel’s word`, isBad: false }
  }
  if (finding === 'unread') return { text: `The panel could not be read: ${error?.message ?? ''}`, isBad: true }
  return { text: `Look at it: ${findingTexts[finding]}`, isBad: true }
}

/** How one server's stands, in its row: what is known of it, more of that, and a word with its tone. */
export function handedState(
  handed: Pick<HandedView, 'phase' | 'parts' | 'error' | 'isBusy'>,
  ref: ServerRef,
): { text: string; hint: string; words: string; tone: 'ok' | 'busy' | 'bad' } {
  if (handed.isBusy) return { text: progressText(handed), hint: '', words: 'On its way', tone: 'busy' }
  const cut = cutText(handed)
  if (cut !== null) return { text: cut.message, hint: cut.hint, words: 'Cut short', tone: 'bad' }
  const trouble = handed.parts.find((part) => part.ref === ref)?.trouble ?? null
  if (trouble === null) return { text: 'The panel runs it', hint: '', words: 'On the panel', tone: 'ok' }
  return { text: capitalised(findingTexts[trouble]), hint: '', words: 'Look at it', tone: 'bad' }
}
