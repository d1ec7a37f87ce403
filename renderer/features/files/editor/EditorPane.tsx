import { useEffect, useState } from 'react'
import { type FilePath, nameOf } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { lookAgain } from '../../../parts/again.ts'
import { useClient } from '../../../state/hooks.ts'
import { type LeftText, withoutLeftText } from '../../../state/unsaved-work.ts'
import { IconButton } from '../../../ui/Button.tsx'
import barStyles from '../../../ui/bar.module.css'
import { useKeepFocus } from '../../../ui/focus.ts'
import { FileName } from '../entries/Names.tsx'
import { readableName } from '../entries/names.ts'
import styles from './Editor.module.css'
import { FileContent } from './FileContent.tsx'
import { TextEditor, type TextHandle } from './TextEditor.tsx'
import { useReading } from './use-reading.ts'

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
export function EditorPane({
  serverRef: ref,
  path,
  why,
  takesFocus,
  handle,
  onSaved,
  onDownload,
  onClose,
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
        <h2 data-cut title={readable}>
          <FileName name={name} />
        </h2>
        <p>{isEdited ? 'edited' : reading.kind === 'end' ? 'last part, read only' : ''}</p>
        <div className={styles.actions}>
          {reading.kind === 'end' && (
            <IconButton icon="refresh" label={lookAgain} onClick={() => readEnd(reading.end.size)} />
          )}
          <IconButton icon="close" label="Close the file" onClick={onClose} />
        </div>
      </header>
      <FileContent reading={reading} onRead={read} onEnd={readEnd} onDownload={onDownload} name={name}>
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
      </FileContent>
    </section>
  )
}
