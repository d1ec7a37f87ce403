import type { ActivityEntry, ActivityEvent } from '../../shared/model/activity.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { own } from '../../shared/own.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { SaveText } from '../lib/save-text.ts'
import type { EventWatch } from '../notify/event-watch.ts'
import type { StateStore } from '../state/store.ts'
import { setActivity } from '../state/updates.ts'
import { activityCsv } from './csv.ts'
import { activityEntry, maxTextLength } from './entry.ts'
import type { ActivityFile } from './file.ts'

/** Maximum number of entries in the state, which the window shows. */
const maxShown = 300

type Deps = {
  store: StateStore
  clock: Clock
  newId: () => string
  events: Pick<EventWatch, 'subscribe'>
  file: ActivityFile
  saveText: SaveText
}

export type Activity = {
  /** Reads the file into the state again, as after another program has written to it. */
  load(): void
  /**
   * Keeps what was done to a server and shows in no state.
   * @param name the server's where the state may not know it yet
   */
  note(ref: ServerRef, event: ActivityEvent, name?: string): void
  /** Writes all entries as a table to a file that the person chooses; null when they cancelled. */
  exportToFile(): Promise<Result<{ file: string } | null>>
  dispose(): void
}

/** The activity list: kept on disk, its newest part in the state. */
export function createActivity({ store, clock, newId, events, file, saveText }: Deps): Activity {
  /** Entries never change, so known ones stay the same objects, and only new ones are sent to the window. */
  function show(entries: readonly ActivityEntry[]): void {
    const known: Readonly<Record<string, ActivityEntry>> = store.get().activity
    const shown = entries.toSorted((a, b) => b.at - a.at).slice(0, maxShown)
    const before = Object.keys(known)
    if (shown.length === before.length && shown.every(({ id }, i) => id === before[i])) return
    store.update(setActivity(shown.map((entry) => known[entry.id] ?? entry)))
  }

  function keep(entries: readonly ActivityEntry[]): void {
    if (entries.length === 0) return
    file.append(entries)
    show([...entries.toReversed(), ...Object.values(store.get().activity)])
  }

  const unsubscribe = events.subscribe((happened) =>
    keep(happened.map((event) => activityEntry(event, newId())).filter((entry) => entry !== null)),
  )

  return {
    load: () => show(file.read().toReversed()),
    note(ref, event, name = own(store.get().servers, ref)?.name ?? '') {
      keep([{ id: newId(), at: clock.now(), ref, name: safeText(name, maxTextLength), event }])
    },
    exportToFile() {
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      return saveText({
        title: 'Export activity',
        name: `servertray-activity-${day}.csv`,
        filter: { name: 'Table (CSV)', extensions: ['csv'] },
        text: () => activityCsv(file.read().toReversed()),
      })
    },
    dispose: unsubscribe,
  }
}
