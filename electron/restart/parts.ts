import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import type { Result } from '../../shared/result.ts'
import type { Commands } from '../console/commands.ts'
import type { SleepWatch } from '../lib/sleep-watch.ts'
import type { PanelSchedulesFeature } from '../panel-schedules/feature.ts'
import type { Silence } from '../players/frozen.ts'
import type { PlayersWatch } from '../players/poller.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { Power } from '../servers/power.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { CheckRights } from '../servers/rights.ts'
import type { StateWatch } from '../servers/state-watch.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { RestartsFile } from './file.ts'

export type RestartContext = FeatureBasics & {
  sleepWatch: Pick<SleepWatch, 'begin'>
  settings: Pick<SettingsStore, 'get' | 'update' | 'onForeignChange'>
  /** Comes before the runners end: what is given up from then on is for a next start to tell. */
  end: AbortSignal
}

/** What restarts use of other features. */
export type RestartUses = {
  clientFor: ClientFor
  power: Pick<Power, 'send'>
  readState: StateWatch['read']
  commands: Pick<Commands, 'send'>
  /** Asks now how many are on, and goes on asking every 20 s until that is released. */
  watchPlayers: (ref: ServerRef) => PlayersWatch
  /** Makes a backup, to its end that was seen; where one is made already, waits for that. */
  backUp: (ref: ServerRef, origin: Origin) => Promise<Result<void>>
  silenceOf: (ref: ServerRef) => Silence | null
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
  panelSchedules: Pick<PanelSchedulesFeature['api'], 'on' | 'read'>
}

/** What the parts of restarts are made of; each takes what it needs. */
export type RestartParts = RestartContext & RestartUses & { checkRights: CheckRights; file: RestartsFile }
