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
  /** How often a file was opened; 0 where it was left open by an earlier look at the area. */
  const [round, setRound] = useState(0)
  /** What waits for an answer to the question about an unsaved text. */
  const [leaving, setLeaving] = useState<{ readonly then: () => void } | null>(null)
  const asked = useRef(leaving)
  asked.current = leaving
  /** The one whose answer was to save first. */
  const [saving, setSaving] = useState<typeof leaving>(null)

  /** Does what ends the look at the open file, after the person said what becomes of its text. */
  const leave = (then: () => void) => {
    if (text.current?.isEdited()) setLeaving({ then })
    else then()
  }
  const answered = () => {
    setLeaving(null)
    leaving?.then()
  }
  const saveAndLeave = async () => {
    setSaving(leaving)
    const isSaved = await text.current?.save()
    // The person may have answered otherwise meanwhile.
    if (asked.current !== leaving) return
    // Otherwise the editor says why it is not saved.
    if (isSaved) answered()
    else setLeaving(null)
  }
  return {
    text,
    round,
    /** @param isAnew reads it once more where it is open already */
    open(path: FilePath, isAnew = false) {
      if (path === file && !isAnew) return
      leave(() => {
        setRound(round + 1)
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
    /** What the question about an unsaved text needs; null while it is not asked. */
    question: leaving && {
      isSaving: saving === leaving,
      onSave: () => void saveAndLeave(),
      onDiscard() {
        text.current?.discard()
        answered()
      },
      onStay: () => setLeaving(null),
    },
  } as const
}
export type OpenFile = ReturnType<typeof useOpenFile>
