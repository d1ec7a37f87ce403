import { useLayoutEffect, useRef } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ConsoleEntry } from '../../../shared/model/console-schema.ts'
import type { KeyId } from '../../../shared/model/identifier.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { entryWord, noOutputNote } from '../../parts/commands/messages.ts'
import { useAppState, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './ConsoleLog.module.css'

export type TryWith = (entry: ConsoleEntry, keyId: KeyId) => Promise<void>

/** Offers a refused command with the other key that may send it. */
function TryWithOther({ entry, onTryWith }: { entry: ConsoleEntry; onTryWith: TryWith }) {
  const other = useAppState((state) => (entry.otherKeyId === null ? undefined : state.keys[entry.otherKeyId]))
  return other && <Button onClick={() => void onTryWith(entry, other.id)}>Try with {other.label}</Button>
}

type EntryProps = {
  entry: ConsoleEntry
  /** Why it failed is told elsewhere. */
  isTold: boolean
  onTryWith: TryWith | null
}

function Entry({ entry, isTold, onTryWith }: EntryProps) {
  const now = useNow(entry.phase === 'waiting' ? 1_000 : null)
  return (
    <li>
      <time>{clockTime(entry.sentAt)}</time>
      <div>
        <span className={styles.command}>&gt; {entry.command}</span>
        <span className={styles.result} data-phase={entry.phase}>
          {entryWord(entry, now)}
        </span>
      </div>
      {entry.error && !isTold && (
        <p>
          <span data-tone="bad">{entry.error.message}</span> {entry.error.detail && `“${entry.error.detail}” `}
          {entry.error.hint}
        </p>
      )}
      {onTryWith && <TryWithOther entry={entry} onTryWith={onTryWith} />}
    </li>
  )
}

type ConsoleLogProps = {
  entries: readonly ConsoleEntry[]
  /** What is told above it, which it does not repeat. */
  told: string
  /** Why only this log is shown. */
  note: string | null
  onTryWith: TryWith
}

/**
 * The commands sent to a server with their outcomes, oldest first; stays at the end unless scrolled up. The last one,
 * when refused, can be tried with another key.
 */
export function ConsoleLog({ entries, told, note, onTryWith }: ConsoleLogProps) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  // The same reason stands with the last command that it stopped.
  const isTold = ({ id, error }: ConsoleEntry) =>
    error !== null &&
    (told.includes(error.message) || entries.findLast((one) => one.error?.message === error.message)?.id !== id)
  useLayoutEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  })
  return (
    <section
      className={styles.log}
      data-scroll
      ref={box}
      aria-label="Commands sent"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 8
      }}
    >
      <p className={styles.note}>{note ?? noOutputNote}</p>
      <ol>
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            isTold={isTold(entry)}
            onTryWith={entry === entries.at(-1) ? onTryWith : null}
          />
        ))}
      </ol>
    </section>
  )
}

type CommandFailureProps = {
  /** Why the last command could not be passed to the app. */
  error: AppError | null
  /** The newest command, where its failure is shown nowhere else. */
  entry: ConsoleEntry | undefined
  /** What is told above, which it does not repeat. */
  told: string
  onTryWith: TryWith
}

/** Why the last command failed, next to the field to which its text returns. */
export function CommandFailure({ error: ownError, entry, told, onTryWith }: CommandFailureProps) {
  const hasFailed = entry?.phase === 'refused' || entry?.phase === 'unconfirmed'
  const error = (hasFailed ? entry.error : null) ?? ownError
  const isTold = error !== null && told.includes(error.message)
  return (
    <div role="status">
      {error && (
        <Notice
          tone="bad"
          message={
            isTold
              ? `Command ${hasFailed && entry.phase === 'unconfirmed' ? 'not confirmed' : 'refused'}.`
              : error.message
          }
          hint={isTold ? '' : error.detail ? `“${error.detail}” ${error.hint}` : error.hint}
        >
          {hasFailed && entry.otherKeyId !== null && <TryWithOther entry={entry} onTryWith={onTryWith} />}
        </Notice>
      )}
    </div>
  )
}
