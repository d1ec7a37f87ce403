import { useEffect, useRef, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { AllocationsOfServer, ServerAllocation } from '../../../shared/model/server-allocation.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient, useOpenForm } from '../../state/hooks.ts'
import type { Asked } from '../../state/queries.ts'
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

/** The notes that a person edits in place. Those that are typed when the area is left are sent like one that is left. */
export function useNotes(ref: ServerRef, { value, at, again }: Asked<AllocationsOfServer>) {
  const client = useClient()
  const { call } = client.bridge
  const [edits, setEdits] = useState<Edits>({})
  const [otherwise, setOtherwise] = useState<KeptOtherwise | null>(null)
  useOpenForm(Object.values(edits).some(isUnsavedNote))
  const latest = useRef<{ readonly edits: Edits; readonly allocations: readonly ServerAllocation[] }>(undefined)
  useEffect(() => {
    latest.current = { edits, allocations: value?.allocations ?? [] }
  })

  const editOf = (id: number): NoteEdit => edits[id] ?? noNoteEdit
  const update = (id: number, next: (edit: NoteEdit) => NoteEdit) =>
    setEdits((before) => ({ ...before, [id]: next(before[id] ?? noNoteEdit) }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer tells the notes anew
  useEffect(() => {
    setEdits((before) => Object.fromEntries(Object.entries(before).map(([id, edit]) => [id, rereadNote(edit)])))
  }, [at])

  useEffect(
    () => () => {
      const { edits: left, allocations } = latest.current ?? { edits: {}, allocations: [] }
      for (const { id, notes } of allocations) {
        const { send } = committedNote(left[id] ?? noNoteEdit, notes, 'leaving')
        if (send !== null) void client.run(() => call['allocations:note']({ ref, id, notes: send }))
      }
    },
    [client, call, ref],
  )

  async function save({ id, address, notes }: ServerAllocation, by: 'enter' | 'leaving'): Promise<void> {
    const { edit, send } = committedNote(editOf(id), notes, by)
    update(id, () => edit)
    if (send === null) return
    setOtherwise(null)
    const result = await attempt(() => call['allocations:note']({ ref, id, notes: send }))
    update(id, (before) => (result.ok ? savedNoteAs(before, result.value.notes) : failedNote(before, result.error)))
    if (result.ok && result.value.notes !== null && result.value.notes !== send)
      setOtherwise({ address, notes: result.value.notes })
    again()
  }

  return {
    editOf,
    type: (id: number, text: string) => update(id, (edit) => typedNote(edit, text)),
    discard: (id: number) => update(id, discardedNote),
    save: (allocation: ServerAllocation, by: 'enter' | 'leaving') => void save(allocation, by),
    otherwise,
    dismiss: () => setOtherwise(null),
  }
}
