import type { Feature } from '../ipc/feature.ts'
import type { SaveText } from '../lib/save-text.ts'
import type { EventWatch } from '../notify/event-watch.ts'
import type { FeatureBasics } from '../state/feature-basics.ts'
import { type Activity, createActivity } from './activity.ts'
import { activityPath, createActivityFile } from './file.ts'

type Context = FeatureBasics & {
  saveText: SaveText
}

/** The list of what happened and was done, on disk and in the state. */
export function createActivityFeature(
  context: Context,
  { events }: { events: EventWatch },
): Feature<'activity:export'> & { readonly api: Activity } {
  const { store, clock, log, newId, profile, saveText } = context
  const file = createActivityFile({ path: activityPath(profile), clock, log })
  const activity = createActivity({ store, clock, newId, events, file, saveText })
  file.prune()
  activity.load()
  return {
    api: activity,
    handlers: { 'activity:export': () => activity.exportToFile() },
    dispose: activity.dispose,
  }
}
