import { Fragment, useState } from 'react'
import type { ActivityActor, ActivityDetail, PanelActivityLine } from '../../../shared/activity/contract.ts'
import type { Result } from '../../../shared/result.ts'
import { Button } from '../../ui/Button.tsx'
import factStyles from '../../ui/facts.module.css'
import { inWords, useTask } from '../../ui/use-task.ts'
import styles from './ActivityLines.module.css'
import { ActivityLines } from './ActivityLines.tsx'

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
        <dl className={`${factStyles.pairs} ${styles.details}`}>
          {details.map(({ name, value }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
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

/** What a server's panel tells of its activity. */
export function PanelLines({ lines, read }: { lines: readonly PanelActivityLine[]; read: ReadDetails }) {
  const shown = lines.map((line) => ({
    id: line.id,
    at: line.at,
    tone: line.tone,
    what: line.text,
    by: actorWords(line.actor),
    details: line.hides && <Details line={line} read={read} />,
  }))
  return <ActivityLines lines={shown} of="panel" />
}
