import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { maxAllocationNotes } from '../../../shared/allocations/allocations.ts'
import type { ServerAllocation } from '../../../shared/allocations/contract.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { safeText } from '../../../shared/model/text.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient, useCounted } from '../../state/hooks.ts'
import { useIsHere } from '../../ui/use-task.ts'
import { lostNote } from './network-words.ts'

/** A note that a person edits in place: what is typed, what is on its way, and what came of it. */
type NoteEdit = {
  /** Null where nothing is typed that was not sent. */
  readonly typed: string | null
  /** What was sent last and is not answered yet. */
  readonly sending: { readonly text: string } | null
  /** Why the last note was not saved, which is what is typed still. */
  readonly failed: { readonly text: string; readonly error: AppError } | null
}

const noEdit: NoteEdit = { typed: null, sending: null, failed: null }

type Given = {
  readonly serverRef: ServerRef
  readonly allocation: ServerAllocation
  /** The panel took a note: as it was sent, and as the panel keeps it. */
  readonly onSaved: (sent: string, kept: string) => void
  /** A note was answered: the list is old. */
  readonly onEnd: () => void
}

/**
 * The note of an address while it is edited. What is typed when its row goes is sent like a field that is left; what is
 * not saved then is told at the top of the window. Notes reach the panel in the order in which they are sent.
 */
export function useNote({ serverRef: ref, allocation, onSaved, onEnd }: Given) {
  const { bridge, view } = useClient()
  const { id, address, notes } = allocation
  // Kept beside React as well, since an answer may come when the row is gone.
  const now = useRef(noEdit)
  const [edit, setEdit] = useState(noEdit)
  useCounted('forms', edit.typed !== null || edit.sending !== null)
  // Stands before the effect that sends the note as the row goes: effects end in order, and that one asks this.
  const isHere = useIsHere()

  const update = (change: Partial<NoteEdit>) => {
    now.current = { ...now.current, ...change }
    setEdit(now.current)
  }
  /** The note as it is to be by what was sent or answered. */
  const savedOf = ({ sending }: NoteEdit) => sending?.text ?? notes

  function tellLost(): void {
    const { typed, failed } = now.current
    if (typed !== null && failed !== null) view.setState({ problem: lostNote(address, typed, failed.error) })
  }

  /** What is to be sent; null for nothing. What failed is not sent again by leaving the field. */
  function textToSend(by: 'enter' | 'leaving'): string | null {
    const { typed, failed } = now.current
    if (typed === null) return null
    const text = safeText(typed, maxAllocationNotes)
    if (by === 'leaving' && failed?.text === text) return null
    if (text !== savedOf(now.current)) return text
    update({ typed: null, failed: null })
    return null
  }

  async function save(by: 'enter' | 'leaving'): Promise<void> {
    const text = textToSend(by)
    if (text === null) return
    const sending = { text }
    update({ typed: null, sending, failed: null })
    const result = await attempt(() => bridge.call('allocations:note', { ref, id, notes: text }))
    onEnd()
    // A later one takes its place.
    if (now.current.sending !== sending) return
    if (!result.ok) {
      update({ sending: null, typed: now.current.typed ?? text, failed: { text, error: result.error } })
      if (!isHere.current) tellLost()
      return
    }
    update({ sending: null })
    onSaved(text, result.value.notes ?? text)
  }

  const leave = useEffectEvent(() => {
    void save('leaving')
    tellLost()
  })
  useEffect(() => () => leave(), [])

  return {
    /** What stands in the field. */
    shown: edit.typed ?? savedOf(edit),
    isSending: edit.sending !== null,
    error: edit.failed?.error ?? null,
    /** Whether something can be taken back. */
    isEdited: edit.typed !== null || edit.failed !== null,
    type: (typed: string) => update({ typed }),
    discard: () => update({ typed: null, failed: null }),
    save: (by: 'enter' | 'leaving') => void save(by),
  }
}
