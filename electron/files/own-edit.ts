import { join } from 'node:path'
import type { FileStamp } from '../../shared/files/contract.ts'
import type { OwnEdit } from '../../shared/files/contract-moves.ts'
import type { FileName, FilePath } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { editorName } from './editor-name.ts'

/** A file that is open: where its copy is, and what the server has of it as far as it is known. */
export type Edit = {
  readonly path: string
  readonly folder: string
  readonly ending: AbortController
  stamp: FileStamp | null
  /** Null where an earlier run of the app had it. */
  content: Uint8Array | null
  /** Null before the copy is here. */
  sha256: string | null
  isSaving: boolean
  stopWatch: () => void
}

/** One of which nothing is here yet, or what an earlier run left in its folder. */
export const newEdit = (folder: string, name: FileName, has: Pick<Edit, 'stamp' | 'sha256'>): Edit => ({
  path: join(folder, editorName(name)),
  folder,
  ending: new AbortController(),
  content: null,
  isSaving: false,
  stopWatch: () => undefined,
  ...has,
})

/** What is told of one, of which nothing was saved yet. */
export const newView = (id: string, ref: ServerRef, path: FilePath, phase: OwnEdit['phase']): OwnEdit => ({
  id,
  ref,
  path,
  phase,
  savesAlways: false,
  error: null,
})
