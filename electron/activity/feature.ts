import { isDeepStrictEqual } from 'node:util'
import type { ActivityEntry, ActivityEvent } from '../../shared/activity/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { own } from '../../shared/own.ts'
import type { Feature } from '../ipc/feature.ts'
import type { EventWatch } from '../notify/event-watch.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { replace } from '../state/updates.ts'
import { activityEntry } from './entry.ts'
import { activityPath, createActivityFile } from './file.ts'

/** Maximum number of entries in the state, which the window shows. */
const maxShown = 300

/** The list of what happened and was done: kept on disk, its newest part in the state. */
export function createActivityFeature(
  { store, clock, log, newId, profile }: FeatureBasics,
  { events }: { events: Pick<EventWatch, 'subscribe'> },
) {
  const file = createActivityFile({ path: activityPath(profile), clock, log })

  /** Entries never change, so known ones stay the same objects, and only new ones are sent to the window. */
  function show(entries: readonly ActivityEntry[]): void {
    const known: Readonly<Record<string, ActivityEntry>> = store.get().activity
    const newest = entries.toSorted((a, b) => b.at - a.at).slice(0, maxShown)
    const shown = newest.map((entry) => known[entry.id] ?? entry)
    const ids = shown.map(({ id }) => id)
    if (!isDeepStrictEqual(Object.keys(known), ids)) store.update(replace('activity', shown))
  }

  function keep(entries: readonly ActivityEntry[]): void {
    if (entries.length === 0) return
    file.append(entries)
    show([...entries.toReversed(), ...Object.values(store.get().activity)])
  }

  const unsubscribe = events.subscribe((happened) =>
    keep(happened.map((event) => activityEntry(event, newId())).filter((entry) => entry !== null)),
  )

  const api = {
    /** Reads the file into the state again, as after another program has written to it. */
    reload: (): void => show(file.read().toReversed()),
    /**
     * Records an act that the state does not show.
     * @param name of the server, where the state may not know it yet
     */
    note(ref: ServerRef, event: ActivityEvent, name: string = own(store.get().servers, ref)?.name ?? ''): void {
      keep([{ id: newId(), at: clock.now(), ref, name: safeText(name), event }])
    },
  }
  file.prune()
  api.reload()
  return { api, handlers: {}, dispose: unsubscribe } satisfies Feature<never> & { readonly api: object }
}

export type Activity = ReturnType<typeof createActivityFeature>['api']
