import type { AppError } from '../../../shared/error-schema.ts'
import { safeText } from '../../../shared/model/text.ts'
import { maxAllocationNotes } from '../../../shared/network/allocations.ts'

/** A note that a person edits in place: what is typed, what is on its way, and what came of it. */
export type NoteEdit = {
  /** Null where nothing is typed that was not sent. */
  readonly typed: string | null
  /** What was sent and not answered yet, oldest first: the panel gets them in that order. */
  readonly sending: readonly string[]
  /** The note as the panel told it last, until the list is read again. */
  readonly kept: string | null
  /** Why the last note was not saved, which is what is typed still. */
  readonly failed: { readonly text: string; readonly error: AppError } | null
}

export const noNoteEdit: NoteEdit = { typed: null, sending: [], kept: null, failed: null }

/** The note as it is to be by what was typed, sent or told; `notes` as the list has it. */
const savedNote = ({ sending, kept }: NoteEdit, notes: string): string => sending.at(-1) ?? kept ?? notes

/** What stands in the field. */
export const shownNote = (edit: NoteEdit, notes: string): string => edit.typed ?? savedNote(edit, notes)

export const typedNote = (edit: NoteEdit, text: string): NoteEdit => ({ ...edit, typed: text })

/** Whether something of it would be lost: what is typed, and what may still fail. */
export const isUnsavedNote = ({ typed, sending }: NoteEdit): boolean => typed !== null || sending.length > 0

/** Takes back what is typed and was not saved. */
export const discardedNote = (edit: NoteEdit): NoteEdit => ({ ...edit, typed: null, failed: null })

/**
 * What is to be sent as the person presses Enter or leaves the field; `send` is null where nothing is. What failed is not
 * sent again by leaving the field.
 */
export function committedNote(
  edit: NoteEdit,
  notes: string,
  by: 'enter' | 'leaving',
): { readonly edit: NoteEdit; readonly send: string | null } {
  const { typed, sending, failed } = edit
  if (typed === null) return { edit, send: null }
  const text = safeText(typed, maxAllocationNotes)
  if (by === 'leaving' && failed?.text === text) return { edit, send: null }
  if (text === savedNote(edit, notes)) return { edit: discardedNote(edit), send: null }
  return { edit: { ...edit, typed: null, sending: [...sending, text], failed: null }, send: text }
}

/** After the answer to the oldest that was sent: the note that the panel keeps by now, null where it does not tell. */
export function savedNoteAs(edit: NoteEdit, told: string | null): NoteEdit {
  const [text, ...sending] = edit.sending
  return { ...edit, sending, kept: told ?? text ?? null }
}

/**
 * After the failure of the oldest that was sent. A newer text replaces it; otherwise it stays in the field, to be
 * corrected.
 */
export function failedNote(edit: NoteEdit, error: AppError): NoteEdit {
  const [text, ...sending] = edit.sending
  if (text === undefined || sending.length > 0) return { ...edit, sending }
  return { ...edit, sending, typed: edit.typed ?? text, failed: { text, error } }
}

/** After the list was read again, which tells the panel's note anew. */
export const rereadNote = (edit: NoteEdit): NoteEdit => (edit.sending.length > 0 ? edit : { ...edit, kept: null })
