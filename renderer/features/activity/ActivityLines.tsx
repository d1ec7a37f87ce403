import type { EventWords } from '../../../shared/activity/words.ts'
import { clockTime, clockTimeWithSeconds } from '../../../shared/model/time-words.ts'
import { useNow } from '../../state/hooks.ts'
import { day, when } from '../../ui/format.ts'
import styles from './ActivityLines.module.css'

/** A line of a list of activity. */
type ActivityLine = Pick<EventWords, 'tone' | 'what' | 'by'> & {
  readonly id: string
  /** Unix milliseconds. */
  readonly at: number
  /** The name of its server, where the list is of several. */
  readonly server?: React.ReactNode
  /** What it hides until somebody asks. */
  readonly details?: React.ReactNode
}

type ActivityLinesProps = {
  lines: readonly ActivityLine[]
  /** What of it is told: of all servers, of one by this app, of one by its panel. */
  of: 'all' | 'server' | 'panel'
}

/** Lines of activity as given, under a heading for each day. */
export function ActivityLines({ lines, of }: ActivityLinesProps) {
  const now = useNow(30_000)
  const days = Map.groupBy(lines, ({ at }) => day(at))
  return [...days].map(([date, ofDay]) => (
    <section key={date}>
      <h2 className={styles.day}>{date === day(now) ? 'Today' : date}</h2>
      <ol>
        {ofDay.map(({ id, at, server, tone, what, by, details }) => (
          <li key={id} className={styles.line} data-text="small" data-of={of}>
            <time dateTime={new Date(at).toISOString()} title={clockTimeWithSeconds(at)}>
              {now - at < 3_600_000 ? when(at, now) : clockTime(at)}
            </time>
            {server}
            <span data-tone={tone} data-cut={of === 'panel' || undefined} title={what}>
              {what}
            </span>
            <span className={styles.by} data-cut title={by}>
              {by}
            </span>
            {details}
          </li>
        ))}
      </ol>
    </section>
  ))
}
