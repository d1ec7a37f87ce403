import { backupStepOf, isAhead } from '../model/restart.ts'
import type { PlanStep, PlanView, PlanWait } from '../model/restart-schema.ts'
import { capitalised } from '../model/text.ts'
import { clockTime } from '../model/time-words.ts'

/** True for a step that reached the panel, or may have. */
const wentOut = ({ result }: PlanStep) => result === 'sent' || result === 'unconfirmed'

/** True for a step that players read. */
const isAnnouncement = ({ kind }: PlanStep) => kind === 'warning' || kind === 'last-call'

/** Who is on, as a plan that waits for an empty server knows it: `3 on`, `not known`. */
export function onlineText({ online }: PlanWait): string {
  if (online === null) return 'not known'
  return online === 0 ? 'nobody on' : `${online} on`
}

/** The same with since when it is not known: `3 on`, `not known since 04:10`. */
export const waitText = (wait: PlanWait): string =>
  wait.online === null ? `${onlineText(wait)} since ${clockTime(wait.since)}` : onlineText(wait)

/**
 * True while a plan waits for an empty server and nobody was warned of its end: what counts down then is no time at which
 * it restarts.
 */
export function isWaiting({ phase, choices, latestAt, steps }: PlanView): boolean {
  const isWarned = steps.some((step) => step.kind === 'warning' && wentOut(step))
  return phase === 'counting' && choices.players.rule === 'when-empty' && latestAt === null && !isWarned
}

/** When a wait ends: `at the latest 06:00`; `until 06:00` where the restart is given up then. */
export function waitEndText({ choices: { players }, zeroAt }: PlanView): string {
  const isSkip = players.rule === 'when-empty' && players.otherwise === 'skip'
  return `${isSkip ? 'until' : 'at the latest'} ${clockTime(zeroAt)}`
}

/** A wait in one line: `Waiting for an empty server: 3 on · at the latest 06:00`. */
export function waitingText(plan: PlanView): string {
  const known = plan.waiting === null ? '' : `: ${waitText(plan.waiting)}`
  const backup = isBackingUp(plan) ? ' · backing up first' : ''
  return `Waiting for an empty server${known} · ${waitEndText(plan)}${backup}`
}

/** True while the backup that comes first is made. */
export const isBackingUp = (plan: PlanView): boolean => isAhead(plan) && backupStepOf(plan)?.result === 'sending'

/** True while nothing but the end of that backup is waited for, so that no time counts down. */
export const isHeldByBackup = ({ phase }: Pick<PlanView, 'phase'>): boolean => phase === 'backing-up'

/** What stands in place of the time left then. */
export const heldByBackupText = 'Backing up first… · restarts after it'

/** True once players were warned, so that a cancellation is worth announcing. */
export const wasAnnounced = ({ steps }: Pick<PlanView, 'steps'>): boolean =>
  steps.some((step) => isAnnouncement(step) && wentOut(step))

/** What went out of a restart that was missed: `Nothing was sent.`, `2 warnings had been sent, the restart was not.` */
export function sentBefore({ steps }: Pick<PlanView, 'steps'>): string {
  const sent = steps.filter(wentOut)
  const warnings = sent.filter(isAnnouncement).length
  const all = [
    ...(warnings > 0 ? [warnings === 1 ? '1 warning' : `${warnings} warnings`] : []),
    ...(sent.some(({ kind }) => kind === 'last-command') ? ['the command before it'] : []),
  ]
  return all.length === 0
    ? 'Nothing was sent.'
    : `${capitalised(all.join(' and '))} had been sent, the restart was not.`
}
