import { useRef, useState } from 'react'
import type { FilePath } from '../../../shared/files/files.ts'
import type { TextHandle } from './editor/TextEditor.tsx'

/**
 * The file beside the list, which is never left without asking what becomes of a text that is not saved.
 * @param file null for none
 * @param show shows another file, or none
 */
export function useOpenFile(file: FilePath | null, show: (file: FilePath | null) => void) {
  const text = useRef<TextHandle>(null)
  /** It was opened just now; false where it was left open by an earlier look at the area. */
  const [isFresh, setFresh] = useState(false)
  /** What waits for an answer to the question about an unsaved text. */
  const [leaving, setLeaving] = useState<{ readonly then: () => void } | null>(null)
  const [isSaving, setSaving] = useState(false)

  /** Does what ends the look at the open file, after the person said what becomes of its text. */
  const leave = (then: () => void) => {
    if (text.current?.isEdited()) setLeaving({ then })
    else then()
  }
  const answered = (isDropped: boolean) => {
    if (isDropped) text.current?.discard()
    const then = leaving?.then
    setLeaving(null)
    then?.()
  }
  const saveAndLeave = async () => {
    setSaving(true)
    const isSaved = await text.current?.save()
    setSaving(false)
    // Otherwise the editor says why it is not saved.
    if (isSaved) answered(false)
    else setLeaving(null)
  }
  return {
    text,
    isFresh,
    open(path: FilePath) {
      if (path === file) return
      leave(() => {
        setFresh(true)
        show(path)
      })
    },
    /** @param then what is done once it is closed */
    close(then: () => void) {
      leave(() => {
        show(null)
        then()
      })
    },
    /** The same where the file is to be changed on the server: what was not saved by then does not come back. */
    closeForGood(then: () => void) {
      leave(() => {
        text.current?.discard()
        show(null)
        then()
      })
    },
    /** What the question about an unsaved text needs; null while it is not asked. */
    question: leaving && {
      isSaving,
      onSave: () => void saveAndLeave(),
      onDiscard: () => answered(true),
      onStay: () => setLeaving(null),
    },
  } as const
}
