import type { AppError } from '../error-schema.ts'
import type { FilePath } from './file.ts'
import type { ServerRef } from './identifier.ts'

/**
 * - `waiting`: others go first.
 * - `packing`: the server's machine makes an archive of the folders that are downloaded.
 * - `done`: all of it is there but what was left out.
 */
export type FileMovePhase = 'waiting' | 'packing' | 'running' | 'done' | 'failed' | 'cancelled'

/**
 * Why a file of an upload is left out.
 * - `link`, `special`: a symbolic link; a pipe, a socket or a device.
 * - `name`: its name cannot be sent as it is.
 * - `unreadable`: this computer does not let the app read it.
 * - `too-large`: it is over the limit that the server's machine told before.
 * - `folder-there`, `file-there`: the server has a folder of that name, or a file where a folder is needed.
 * - `exists`: the server has a file of that name, which is to stay.
 */
export const leftOutReasons = [
  'link',
  'special',
  'name',
  'unreadable',
  'too-large',
  'folder-there',
  'file-there',
  'exists',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** A file of an upload that is left out; its name with the folders that it is in, safe to show. */
export type LeftOutFile = { name: string; why: LeftOutReason }

/** Files that go from a server to this computer, or the other way. */
export type FileMove = {
  id: string
  ref: ServerRef
  direction: 'down' | 'up'
  /** What it is, safe to show: the name of a file, or `3 files`. Where it is on this computer stays in the main process. */
  name: string
  phase: FileMovePhase
  movedBytes: number
  /** Null where it is not known. */
  totalBytes: number | null
  /** Over the last seconds; null until it is known. */
  bytesPerSecond: number | null
  /** The first files that were left out, and how many in all. */
  leftOut: LeftOutFile[]
  leftOutCount: number
  error: AppError | null
}

/** Files of this computer that a person chose to upload, before anything is sent. Where they are stays in the main process. */
export type UploadOffer = {
  id: string
  files: number
  /** Empty folders that the server does not have; others come with their files. */
  folders: number
  bytes: number
  /** The first files that the server has already, and how many in all. */
  existing: string[]
  existingCount: number
  leftOut: LeftOutFile[]
  leftOutCount: number
}

/** What to do with each file that the server has already. */
export const existingChoices = ['overwrite', 'skip', 'keep-both'] as const
export type ExistingChoice = (typeof existingChoices)[number]

/** A version of a file that was kept here before a save replaced it. */
export type KeptVersion = {
  id: string
  /** Unix milliseconds. */
  keptAt: number
  bytes: number
}

/**
 * - `opening`: it is downloaded, then the editor starts.
 * - `open`: the server has what the editor saved last.
 * - `changed`: the editor saved something that the server does not have; the person is asked.
 * - `conflict`: nothing was saved, as the file on the server is another one by now, or gone.
 * - `failed`: it was not saved; `error` says why.
 */
export type OwnEditPhase = 'opening' | 'open' | 'changed' | 'saving' | 'conflict' | 'failed'

/** A file of a server that is open in a program of this computer. */
export type OwnEdit = {
  id: string
  ref: ServerRef
  path: FilePath
  phase: OwnEditPhase
  /** Each save of the editor goes to the server without a question. */
  savesAlways: boolean
  /** When the server last got it; unix milliseconds. */
  savedAt: number | null
  error: AppError | null
}

/** Maximum number of names that are told of what is left out, or there already. */
export const maxToldNames = 50
/** Maximum number of things that are downloaded at once from one folder. */
export const maxDownloadsAtOnce = 100
/** Maximum number of paths in one drop. */
export const maxDropped = 1_000
