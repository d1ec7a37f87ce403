import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../log/logger.ts'
import type { StateStore } from './store.ts'

/**
 * What every feature is given that changes the state and keeps something in the profile folder; each adds what else it
 * takes.
 */
export type FeatureBasics = {
  store: StateStore
  clock: Clock
  newId: () => string
  log: Logger
  profile: string
}
