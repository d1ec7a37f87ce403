import { useEffect, useRef, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { AllocationsOfServer, ServerAllocation } from '../../../shared/network/contract.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient, useCounted } from '../../state/hooks.ts'
import type { Query } from '../../state/queries.ts'
import { useIsHere } from '../../ui/use-task.ts'
import { lostNote } from './network-words.ts'
import {
  committedNote,
  discardedNote,
  failedNote,
  isUnsavedNote,
  type NoteEdit,
  noNoteEdit,
  rereadNote,
  savedNoteAs,
  typedNote,
} from './note-edit.ts'

type Edits = Readonly<Record<number, NoteEdit>>

/** A note that the panel keeps otherwise than it was sent. */
export type KeptOtherwise = { readonly address: string; readonly notes: string }

/**
 * The notes that a person edits in place. Those that are typed when the area is left are sent like one that is left. What
 * is not saved by then is told at the top of the window.
 */
export function useNotes(ref: ServerRef, { value, at, again }: Query<AllocationsOfServer>) {
  const { bridge, view } = useClient()
  const { call } = bridge
  // Kept beside React as well, since an answer may come when the area is gone.
  const now = useRef<Edits>({})
  const [edits, setEdits] = useState<Edits>(now.current)
  const [otherwise, setOtherwise] = useState<KeptOtherwise | null>(null)
  useCounted('forms', Object.values(edits).some(isUnsavedNote))
  // Stands before the effect that sends notes as the area is left: effects end in order, and that one asks this.
  const isHere = useIsHere()
  const leave = useRef(() => {})

  const editIn = (from: Edits, id: number): NoteEdit => from[id] ?? noNoteEdit
  const put = (next: Edits) => {
    now.current = next
    setEdits(next)
  }
  const update = (id: number, next: (edit: NoteEdit) => NoteEdit) =>
    put({ ...now.current, [id]: next(editIn(now.current, id)) })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer tells the notes anew
  useEffect(() => {
    put(Object.fromEntries(Object.entries(now.current).map(([id, edit]) => [id, rereadNote(edit)])))
  }, [at])

  /** Tells of a note that is lost with the area. */
  function tellLost({ id, address }: ServerAllocation): void {
    const { typed, failed } = editIn(now.current, id)
    if (typed !== null && failed !== null) view.setState({ problem: lostNote(address, typed, failed.error) })
  }

  async function save(allocation: ServerAllocation, by: 'enter' | 'leaving'): Promise<void> {
    const { id, address, notes } = allocation
    const { edit, send } = committedNote(editIn(now.current, id), notes, by)
    update(id, () => edit)
    if (send === null) return
    setOtherwise(null)
    const result = await attempt(() => call('allocations:note', { ref, id, notes: send }))
    update(id, (before) => (result.ok ? savedNoteAs(before, result.value.notes) : failedNote(before, result.error)))
    if (!isHere.current) tellLost(allocation)
    if (result.ok && result.value.notes !== null && result.value.notes !== send)
      setOtherwise({ address, notes: result.value.notes })
    again()
  }

  useEffect(() => {
    leave.current = () => {
      for (const allocation of value?.allocations ?? []) {
        void save(allocation, 'leaving')
        tellLost(allocation)
      }
    }
  })
  useEffect(() => () => leave.current(), [])

  return {
    editOf: (id: number) => editIn(edits, id),
    type: (id: number, text: string) => update(id, (edit) => typedNote(edit, text)),
    discard: (id: number) => update(id, discardedNote),
    save: (allocation: ServerAllocation, by: 'enter' | 'leaving') => void save(allocation, by),
    otherwise,
    dismiss: () => setOtherwise(null),
  }
}
