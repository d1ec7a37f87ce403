import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { FileEnd, TextFile } from '../../../../shared/files/contract.ts'
import { type FilePath, maxEndBytes, nameOf } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import areaStyles from '../../../parts/area/Area.module.css'
import { toldOf } from '../../../parts/area/area-words.ts'
import { useAppState, useClient } from '../../../state/hooks.ts'
import { insteadOfLeftText, withLeftText } from '../../../state/unsaved-work.ts'
import { Button } from '../../../ui/Button.tsx'
import barStyles from '../../../ui/bar.module.css'
import { bytes, count } from '../../../ui/format.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { readableName } from '../entries/names.ts'
import { CodeView, CompareView } from './CodeView.tsx'
import type { Code } from './code.ts'
import styles from './Editor.module.css'
import { Meanwhile } from './Meanwhile.tsx'
import { formatText } from './text-format.ts'
import { type Saving, useSave } from './use-save.ts'

/** What the area asks of the text that is open. */
export type TextHandle = {
  isEdited(): boolean
  /** True once it is saved. */
  save(): Promise<boolean>
  /** Drops what was changed. */
  discard(): void
}

/** What went wrong with a save, with its next step. */
function SaveNotice({ saving, onAnew }: { saving: Saving; onAnew: () => void }) {
  if (saving.kind === 'failed') return <Notice tone="bad" {...toldOf(saving.error)} />
  if (saving.kind === 'other') return <Notice tone="bad" {...noTextNow} />
  if (saving.kind !== 'missing') return null
  return (
    <Notice tone="bad" {...missing}>
      <Button onClick={onAnew}>Save it anew</Button>
    </Notice>
  )
}

const noTextNow = {
  message: 'Somebody put another file in its place, which is no text. Nothing was saved.',
  hint: 'Copy your text, then save it under another name.',
}
const missing = {
  message: 'Somebody deleted or moved this file meanwhile, so nothing was saved.',
  hint: 'Saving makes it anew.',
}
const converted = {
  message: 'The panel gave this file converted to UTF-8.',
  hint: 'Saving it may change its encoding: where the game minds, download and upload it instead.',
}

type Standing = { why: string | null; isBusy: boolean; isEdited: boolean; lines: number | null; savedAt: number | null }

/** How it stands with the text. */
function factOf({ why, isBusy, isEdited, lines, savedAt }: Standing): string {
  if (why !== null) return `Read only: ${why}.`
  if (isBusy) return 'Saving…'
  if (isEdited) return lines === null ? 'Changed' : `${count(lines, 'line')} changed`
  return savedAt === null ? '' : `Saved ${clockTime(savedAt)}`
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
  takesFocus: boolean
  handle: React.Ref<TextHandle>
  onSaved: () => void
  onClose: () => void
}

/** The text of a file, and its way back to the server. */
export function TextEditor(props: TextEditorProps) {
  const { serverRef: ref, path, file: opened, left, why, takesFocus, handle, onSaved, onClose } = props
  const { view } = useClient()
  const isMac = useAppState((state) => state.app.platform === 'darwin')
  const [file, setFile] = useState(opened)
  /** The text that the editor begins with; another `round` begins it anew. */
  const [begin, setBegin] = useState({ round: 0, text: left ?? opened.text })
  const [isEdited, setEdited] = useState(begin.text !== opened.text)
  /** How many lines are another; null while they are not counted. */
  const [lines, setLines] = useState<number | null>(null)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [isComparing, setComparing] = useState(false)
  const code = useRef<Code>(null)
  const isDropped = useRef(false)
  const saved = useRef(file)
  saved.current = file
  const name = nameOf(path) ?? ''
  const { saving, running, clear, write } = useSave({
    ref,
    path,
    textNow: () => text(),
    onSaved: (now) => {
      saved.current = now
      setFile(now)
      setSavedAt(Date.now())
      code.current?.setSaved(now.text)
      onSaved()
    },
  })
  const isBusy = saving.kind === 'busy'
  /** The own text while it stands beside somebody else's. */
  const merged = useRef<(() => string) | null>(null)
  const text = () => merged.current?.() ?? code.current?.text() ?? begin.text
  const edited = (is: boolean) => {
    setEdited(is)
    if (!is) setLines(null)
  }
  // Where somebody else's text stands beside it, it is saved from there alone: the person has to see both.
  const save = async () => !isEdited || (merged.current === null && why === null && write(file, text()))
  /** Shows another text in the editor. */
  const begins = (next: string, base: TextFile) => {
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

  // What is left unsaved with the area is kept, and asked about; while it is being saved, only once that has ended.
  const leave = useEffectEvent(() => {
    // A text that was just saved may leave before it is drawn as saved.
    if (!isEdited || isDropped.current || text() === saved.current.text) return
    const left = { ref, path, file: saved.current, text: text(), isAsked: running.current !== null }
    view.setState(withLeftText(left))
    void running.current?.end.then(() => {
      const { current: now } = saved
      view.setState(insteadOfLeftText(left, left.text === now.text ? null : { ...left, file: now, isAsked: false }))
    })
  })
  useEffect(() => () => leave(), [])
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
      <div role="alert" className={areaStyles.slot}>
        <SaveNotice saving={saving} onAnew={() => void write(file, text(), true)} />
        {saving.kind === 'none' && file.isConverted && why === null && <Notice tone="busy" {...converted} />}
      </div>
      {isComparing && (
        <CompareView
          given={{
            name,
            left: { label: 'On the server', text: file.text },
            right: { label: 'Yours', text: text() },
            isEditable: false,
          }}
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
        }}
        takesFocus={takesFocus || begin.round > 0}
        isHidden={isComparing}
        events={{ onEdited: edited, onChangedLines: setLines, onSave: () => void save() }}
        code={code}
      />
      <div className={`${barStyles.bar} ${styles.foot}`} data-flex="s2" data-text="note" data-edge="top" data-shade>
        <p role="status" data-fill data-cut>
          {factOf({ why, isBusy, isEdited, lines, savedAt })}
        </p>
        <span className={styles.format} data-text="faint" data-cut>
          {formatText(file)}
        </span>
        {(isEdited || isComparing) && (
          <Button onClick={() => setComparing(!isComparing)}>
            {isComparing ? 'Back to the text' : 'Show changes'}
          </Button>
        )}
        {why === null ? (
          <Button
            look="go"
            aria-disabled={!isEdited || isBusy}
            aria-keyshortcuts="Control+S"
            onClick={() => void save()}
          >
            Save <kbd>{isMac ? '⌘S' : 'Ctrl S'}</kbd>
          </Button>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
      </div>
    </>
  )
}

/** The last part of a large text. */
export function LastPart({ name, end, onDownload }: { name: string; end: FileEnd; onDownload: () => void }) {
  const { text, isCut, size } = end
  const label = `Last part of ${readableName(name)}`
  return (
    <>
      <CodeView given={{ label, name, text, isReadOnly: true, isAtEnd: true }} takesFocus code={useRef(null)} />
      <div className={`${barStyles.bar} ${styles.foot}`} data-flex="s2" data-text="note" data-edge="top" data-shade>
        <p data-fill data-cut>
          {isCut ? `Last ${bytes(maxEndBytes)} of` : 'All of'} {bytes(size)}
        </p>
        <Button onClick={onDownload}>Download…</Button>
      </div>
    </>
  )
}
