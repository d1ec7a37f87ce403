import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ActivityEntry } from '../../../shared/model/activity.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { allServers } from '../../state/view.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import controlStyles from '../../ui/controls.module.css'
import { Empty } from '../../ui/Empty.tsx'
import { day, when } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { inWords, useTask } from '../../ui/use-task.ts'
import styles from './ActivityPage.module.css'
import { tell } from './messages.ts'

function Line({ entry, now }: { entry: ActivityEntry; now: number }) {
  const { view } = useClient()
  const exists = useAppState((state) => entry.ref !== null && state.servers[entry.ref] !== undefined)
  const { tone, text, more } = tell(entry)
  const isRecent = now - entry.at < 3_600_000
  const open = () => view.setState({ page: 'servers', filter: allServers, query: '', mark: null, open: entry.ref })
  return (
    <li className={styles.event}>
      <time dateTime={new Date(entry.at).toISOString()} title={clockTime(entry.at)}>
        {isRecent ? when(entry.at, now) : clockTime(entry.at)}
      </time>
      {exists ? (
        <LinkButton className={styles.name} onClick={open}>
          {entry.name}
        </LinkButton>
      ) : (
        <span className={styles.name}>{entry.name}</span>
      )}
      <span data-tone={tone}>{text}</span>
      <span className={styles.more}>{more}</span>
    </li>
  )
}

/** What happened and what was done, the newest first, day by day. */
export function ActivityPage() {
  const [ref, setRef] = useState<ServerRef | ''>('')
  const entries = useAppState(useShallow((state) => Object.values(state.activity)))
  const { call } = useClient().bridge
  const saving = useTask(() => inWords(call['activity:export'](), ({ file }) => `Saved as ${file}.`))
  const now = useNow(30_000)
  const focus = useKeepFocus<HTMLElement>()
  const names = new Map(entries.flatMap((entry) => (entry.ref === null ? [] : [[entry.ref, entry.name] as const])))
  const shown = entries.filter((entry) => ref === '' || entry.ref === ref)
  const days = Map.groupBy(shown, ({ at }) => day(at))
  return (
    <main className={pageStyles.page} tabIndex={-1} {...focus}>
      <header className={pageStyles.head}>
        <div>
          <h1>Activity</h1>
          <p className={pageStyles.lead}>
            What happened to your servers in the last 30 days. What was done on a panel’s own page may be missing.
          </p>
        </div>
        <div className={pageStyles.actions}>
          {names.size > 1 && (
            <select
              className={controlStyles.select}
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
      <p role="status" data-tone="ok">
        {saving.done}
      </p>
      <div role="alert">
        {saving.error && <Notice tone="bad" message={saving.error.message} hint={saving.error.hint} />}
      </div>
      {entries.length === 0 && (
        <Empty title="Nothing yet" text="Power actions, crashes and refused keys appear here." />
      )}
      {[...days].map(([date, ofDay]) => (
        <section key={date}>
          <h2 className={styles.day}>{date === day(now) ? 'Today' : date}</h2>
          <ol>
            {ofDay.map((entry) => (
              <Line key={entry.id} entry={entry} now={now} />
            ))}
          </ol>
        </section>
      ))}
    </main>
  )
}
