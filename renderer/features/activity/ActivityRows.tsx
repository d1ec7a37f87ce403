import { useState } from 'react'
import type { ActivityActor, ActivityDetail, PanelActivityLine } from '../../../shared/activity/contract.ts'
import { clockTime, clockTimeWithSeconds } from '../../../shared/model/time-words.ts'
import type { Result } from '../../../shared/result.ts'
import { useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { day, when } from '../../ui/format.ts'
import { inWords, useTask } from '../../ui/use-task.ts'
import styles from './ActivityRows.module.css'

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

/** Who a panel says did something. */
function actorWords(actor: ActivityActor): string {
  if (actor.kind === 'nobody') return 'The panel'
  return actor.isKey ? `${actor.name}, with an API key` : actor.name
}

function Row({ line, now, read }: { line: PanelActivityLine; now: number; read: ReadDetails }) {
  const { at, text, tone } = line
  const who = actorWords(line.actor)
  return (
    <li className={styles.row}>
      <time dateTime={new Date(at).toISOString()} title={clockTimeWithSeconds(at)}>
        {now - at < 3_600_000 ? when(at, now) : clockTime(at)}
      </time>
      <span className={styles.what} data-tone={tone === 'plain' ? undefined : tone} title={text}>
        {text}
      </span>
      <span className={styles.who} title={who}>
        {who}
      </span>
      {line.hides && <Details line={line} read={read} />}
    </li>
  )
}

/** Lines of a panel's activity, the newest first, under a heading for each day. */
export function ActivityRows({ lines, read }: { lines: readonly PanelActivityLine[]; read: ReadDetails }) {
  const now = useNow(30_000)
  const days = Map.groupBy(lines, ({ at }) => day(at))
  return [...days].map(([date, ofDay]) => (
    <section key={date}>
      <h2 className={styles.day}>{date === day(now) ? 'Today' : date}</h2>
      <ol>
        {ofDay.map((line) => (
          <Row key={line.id} line={line} now={now} read={read} />
        ))}
      </ol>
    </section>
  ))
}
