import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import { rightsOfRestart } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { RestartChoices } from '../../shared/model/restart-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import { createCheckRights } from '../servers/rights.ts'
import { createBulkRunner } from './bulk-runner.ts'
import { createRestartsFile, restartsPath } from './file.ts'
import { createFrozenRestarts } from './frozen-restart.ts'
import { createHandover } from './handover.ts'
import { createIdleStops } from './idle-stop.ts'
import type { RestartContext, RestartUses } from './parts.ts'
import { createPlanRunner } from './plan-runner.ts'
import { createSchedules } from './schedules.ts'

type RestartChannel = Extract<InvokeChannel, `${'restart' | 'schedules' | 'bulk'}:${string}`>

/** Restarts with warnings, repeating ones, and one thing done to several servers. */
export function createRestartFeature(context: RestartContext, others: RestartUses) {
  const { store, clock, log, settings, profile } = context
  const file = createRestartsFile({ path: restartsPath(profile), log })
  const checkRights = createCheckRights({ store, clock, clientFor: others.clientFor })
  const parts = { ...context, ...others, checkRights, file }
  const plans = createPlanRunner(parts)
  const idleStops = createIdleStops(parts)
  const frozenRestarts = createFrozenRestarts({ ...parts, plans })
  const schedules = createSchedules({ ...parts, plans })
  const handover = createHandover({ ...parts, schedules })
  const bulks = createBulkRunner({ ...parts, plans })
  /** Changes a planned restart that is not just being written to its panels. */
  const here = <T>(id: string | undefined, change: () => Result<T>): Result<T> =>
    id !== undefined && handover.isUnderWay(id) ? fail('handover-running') : change()
  /** Whether all servers may be restarted so; tells of which that is not so, where there are several. */
  async function mayRestart(refs: readonly ServerRef[], choices: RestartChoices): Promise<Result<void>> {
    for (const ref of refs) {
      const may = await checkRights(ref, rightsOfRestart(choices))
      if (may.ok) continue
      const name = store.get().servers[ref]?.name ?? ref
      return fail(refs.length === 1 ? may.error : { ...may.error, message: `${name}: ${may.error.message}` })
    }
    return ok()
  }
  const unsubscribe = settings.onForeignChange(schedules.load)

  return {
    api: { plans, schedules, bulks },
    handlers: {
      'restart:plan': async ({ ref, choices, when }) => {
        const may = await mayRestart([ref], choices)
        if (!may.ok) return may
        const zeroAt = 'at' in when ? when.at : clock.now() + when.inSeconds * 1_000
        return plans.start({ ref, choices, zeroAt, origin: 'window' })
      },
      'restart:postpone': ({ id }) => plans.postpone(id),
      'restart:now': ({ id }) => plans.now(id, 'window'),
      'restart:cancel': ({ id, announce }) => plans.cancel(id, announce, 'window'),
      'restart:dismiss': ({ id }) => plans.dismiss(id),
      'schedules:save': async (schedule) => {
        const may = schedule.enabled ? await mayRestart(schedule.refs, schedule.choices) : ok()
        return may.ok ? here(schedule.id, () => schedules.save(schedule)) : may
      },
      'schedules:remove': ({ id }) => here(id, () => schedules.remove(id)),
      'schedules:setEnabled': ({ id, enabled }) => here(id, () => schedules.setEnabled(id, enabled)),
      'schedules:previewOnPanel': ({ id }) => handover.preview(id),
      'schedules:createOnPanel': ({ id }) => handover.create(id),
      'bulk:start': ({ work, refs, staggerMs }) => bulks.start({ work, refs, staggerMs, origin: 'window' }),
      'bulk:pause': ({ id }) => bulks.pause(id),
      'bulk:resume': ({ id }) => bulks.resume(id),
      'bulk:cancel': ({ id, announce }) => bulks.cancel(id, announce, 'window'),
      'bulk:dismiss': ({ id }) => bulks.dismiss(id),
    },
    // Not when it is made: the subscribers that tell of missed plans exist only by now.
    load() {
      plans.load()
      bulks.load()
      schedules.load()
    },
    dispose() {
      unsubscribe()
      handover.dispose()
      bulks.dispose()
      schedules.dispose()
      idleStops.dispose()
      frozenRestarts.dispose()
      plans.dispose()
    },
  } satisfies Feature<RestartChannel> & { api: object }
}
