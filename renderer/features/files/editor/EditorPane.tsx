import { useEffect, useState } from 'react'
import { type FilePath, nameOf } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { lookAgain, tryAgain } from '../../../parts/again.ts'
import { toldOf } from '../../../parts/area/area-words.ts'
import { useClient, useElapsed, useView } from '../../../state/hooks.ts'
import { type LeftText, withoutLeftText } from '../../../state/unsaved-work.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import barStyles from '../../../ui/bar.module.css'
import { Empty } from '../../../ui/Empty.tsx'
import { useKeepFocus } from '../../../ui/focus.ts'
import { bytes, orDash } from '../../../ui/format.ts'
import { lazy } from '../../../ui/lazy.tsx'
import { FileName } from '../entries/Names.tsx'
import { readableName } from '../entries/names.ts'
import styles from './Editor.module.css'
import type { TextHandle } from './TextEditor.tsx'
import { useReading } from './use-reading.ts'

const TextEditor = lazy(async () => (await import('./TextEditor.tsx')).TextEditor)
const LastPart = lazy(async () => (await import('./TextEditor.tsx')).LastPart)

/** The text of the file that was left unsaved before; the window forgets it, since the editor has it from now on. */
function useLeftText(ref: ServerRef, path: FilePath): LeftText | null {
  const { view } = useClient()
  const [text] = useState(() => {
    const left = view.getState().leftTexts[ref]
    return left?.path === path ? left : null
  })
  useEffect(() => {
    if (text !== null) view.setState(withoutLeftText(ref))
  }, [text, view, ref])
  return text
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
}

/** One file beside the list: its text in an editor, or what else there is to say of it. */
export function EditorPane(props: EditorPaneProps) {
  const { serverRef: ref, path, onDownload, onClose } = props
  const left = useLeftText(ref, path)
  const { reading, read, readEnd } = useReading(ref, path, left?.file ?? null)
  const isEdited = useView(({ editedFile }) => editedFile?.ref === ref && editedFile.path === path)
  const focus = useKeepFocus<HTMLElement>()
  const name = nameOf(path) ?? ''
  const readable = readableName(name)
  const leftText = left?.text ?? null
  const download = <Button onClick={onDownload}>Download…</Button>

  /** What was read, or why nothing was. */
  function content() {
    if (reading.kind === 'reading') return <Waiting words="Reading the file…" />
    if (reading.kind === 'reading-end') {
      const what = reading.size === null ? 'all of it' : bytes(reading.size)
      return <Waiting words={`Reading ${what} to show the end…`} />
    }
    if (reading.kind === 'text') return <TextEditor {...props} file={reading} left={leftText} />
    if (reading.kind === 'end') return <LastPart name={name} end={reading.end} onDownload={onDownload} />
    if (reading.kind === 'failed') {
      const { message, hint } = toldOf(reading.error)
      return (
        <Empty title={message} text={hint}>
          <Button onClick={read}>{tryAgain}</Button>
        </Empty>
      )
    }
    const { size } = reading.stamp
    if (reading.kind === 'binary') {
      const text = `It has ${orDash(size, bytes)}. Download it to look at it with its own program.`
      return (
        <Empty title="This is not a text file" text={text}>
          {download}
        </Empty>
      )
    }
    return (
      <Empty
        title={`This file is too large to edit: ${orDash(size, bytes)}`}
        text="Its last part can be shown. For that all of it is downloaded, of which only the end is kept."
      >
        <Button onClick={() => readEnd(size)}>Show its last part</Button>
        {download}
      </Empty>
    )
  }
  return (
    <section
      {...focus}
      className={styles.pane}
      data-frame
      aria-label={`File ${readable}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // Otherwise it would lead back to the list of servers.
        event.preventDefault()
        onClose()
      }}
    >
      <header className={`${barStyles.bar} ${styles.head}`} data-flex="s2" data-edge="bottom" data-shade>
        <h2 data-cut title={readable}>
          <FileName name={name} />
        </h2>
        <p data-text="note">{isEdited ? 'edited' : reading.kind === 'end' ? 'last part, read only' : ''}</p>
        <div data-flex="s1">
          {reading.kind === 'end' && (
            <IconButton icon="refresh" label={lookAgain} onClick={() => readEnd(reading.end.size)} />
          )}
          <IconButton icon="close" label="Close the file" onClick={onClose} />
        </div>
      </header>
      {content()}
    </section>
  )
}

/** Says what is waited for, once it takes a while. */
function Waiting({ words }: { words: string }) {
  const isLate = useElapsed(300)
  return (
    <div role="status" aria-label={words} data-fill data-center>
      {isLate && <p data-text="note">{words}</p>}
    </div>
  )
}
