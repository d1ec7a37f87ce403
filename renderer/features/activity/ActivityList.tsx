import type { ActivityEntry } from '../../../shared/activity/contract.ts'
import { wordsOf } from '../../../shared/activity/words.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { unfiltered } from '../../state/view.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { day, when } from '../../ui/format.ts'
import styles from './ActivityList.module.css'
import dayStyles from './ActivityRows.module.css'

function Name({ entry }: { entry: ActivityEntry }) {
  const { view } = useClient()
  const exists = useAppState((state) => entry.ref !== null && state.servers[entry.ref] !== undefined)
  const open = () => view.setState({ ...unfiltered, page: 'servers', open: entry.ref })
  return exists ? (
    <LinkButton className={styles.name} onClick={open}>
      {entry.name}
    </LinkButton>
  ) : (
    <span className={styles.name}>{entry.name}</span>
  )
}

function Line({ entry, now, isOfOne }: { entry: ActivityEntry; now: number; isOfOne: boolean }) {
  const { tone, what, by } = wordsOf(entry.event)
  const isRecent = now - entry.at < 3_600_000
  return (
    <li className={styles.event} data-of-one={isOfOne || undefined}>
      <time dateTime={new Date(entry.at).toISOString()} title={clockTime(entry.at)}>
        {isRecent ? when(entry.at, now) : clockTime(entry.at)}
      </time>
      {!isOfOne && <Name entry={entry} />}
      <span data-tone={tone}>{what}</span>
      <span className={styles.more}>{by}</span>
    </li>
  )
}

type ActivityListProps = {
  entries: readonly ActivityEntry[]
  /** All are of one server, so that its name is left out. */
  isOfOne?: boolean
}

/** Entries as given, under a heading for each day. */
export function ActivityList({ entries, isOfOne = false }: ActivityListProps) {
  const now = useNow(30_000)
  const days = Map.groupBy(entries, ({ at }) => day(at))
  return [...days].map(([date, ofDay]) => (
    <section key={date}>
      <h2 className={dayStyles.day}>{date === day(now) ? 'Today' : date}</h2>
      <ol>
        {ofDay.map((entry) => (
          <Line key={entry.id} entry={entry} now={now} isOfOne={isOfOne} />
        ))}
      </ol>
    </section>
  ))
}
