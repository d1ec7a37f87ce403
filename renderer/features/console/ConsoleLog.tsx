import { useLayoutEffect, useRef } from 'react'
import type { ConsoleEntry } from '../../../shared/model/console.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { useNow } from '../../state/hooks.ts'
import { entryWord, liveOutputNote } from './words.ts'

function Entry({ entry }: { entry: ConsoleEntry }) {
  const now = useNow(entry.phase === 'waiting' ? 1_000 : null)
  return (
    <li>
      <time>{clockTime(entry.sentAt)}</time>
      <div>
        <span className="log-command">&gt; {entry.command}</span>
        <span className={`log-result log-${entry.phase}`}>{entryWord(entry, now)}</span>
      </div>
      {entry.error && (
        <p>
          <span className="log-refused">{entry.error.message}</span> {entry.error.detail && `“${entry.error.detail}” `}
          {entry.error.hint}
        </p>
      )}
    </li>
  )
}

/** What was sent to a server and what became of each, oldest first; follows the end unless scrolled up. */
export function ConsoleLog({ entries }: { entries: readonly ConsoleEntry[] }) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  useLayoutEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  })
  return (
    <section
      className="log"
      ref={box}
      aria-label="Commands sent"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 8
      }}
    >
      <p className="log-note">{liveOutputNote}</p>
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}
