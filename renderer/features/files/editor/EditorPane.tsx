import { useEffect, useState } from 'react'
import {
  type FileEnd,
  type FilePath,
  type FileStamp,
  maxEndBytes,
  nameOf,
  type TextFile,
} from '../../../../shared/model/file.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { lookAgain, tryAgain } from '../../../parts/again.ts'
import { toldOf } from '../../../parts/area/area-words.ts'
import { useClient } from '../../../state/hooks.ts'
import { type LeftText, withoutLeftText } from '../../../state/view/unsaved-work.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import barStyles from '../../../ui/bar.module.css'
import { Empty } from '../../../ui/Empty.tsx'
import { bytes, orDash } from '../../../ui/format.ts'
import { useKeepFocus } from '../../../ui/use-keep-focus.ts'
import { FileName } from '../entries/FileName.tsx'
import { readableName } from '../entries/name-parts.ts'
import { CodeView } from './CodeView.tsx'
import styles from './Editor.module.css'
import { TextEditor, type TextHandle } from './TextEditor.tsx'
import { type Reading, useReading } from './use-reading.ts'
import { Waiting } from './Waiting.tsx'

const noEvents = { onEdited: () => {}, onChangedLines: () => {}, onSave: () => {} }

/** The text of the file that was left unsaved before; the window forgets it, since the editor has it from now on. */
function useLeftText(ref: ServerRef, path: FilePath): LeftText | null {
  const { view } = useClient()
  const [text] = useState(() => {
    const left = view.getState().leftTexts[ref]
    return left?.path === path ? left : null
  })
  useEffect(() => {
    if (text === null) return
    view.setState(withoutLeftText(ref))
  }, [text, view, ref])
  return text
}

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
        <p className={barStyles.fact}>
          {end.isCut ? `Last ${bytes(maxEndBytes)} of` : 'All of'} {bytes(end.size)}
        </p>
        <Button onClick={onDownload}>Download…</Button>
      </div>
    </>
  )
}

type ContentProps = {
  reading: Reading
  name: string
  onRead: () => void
  onEnd: (size: number | null) => void
  onDownload: () => void
  children: (file: TextFile) => React.ReactNode
}

/** What was read, or why nothing was. */
function Content({ reading, name, onRead, onEnd, onDownload, children }: ContentProps) {
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

type EditorPaneProps = {
  serverRef: ServerRef
  path: FilePath
  /** Why the file can't be changed; null where it can. */
  why: string | null
  /** It takes the focus, since a person has just opened it. */
  takesFocus: boolean
  handle: React.RefObject<TextHandle | null>
  onSaved: () => void
  /** Downloads the file to this computer, whatever it is. */
  onDownload: () => void
  onClose: () => void
  /** More buttons, at the end of the head. */
  children?: React.ReactNode
}

/** One file beside the list: its text in an editor, or what else there is to say of it. */
export function EditorPane({
  serverRef: ref,
  path,
  why,
  takesFocus,
  handle,
  onSaved,
  onDownload,
  onClose,
  children,
}: EditorPaneProps) {
  const left = useLeftText(ref, path)
  const { reading, read, readEnd } = useReading(ref, path, left && { kind: 'text', file: left.file })
  const [isEdited, setEdited] = useState(left !== null)
  const focus = useKeepFocus<HTMLElement>()
  const name = nameOf(path) ?? ''
  const readable = readableName(name)
  return (
    <section
      {...focus}
      className={styles.pane}
      aria-label={`File ${readable}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // Otherwise it would lead back to the list of servers.
        event.preventDefault()
        onClose()
      }}
    >
      <header className={`${barStyles.bar} ${styles.head}`}>
        <h2 title={readable}>
          <FileName name={name} />
        </h2>
        <p>{isEdited ? 'edited' : reading.kind === 'end' ? 'last part, read only' : ''}</p>
        <div className={styles.actions}>
          {children}
          {reading.kind === 'end' && (
            <IconButton icon="refresh" label={lookAgain} onClick={() => readEnd(reading.end.size)} />
          )}
          <IconButton icon="close" label="Close the file" onClick={onClose} />
        </div>
      </header>
      <Content reading={reading} onRead={read} onEnd={readEnd} onDownload={onDownload} name={name}>
        {(file) => (
          <TextEditor
            serverRef={ref}
            path={path}
            file={file}
            left={left?.text ?? null}
            why={why}
            takesFocus={takesFocus}
            handle={handle}
            onEdited={setEdited}
            onSaved={onSaved}
            onClose={onClose}
          />
        )}
      </Content>
    </section>
  )
}
