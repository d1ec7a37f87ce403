import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import { rightsOfRestart } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import type { RestartChoices } from '../../shared/model/restart-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Commands } from '../console/commands.ts'
import type { Feature } from '../ipc/feature.ts'
import type { SleepWatch } from '../lib/sleep-watch.ts'
import type { PanelSchedulesFeature } from '../panel-schedules/feature.ts'
import type { Silence } from '../players/frozen.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { Power } from '../servers/power.ts'
import type { ClientFor } from '../servers/reach.ts'
import { createCheckRights } from '../servers/rights.ts'
import type { StateWatch } from '../servers/state-watch.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { type BulkRunner, createBulkRunner } from './bulk-runner.ts'
import { createRestartsFile, restartsPath } from './file.ts'
import { createFrozenRestarts } from './frozen-restart.ts'
import { createHandover } from './handover.ts'
import { createIdleStops } from './idle-stop.ts'
import type { WatchPlayers } from './online-players.ts'
import { createPlanRunner, type PlanRunner } from './plan-runner.ts'
import { createSchedules, type Schedules } from './schedules.ts'

type Context = FeatureBasics & {
  sleepWatch: Pick<SleepWatch, 'begin'>
  settings: SettingsStore
  end: AbortSignal
}

type Others = {
  clientFor: ClientFor
  power: Power
  readState: StateWatch['read']
  commands: Commands
  watchPlayers: WatchPlayers
  backUp: (ref: ServerRef, origin: Origin) => Promise<Result<void>>
  silenceOf: (ref: ServerRef) => Silence | null
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
  panelSchedules: PanelSchedulesFeature['api']
}

type RestartChannel = Extract<InvokeChannel, `${'restart' | 'schedules' | 'bulk'}:${string}`>

type Api = { readonly plans: PlanRunner; readonly schedules: Schedules; readonly bulks: BulkRunner }

/** Restarts with warnings, repeating ones, and one thing done to several servers. */
export function createRestartFeature(
  context: Context,
  { clientFor, power, readState, commands, watchPlayers, backUp, silenceOf, backgroundPause, panelSchedules }: Others,
): Feature<RestartChannel> & { readonly api: Api } {
  const { store, clock, sleepWatch, log, settings, newId, profile, end } = context
  const file = createRestartsFile({ path: restartsPath(profile), log })
  const checkRights = createCheckRights({ store, clock, clientFor })
  const parts = { store, clock, newId, clientFor, power, commands, checkRights, file }
  const plans = createPlanRunner({ ...parts, watchPlayers, backUp, end })
  const idleStops = createIdleStops({ store, clock, power, commands, watchPlayers })
  const frozenRestarts = createFrozenRestarts({ store, clock, plans, watchPlayers, silenceOf, backgroundPause, file })
  const schedules = createSchedules({ store, settings, clock, newId, plans, file })
  const handover = createHandover({ store, schedules, panelSchedules })
  const bulks = createBulkRunner({ ...parts, sleepWatch, plans, readState })
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
  }
}
