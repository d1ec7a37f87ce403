import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ActivityEntry } from '../../../shared/model/activity.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { allServers } from '../../state/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { day, when } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { told, useTask } from '../../ui/use-task.ts'
import { tell } from './messages.ts'

function Line({ entry, now }: { entry: ActivityEntry; now: number }) {
  const { view } = useClient()
  const exists = useAppState((state) => entry.ref !== null && state.servers[entry.ref] !== undefined)
  const { tone, text, more } = tell(entry)
  const isRecent = now - entry.at < 3_600_000
  const open = () => view.setState({ page: 'servers', filter: allServers, query: '', mark: null, open: entry.ref })
  return (
    <li className="event">
      <time dateTime={new Date(entry.at).toISOString()} title={clockTime(entry.at)}>
        {isRecent ? when(entry.at, now) : clockTime(entry.at)}
      </time>
      {exists ? (
        <button type="button" className="event-name link" onClick={open}>
          {entry.name}
        </button>
      ) : (
        <span className="event-name">{entry.name}</span>
      )}
      <span className={`event-text tone-${tone}`}>{text}</span>
      <span className="event-more">{more}</span>
    </li>
  )
}

/** What happened and what was done, the newest first, day by day. */
export function ActivityPage() {
  const [ref, setRef] = useState<ServerRef | ''>('')
  const entries = useAppState(useShallow((state) => Object.values(state.activity)))
  const { call } = useClient().bridge
  const saving = useTask(() => told(call['activity:export'](), ({ file }) => `Saved as ${file}.`))
  const now = useNow(30_000)
  const focus = useKeepFocus<HTMLElement>()
  const names = new Map(entries.flatMap((entry) => (entry.ref === null ? [] : [[entry.ref, entry.name] as const])))
  const shown = entries.filter((entry) => ref === '' || entry.ref === ref)
  const days = Map.groupBy(shown, ({ at }) => day(at))
  return (
    <main className="page" tabIndex={-1} {...focus}>
      <header className="page-head">
        <div>
          <h1>Activity</h1>
          <p className="lead">What happened to your servers and what was done to them, for 30 days.</p>
        </div>
        <div className="page-actions">
          {names.size > 1 && (
            <select
              className="select"
              aria-label="Server"
              value={ref}
              onChange={(event) => setRef(event.target.value as ServerRef | '')}
            >
              <option value="">All servers</option>
              {[...names].map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
          {entries.length > 0 && (
            <Button onClick={saving.start} aria-disabled={saving.busy}>
              Export…
            </Button>
          )}
        </div>
      </header>
      <p role="status" className="tone-ok">
        {saving.done}
      </p>
      <div role="alert">
        {saving.error && <Notice tone="bad" message={saving.error.message} hint={saving.error.hint} />}
      </div>
      {entries.length === 0 && (
        <Empty title="Nothing has happened yet" text="Power actions, crashes and refused keys are listed here." />
      )}
      {[...days].map(([date, ofDay]) => (
        <section key={date}>
          <h2 className="day">{date === day(now) ? 'Today' : date}</h2>
          <ol className="events">
            {ofDay.map((entry) => (
              <Line key={entry.id} entry={entry} now={now} />
            ))}
          </ol>
        </section>
      ))}
    </main>
  )
}
