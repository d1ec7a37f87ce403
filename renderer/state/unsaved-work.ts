import type { TextFile } from '../../shared/files/contract.ts'
import type { FilePath } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'

/** A file of a server. */
type FileOfServer = { readonly ref: ServerRef; readonly path: FilePath }

/** A text that was left without saving it, kept until the person says what becomes of it. */
export type LeftText = FileOfServer & {
  /** The file as it was read. */
  readonly file: TextFile
  readonly text: string
  /** Nothing is asked now: the person was, and wants to go on with it, or it is being saved. */
  readonly isAsked: boolean
}

/** What was typed or chosen of a startup, and what the panel had there when it was begun. */
export type StartupEdit = { readonly text: string; readonly seen: string }

/** What was changed of a server's startup, by what it is of. */
export type StartupEdits = Readonly<Record<string, StartupEdit>>

/** What was typed in this window and is not saved or sent; never in the app's state. */
export type UnsavedWork = {
  /** The file in the editor, while its text is not saved. */
  readonly editedFile: FileOfServer | null
  readonly leftTexts: Readonly<Record<ServerRef, LeftText>>
  readonly startupEdits: Readonly<Record<ServerRef, StartupEdits>>
  /** Commands typed and not sent, by server, so that looking at another server loses none. */
  readonly drafts: Readonly<Record<ServerRef, string>>
}

export const noUnsavedWork: UnsavedWork = {
  editedFile: null,
  leftTexts: {},
  startupEdits: {},
  drafts: {},
}

type Change = (now: UnsavedWork) => Partial<UnsavedWork>

export const withLeftText =
  (left: LeftText): Change =>
  ({ leftTexts }) => ({ leftTexts: { ...leftTexts, [left.ref]: left } })

export const withoutLeftText =
  (ref: ServerRef): Change =>
  ({ leftTexts: { [ref]: _, ...leftTexts } }) => ({ leftTexts })

/** Puts another text in the place of that one, or none; what was left since stays. */
export const insteadOfLeftText =
  (left: LeftText, next: LeftText | null): Change =>
  (now) =>
    now.leftTexts[left.ref] === left ? (next ? withLeftText(next) : withoutLeftText(left.ref))(now) : {}

const noEdits: StartupEdits = {}

/** What was changed of a server's startup; always the same value where nothing was. */
export const startupEditsOf = ({ startupEdits }: UnsavedWork, ref: ServerRef): StartupEdits =>
  startupEdits[ref] ?? noEdits

export const withStartupEdits =
  (ref: ServerRef, next: (edits: StartupEdits) => StartupEdits): Change =>
  (now) => ({ startupEdits: { ...now.startupEdits, [ref]: next(startupEditsOf(now, ref)) } })

export const withDraft =
  (ref: ServerRef, text: string): Change =>
  ({ drafts }) => ({ drafts: { ...drafts, [ref]: text } })
