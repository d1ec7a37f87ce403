import type { FilePath } from './file.ts'
import type { ServerRef } from './identifier.ts'

/** Maximum number of things of one window that are told as not saved. */
export const maxUnsaved = 1_000

/** What was changed in a window and is not saved: the text of a file, or where `path` is null the startup of a server. */
export type UnsavedChange = { ref: ServerRef; path: FilePath | null }

/** With the page that has it, by the id of its web contents. */
export type UnsavedChangeOfPage = { ref: ServerRef; path: FilePath | null; pageId: number }
