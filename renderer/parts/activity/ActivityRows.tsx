import { useState } from 'react'
import type { ActivityRow } from '../../../shared/model/activity-merge.ts'
import type { ActivityDetail, PanelActivityLine } from '../../../shared/model/panel-activity.ts'
import { clockTime, clockTimeWithSeconds } from '../../../shared/model/time-words.ts'
import type { Result } from '../../../shared/result.ts'
import { useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { day, when } from '../../ui/format.ts'
import { inWords, useTask } from '../../ui/use-task.ts'
import styles from './ActivityRows.module.css'
import { actorWords } from './activity-words.ts'
import { tell } from './messages.ts'

/** Reads what a line hides. */
type ReadDetails = (id: string) => Promise<Result<{ details: ActivityDetail[] }>>

/** What a line hides until somebody asks: addresses, commands, values. */
function Details({ line, read }: { line: PanelActivityLine; read: ReadDetails }) {
  const [details, setDetails] = useState<readonly ActivityDetail[] | null>(null)
  const asking = useTask(() =>
    inWords(read(line.id), (value) => {
      setDetails(value.details)
      return ''
    }),
  )
  const isShown = details !== null
  return (
    <>
      <Button
        look="ghost"
        className={styles.show}
        aria-expanded={isShown}
        aria-label={`${isShown ? 'Hide' : 'Show'} details: ${line.text}`}
        onClick={() => (isShown ? setDetails(null) : asking.start())}
      >
        {isShown ? 'Hide' : 'Show'}
      </Button>
      {isShown && (
        <dl className={styles.details}>
          {details.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {asking.error && (
        <p role="alert" className={styles.details} data-tone="bad">
          {asking.error.message} {asking.error.hint}
        </p>
      )}
    </>
  )
}

/** What one line says, whoever tells it. */
function wordsOf(row: ActivityRow) {
  if (row.source === 'panel') {
    const { text, tone, actor } = row.line
    return { text, tone, more: '', who: actorWords(actor) }
  }
  return { ...tell(row.entry), who: 'This app' }
}

function Row({ row, now, read }: { row: ActivityRow; now: number; read: ReadDetails }) {
  const { text, tone, more, who } = wordsOf(row)
  const isRecent = now - row.at < 3_600_000
  return (
    <li className={styles.row}>
      <time dateTime={new Date(row.at).toISOString()} title={clockTimeWithSeconds(row.at)}>
        {isRecent ? when(row.at, now) : clockTime(row.at)}
      </time>
      <span className={styles.what} title={more === '' ? text : `${text} ${more}`}>
        <span data-tone={tone === 'plain' ? undefined : tone}>{text}</span>
        {more !== '' && <span className={styles.more}> {more}</span>}
      </span>
      <span className={styles.who} data-source={row.source} title={who}>
        {who}
      </span>
      {row.line?.hides && <Details line={row.line} read={read} />}
    </li>
  )
}

const idOf = (row: ActivityRow) => (row.source === 'app' ? row.entry.id : row.line.id)

/** Lines of activity, the newest first, under a heading for each day. */
export function ActivityRows({ rows, read }: { rows: readonly ActivityRow[]; read: ReadDetails }) {
  const now = useNow(30_000)
  const days = Map.groupBy(rows, ({ at }) => day(at))
  return [...days].map(([date, ofDay]) => (
    <section key={date}>
      <h2 className={styles.day}>{date === day(now) ? 'Today' : date}</h2>
      <ol>
        {ofDay.map((row) => (
          <Row key={`${row.source} ${idOf(row)}`} row={row} now={now} read={read} />
        ))}
      </ol>
    </section>
  ))
}
