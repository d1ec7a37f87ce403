import type { FileEnd, FileStamp, TextFile } from '../../../../shared/files/contract.ts'
import { maxEndBytes } from '../../../../shared/files/files.ts'
import { tryAgain } from '../../../parts/again.ts'
import { toldOf } from '../../../parts/area/area-words.ts'
import { useElapsed } from '../../../state/hooks.ts'
import { Button } from '../../../ui/Button.tsx'
import barStyles from '../../../ui/bar.module.css'
import { Empty } from '../../../ui/Empty.tsx'
import { bytes, orDash } from '../../../ui/format.ts'
import { readableName } from '../entries/names.ts'
import { CodeView } from './CodeView.tsx'
import styles from './Editor.module.css'
import type { OpenedFile } from './use-reading.ts'

const noEvents = { onEdited: () => {}, onChangedLines: () => {}, onSave: () => {} }

type OtherProps = { kind: 'binary' | 'too-large'; stamp: FileStamp; onEnd: () => void; onDownload: () => void }

/** What is shown of a file that is no text to be edited. */
function Other({ kind, stamp, onEnd, onDownload }: OtherProps) {
  const size = orDash(stamp.size, bytes)
  if (kind === 'binary')
    return (
      <Empty title="This is not a text file" text={`It has ${size}. Download it to look at it with its own program.`}>
        <Button onClick={onDownload}>Download…</Button>
      </Empty>
    )
  return (
    <Empty
      title={`This file is too large to edit: ${size}`}
      text="Its last part can be shown. For that all of it is downloaded, of which only the end is kept."
    >
      <Button onClick={onEnd}>Show its last part</Button>
      <Button onClick={onDownload}>Download…</Button>
    </Empty>
  )
}

/** The last part of a large text. */
function LastPart({ name, end, onDownload }: { name: string; end: FileEnd; onDownload: () => void }) {
  return (
    <>
      <CodeView
        given={{
          label: `Last part of ${readableName(name)}`,
          name,
          text: end.text,
          saved: end.text,
          isReadOnly: true,
          isAtEnd: true,
        }}
        takesFocus
        events={noEvents}
        onCode={() => {}}
      />
      <div className={`${barStyles.bar} ${styles.foot}`}>
        <p className={barStyles.fact} data-cut>
          {end.isCut ? `Last ${bytes(maxEndBytes)} of` : 'All of'} {bytes(end.size)}
        </p>
        <Button onClick={onDownload}>Download…</Button>
      </div>
    </>
  )
}

type FileContentProps = {
  reading: OpenedFile
  name: string
  onRead: () => void
  onEnd: (size: number | null) => void
  onDownload: () => void
  children: (file: TextFile) => React.ReactNode
}

/** What was read, or why nothing was. */
export function FileContent({ reading, name, onRead, onEnd, onDownload, children }: FileContentProps) {
  switch (reading.kind) {
    case 'reading':
      return <Waiting words="Reading the file…" />
    case 'reading-end':
      return <Waiting words={`Reading ${reading.size === null ? 'all of it' : bytes(reading.size)} to show the end…`} />
    case 'failed': {
      const { message, hint } = toldOf(reading.error)
      return (
        <Empty title={message} text={hint}>
          <Button onClick={onRead}>{tryAgain}</Button>
        </Empty>
      )
    }
    case 'end':
      return <LastPart name={name} end={reading.end} onDownload={onDownload} />
    case 'text':
      return children(reading.file)
    default: {
      const { kind, stamp } = reading
      return <Other kind={kind} stamp={stamp} onEnd={() => onEnd(stamp.size)} onDownload={onDownload} />
    }
  }
}

/** Says what is waited for, once it takes a while. */
function Waiting({ words }: { words: string }) {
  const isLate = useElapsed(300)
  return (
    <div role="status" aria-label={words} className={styles.waiting}>
      {isLate && <p>{words}</p>}
    </div>
  )
}
