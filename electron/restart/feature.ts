import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import { isHeld } from '../../shared/model/handed.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PanelScheduleList, PanelSchedulesOfServer } from '../../shared/model/panel-schedule.ts'
import type { Origin } from '../../shared/model/power.ts'
import { fail, type Result } from '../../shared/result.ts'
import type { Commands } from '../console/commands.ts'
import { createHandedFile, handedPath } from '../handover/handed-file.ts'
import { createHandedWatch } from '../handover/handed-watch.ts'
import { createHandovers } from '../handover/handovers.ts'
import { createPartCalls, type OnSchedules } from '../handover/part-calls.ts'
import type { Feature } from '../ipc/feature.ts'
import type { SleepWatch } from '../lib/sleep-watch.ts'
import type { Silence } from '../players/frozen.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { Power } from '../servers/power.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { FeatureBasics } from '../state/feature-basics.ts'
import { type BulkRunner, createBulkRunner } from './bulk-runner.ts'
import type { WatchPlayers } from './crowds.ts'
import { createRestartsFile, restartsPath } from './file.ts'
import { createFrozenRestarts } from './frozen-restart-runner.ts'
import { createIdleStops } from './idle-stop-runner.ts'
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
  commands: Commands
  watchPlayers: WatchPlayers
  backUp: (ref: ServerRef, origin: Origin) => Promise<Result<void>>
  silenceOf: (ref: ServerRef) => Silence | null
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
  panelSchedules: {
    readonly on: OnSchedules
    read(ref: ServerRef): Promise<Result<PanelSchedulesOfServer>>
    look(ref: ServerRef): Promise<Result<PanelScheduleList>>
    onRead(listener: (ref: ServerRef, list: PanelScheduleList) => void): () => void
  }
}

type RestartChannel = Extract<InvokeChannel, `${'restart' | 'schedules' | 'handovers' | 'bulk'}:${string}`>

type Api = { readonly plans: PlanRunner; readonly schedules: Schedules; readonly bulks: BulkRunner }

/** Restarts with warnings, repeating ones, and one thing done to several servers. */
export function createRestartFeature(
  context: Context,
  { clientFor, power, commands, watchPlayers, backUp, silenceOf, backgroundPause, panelSchedules }: Others,
): Feature<RestartChannel> & { readonly api: Api } {
  const { store, clock, sleepWatch, log, settings, newId, profile, end } = context
  const file = createRestartsFile({ path: restartsPath(profile), log })
  const plans = createPlanRunner({ store, clock, newId, power, commands, watchPlayers, backUp, file, end })
  const idleStops = createIdleStops({ store, clock, power, commands, watchPlayers })
  const frozenRestarts = createFrozenRestarts({ store, clock, plans, watchPlayers, silenceOf, backgroundPause, file })
  const handed = createHandedFile({ path: handedPath(profile), log })
  const isHeldHere = (id: string) => handed.get().some((one) => one.id === id && isHeld(one))
  const schedules = createSchedules({ store, settings, clock, newId, plans, file, isHeld: isHeldHere })
  const handovers = createHandovers({
    store,
    clock,
    file: handed,
    schedules,
    read: panelSchedules.read,
    callsFor: (ref, signal) => createPartCalls(panelSchedules.on, { signal })(ref),
  })
  const handedWatch = createHandedWatch({ store, clock, clientFor, handovers, backgroundPause, panelSchedules })
  const bulks = createBulkRunner({ store, clock, sleepWatch, newId, clientFor, power, commands, plans })
  /** Changes a planned restart that no panel has. */
  const here = <T>(id: string | undefined, change: () => Result<T>): Result<T> =>
    id !== undefined && handovers.isOut(id) ? fail('schedule-handed') : change()
  const unsubscribe = settings.onForeignChange(schedules.load)

  return {
    api: { plans, schedules, bulks },
    handlers: {
      'restart:plan': ({ ref, choices, when }) => {
        const zeroAt = 'at' in when ? when.at : clock.now() + when.inSeconds * 1_000
        return plans.start({ ref, choices, zeroAt, origin: 'window' })
      },
      'restart:postpone': ({ id }) => plans.postpone(id),
      'restart:now': ({ id }) => plans.now(id, 'window'),
      'restart:cancel': ({ id, announce }) => plans.cancel(id, announce, 'window'),
      'restart:dismiss': ({ id }) => plans.dismiss(id),
      'schedules:save': (schedule) => here(schedule.id, () => schedules.save(schedule)),
      'schedules:remove': ({ id }) => here(id, () => schedules.remove(id)),
      'schedules:setEnabled': ({ id, enabled }) => here(id, () => schedules.setEnabled(id, enabled)),
      'handovers:preview': ({ id }) => handovers.preview(id),
      'handovers:give': ({ id }) => handovers.give(id),
      'handovers:takeBack': ({ id }) => handovers.takeBack(id),
      'handovers:look': ({ id }) => handovers.look(id),
      'handovers:forget': ({ id }) => handovers.forget(id),
      'bulk:start': ({ work, refs, staggerMs }) => bulks.start({ work, refs, staggerMs, origin: 'window' }),
      'bulk:pause': ({ id }) => bulks.pause(id),
      'bulk:resume': ({ id }) => bulks.resume(id),
      'bulk:cancel': ({ id, announce }) => bulks.cancel(id, announce, 'window'),
      'bulk:dismiss': ({ id }) => bulks.dismiss(id),
    },
    // Not when it is made: the subscribers that tell of missed plans exist only by now.
    load() {
      plans.load()
      schedules.load()
      handovers.load()
      handedWatch.start()
    },
    async dispose() {
      unsubscribe()
      handedWatch.dispose()
      // All that sends by itself ends at once; only then something is waited for.
      bulks.dispose()
      schedules.dispose()
      idleStops.dispose()
      frozenRestarts.dispose()
      plans.dispose()
      await handovers.dispose()
    },
  }
}
