import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { TextFile } from '../../../../shared/files/contract.ts'
import { type FilePath, nameOf } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { toldOf } from '../../../parts/area/area-words.ts'
import { useClient } from '../../../state/hooks.ts'
import { withLeftText } from '../../../state/unsaved-work.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { readableName } from '../entries/names.ts'
import { CodeView, CompareView } from './CodeView.tsx'
import type { Code } from './code.ts'
import styles from './Editor.module.css'
import { Meanwhile } from './Meanwhile.tsx'
import { SaveBar } from './SaveBar.tsx'
import { type Saving, useSave } from './use-save.ts'

/** What the area asks of the text that is open. */
export type TextHandle = {
  isEdited(): boolean
  /** True once it is saved. */
  save(): Promise<boolean>
  /** Drops what was changed. */
  discard(): void
}

/** What went wrong with a save, as a notice with its next step. */
function SaveNotice({ saving, onAnew }: { saving: Saving; onAnew: () => void }) {
  if (saving.kind === 'failed') return <Notice tone="bad" {...toldOf(saving.error)} />
  if (saving.kind === 'changed-to-other')
    return (
      <Notice
        tone="bad"
        message="Somebody put another file in its place, which is no text. Nothing was saved."
        hint="Copy your text, then save it under another name."
      />
    )
  if (saving.kind !== 'missing') return null
  return (
    <Notice
      tone="bad"
      message="Somebody deleted or moved this file meanwhile, so nothing was saved."
      hint="Saving makes it anew."
    >
      <Button onClick={onAnew}>Save it anew</Button>
    </Notice>
  )
}

type TextEditorProps = {
  serverRef: ServerRef
  path: FilePath
  /** The file as it was read. */
  file: TextFile
  /** A text that was left unsaved before. */
  left: string | null
  /** Why it can't be changed; null where it can. */
  why: string | null
  /** The editor takes the focus once it has loaded. */
  takesFocus: boolean
  handle: React.Ref<TextHandle>
  onEdited: (isEdited: boolean) => void
  onSaved: () => void
  onClose: () => void
}

/** The text of a file, and its way back to the server. */
export function TextEditor(props: TextEditorProps) {
  const { serverRef: ref, path, file: opened, left, why, takesFocus, handle, onEdited, onSaved, onClose } = props
  const { view } = useClient()
  const [file, setFile] = useState(opened)
  /** The text that the editor begins with; another `round` begins it anew. */
  const [begin, setBegin] = useState({ round: 0, text: left ?? opened.text })
  const [isEdited, setEdited] = useState(left !== null && left !== opened.text)
  const [lines, setLines] = useState<number | null>(null)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [isComparing, setComparing] = useState(false)
  const code = useRef<Code | null>(null)
  /** The text when the editor was last gone. */
  const kept = useRef(begin.text)
  const isDropped = useRef(false)
  const saved = useRef(file)
  saved.current = file
  const name = nameOf(path) ?? ''
  const { saving, clear, write } = useSave({
    ref,
    path,
    onSaved: (now) => {
      saved.current = now
      setFile(now)
      setSavedAt(Date.now())
      code.current?.setSaved(now.text)
      onSaved()
    },
  })
  /** The own text while it stands beside somebody else's. */
  const merged = useRef<(() => string) | null>(null)
  const text = () => merged.current?.() ?? code.current?.text() ?? kept.current
  const edited = (is: boolean) => {
    setEdited(is)
    onEdited(is)
    if (!is) setLines(null)
  }
  const canSave = isEdited && why === null && saving.kind !== 'busy'
  const save = async () => !isEdited || (canSave && write(file, text()))
  /** Shows another text in the editor. */
  const begins = (next: string, base: TextFile) => {
    kept.current = next
    setBegin(({ round }) => ({ round: round + 1, text: next }))
    edited(next !== base.text)
  }

  useImperativeHandle(handle, () => ({
    isEdited: () => isEdited && !isDropped.current,
    save,
    discard() {
      isDropped.current = true
    },
  }))

  // What is left unsaved with the area is kept, and asked about.
  const leaving = useRef<() => void>(() => {})
  leaving.current = () => {
    // A text that was just saved may leave before it is drawn as saved.
    if (!isEdited || isDropped.current || text() === saved.current.text) return
    view.setState(withLeftText({ ref, path, file: saved.current, text: text(), isAsked: false }))
  }
  useEffect(() => () => leaving.current(), [])
  // The window is kept for an edited text, which would be lost with it.
  useEffect(() => {
    if (!isEdited) return
    view.setState({ editedFile: { ref, path } })
    return () => view.setState({ editedFile: null })
  }, [isEdited, ref, path, view])

  if (saving.kind === 'changed') {
    const { theirs, mine } = saving
    return (
      <Meanwhile
        key={theirs.stamp.modifiedAt}
        name={name}
        texts={{ base: file.text, theirs: theirs.text, mine }}
        mineNow={merged}
        onSave={(merged) => {
          begins(merged, file)
          void write(theirs, merged)
        }}
        onTheirs={() => {
          clear()
          setFile(theirs)
          begins(theirs.text, theirs)
        }}
        onBack={(merged) => {
          clear()
          begins(merged, file)
        }}
      />
    )
  }
  return (
    <>
      <div role="alert" className={styles.notice}>
        <SaveNotice saving={saving} onAnew={() => void write(file, text(), true)} />
        {saving.kind === 'none' && file.isConverted && why === null && (
          <Notice
            tone="busy"
            message="The panel gave this file converted to UTF-8."
            hint="Saving it may change its encoding: where the game minds, download and upload it instead."
          />
        )}
      </div>
      {isComparing && (
        <CompareView
          given={{
            name,
            left: { label: 'On the server', text: file.text },
            right: { label: 'Yours', text: text() },
            isEditable: false,
          }}
          onCompare={() => {}}
        />
      )}
      <CodeView
        key={begin.round}
        given={{
          label: `Text of ${readableName(name)}`,
          name,
          text: begin.text,
          saved: file.text,
          isReadOnly: why !== null,
          isAtEnd: false,
        }}
        takesFocus={takesFocus || begin.round > 0}
        isHidden={isComparing}
        events={{ onEdited: edited, onChangedLines: setLines, onSave: () => void save() }}
        onCode={(made) => {
          if (made === null) kept.current = text()
          // It may have been saved while the editor was loading.
          else made.setSaved(saved.current.text)
          code.current = made
        }}
      />
      <SaveBar
        file={file}
        why={why}
        isEdited={isEdited}
        isBusy={saving.kind === 'busy'}
        lines={lines}
        savedAt={savedAt}
        isComparing={isComparing}
        onCompare={setComparing}
        onSave={() => void save()}
        onClose={onClose}
      />
    </>
  )
}
