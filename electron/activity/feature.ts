import type { Feature } from '../ipc/feature.ts'
import type { EventWatch } from '../notify/event-watch.ts'
import type { FeatureBasics } from '../state/feature-basics.ts'
import { type Activity, createActivity } from './activity.ts'
import { activityPath, createActivityFile } from './file.ts'

/** The list of what happened and was done, on disk and in the state. */
export function createActivityFeature(
  context: FeatureBasics,
  { events }: { events: EventWatch },
): Feature<never> & { readonly api: Activity } {
  const { store, clock, log, newId, profile } = context
  const file = createActivityFile({ path: activityPath(profile), clock, log })
  const activity = createActivity({ store, clock, newId, events, file })
  file.prune()
  activity.load()
  return { api: activity, handlers: {}, dispose: activity.dispose }
}
