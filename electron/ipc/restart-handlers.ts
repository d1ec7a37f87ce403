import type { Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { Bulks } from '../restart/bulk-runner.ts'
import type { Plans } from '../restart/plan-runner.ts'
import type { Schedules } from '../restart/schedules.ts'
import type { PreferenceEdits } from '../settings/preferences.ts'
import type { Handlers } from './router.ts'

export type RestartHandlerDeps = {
  clock: Clock
  plans: Plans
  schedules: Schedules
  bulks: Bulks
  preferences: PreferenceEdits
  /** Takes another global shortcut, or none. */
  setShortcut: (accelerator: string | null) => Result<void>
}

type RestartChannel = Extract<
  keyof Handlers,
  | `restart:${string}`
  | `schedules:${string}`
  | `bulk:${string}`
  | 'preferences:setRestart'
  | 'preferences:setConfirm'
  | 'preferences:setShortcut'
>

/** The window's calls on restarts with warnings, schedules and bulk actions. */
export function createRestartHandlers(deps: RestartHandlerDeps): Pick<Handlers, RestartChannel> {
  const { clock, plans, schedules, bulks, preferences, setShortcut } = deps
  return {
    'restart:plan': ({ ref, choices, when }) => {
      const zeroAt = 'at' in when ? when.at : clock.now() + when.inSeconds * 1_000
      return plans.start({ ref, choices, zeroAt, origin: 'window' })
    },
    'restart:postpone': ({ id }) => plans.postpone(id),
    'restart:now': ({ id }) => plans.now(id, 'window'),
    'restart:cancel': ({ id, announce }) => plans.cancel(id, announce),
    'restart:dismiss': ({ id }) => plans.dismiss(id),
    'schedules:save': (schedule) => schedules.save(schedule),
    'schedules:remove': ({ id }) => schedules.remove(id),
    'schedules:setEnabled': ({ id, enabled }) => schedules.setEnabled(id, enabled),
    'bulk:start': ({ work, refs, staggerMs }) => bulks.start({ work, refs, staggerMs, origin: 'window' }),
    'bulk:pause': ({ id }) => bulks.pause(id),
    'bulk:resume': ({ id }) => bulks.resume(id),
    'bulk:cancel': ({ id, announce }) => bulks.cancel(id, announce),
    'bulk:dismiss': ({ id }) => bulks.dismiss(id),
    'preferences:setRestart': ({ ref, choices }) => preferences.setRestart(ref, choices),
    'preferences:setConfirm': (policy) => preferences.setConfirm(policy),
    'preferences:setShortcut': ({ accelerator }) => setShortcut(accelerator),
  }
}
