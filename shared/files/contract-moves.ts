import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { fileNameSchema, filePathSchema, fileStampSchema, fileWritingSchema } from './contract.ts'
import { maxDownloadsAtOnce, maxDropped, maxShownNames } from './files.ts'

/** The app's own id of a move, an offer, a drop, a version or an edit. */
export const moveIdSchema = z.string().min(1).max(64)

const leftOutReasonSchema = z.enum([
  'link',
  'special',
  'own',
  'name',
  'unreadable',
  'too-large',
  'folder-there',
  'file-there',
  'exists',
])
/**
 * Why a file of an upload is left out.
 * - `link`, `special`: a symbolic link; a pipe, a socket or a device.
 * - `own`: it is in the app's own folder.
 * - `name`: its name cannot be sent as it is.
 * - `unreadable`: this computer does not let the app read it.
 * - `too-large`: it is over the limit that the server's machine told before.
 * - `folder-there`, `file-there`: the server has a folder of that name, or a file where a folder is needed.
 * - `exists`: the server has a file of that name, which is to stay.
 */
export type LeftOutReason = z.infer<typeof leftOutReasonSchema>

const leftOutFileSchema = z.object({ name: z.string(), why: leftOutReasonSchema })
/** A file of an upload that is left out; its name with the folders that it is in, safe to show. */
export type LeftOutFile = z.infer<typeof leftOutFileSchema>

/** The first files that were left out, and how many in all. */
const leftOut = { leftOut: z.array(leftOutFileSchema).max(maxShownNames), leftOutCount: z.number().int().min(0) }

export const fileMoveSchema = z.object({
  id: moveIdSchema,
  ref: serverRefSchema,
  direction: z.enum(['down', 'up']),
  /** What it is, safe to show: the name of a file, or `3 files`. Where it is on this computer stays in the main process. */
  name: z.string(),
  /**
   * - `waiting`: others go first.
   * - `packing`: the server's machine makes an archive of the folders that are downloaded.
   * - `done`: all of it is there but what was left out.
   */
  phase: z.enum(['waiting', 'packing', 'running', 'done', 'failed', 'cancelled']),
  movedBytes: z.number().min(0),
  /** Null where it is not known. */
  totalBytes: z.number().min(0).nullable(),
  /** Over the last seconds; null until it is known. */
  bytesPerSecond: z.number().min(0).nullable(),
  ...leftOut,
  error: appErrorSchema.nullable(),
})
/** Files that go from a server to this computer, or the other way. */
export type FileMove = z.infer<typeof fileMoveSchema>

const uploadOfferSchema = z.object({
  id: moveIdSchema,
  files: z.number().int().min(0),
  /** Empty folders that the server does not have; others come with their files. */
  folders: z.number().int().min(0),
  bytes: z.number().min(0),
  /** The first files that the server has already, and how many in all. */
  existing: z.array(z.string()).max(maxShownNames),
  existingCount: z.number().int().min(0),
  ...leftOut,
})
/** Files of this computer that a person chose to upload, before anything is sent. Where they are stays in the main process. */
export type UploadOffer = z.infer<typeof uploadOfferSchema>

const existingChoiceSchema = z.enum(['overwrite', 'skip', 'keep-both'])
/** What to do with each file that the server has already. */
export type ExistingChoice = z.infer<typeof existingChoiceSchema>

const keptVersionSchema = z.object({
  id: moveIdSchema,
  /** Unix milliseconds. */
  keptAt: z.number(),
  bytes: z.number().min(0),
})
/** A version of a file that was kept here before a save replaced it. */
export type KeptVersion = z.infer<typeof keptVersionSchema>

export const ownEditSchema = z.object({
  id: moveIdSchema,
  ref: serverRefSchema,
  path: filePathSchema,
  /**
   * - `opening`: it is downloaded, then the editor starts.
   * - `open`: the server has what the editor saved last.
   * - `changed`: the editor saved something that the server does not have; the person is asked.
   * - `conflict`: nothing was saved, as the file on the server is another one by now, or gone.
   * - `failed`: it was not saved; `error` says why.
   */
  phase: z.enum(['opening', 'open', 'changed', 'saving', 'conflict', 'failed']),
  /** Each save of the editor goes to the server without a question. */
  savesAlways: z.boolean(),
  error: appErrorSchema.nullable(),
})
/** A file of a server that is open in a program of this computer. */
export type OwnEdit = z.infer<typeof ownEditSchema>

const inFolder = z.object({ ref: serverRefSchema, folder: filePathSchema })
const file = z.object({ ref: serverRefSchema, path: filePathSchema })
const one = z.object({ id: moveIdSchema })

/**
 * Files that go between servers and this computer, the versions that are kept here before a save, and files that are open
 * in the person's own editor. No path of this computer comes in over a channel of the page.
 */
export const fileMovesContract = {
  /**
   * Asks for a folder and downloads things of a server's folder to it: each file by itself, all folders as one archive
   * that is made on the server and deleted there again; null when the person cancelled. Their course stands in
   * `fileMoves`. Errors beside those of a list: `file-not-found`, `transfer-running`.
   */
  'fileMoves:download': {
    request: inFolder.extend({ names: z.array(fileNameSchema).min(1).max(maxDownloadsAtOnce) }),
    reply: z.object({ ids: z.array(moveIdSchema) }).nullable(),
  },
  /**
   * Asks the person for files, or for a folder, and looks at what an upload of them would meet; null when they cancelled.
   * Errors: `upload-nothing`, `upload-too-many`.
   */
  'fileMoves:pick': {
    request: inFolder.extend({ what: z.enum(['files', 'folder']) }),
    reply: uploadOfferSchema.nullable(),
  },
  /**
   * The same for what the person dropped on the page, by the id that `drop` of the bridge gave this page; null where they
   * were asked and said no. Error beside those: `unknown-upload`.
   */
  'fileMoves:take': { request: inFolder.extend({ drop: moveIdSchema }), reply: uploadOfferSchema.nullable() },
  /** Uploads what was looked at. Its course stands in `fileMoves`. Error: `unknown-upload`. */
  'fileMoves:upload': { request: one.extend({ existing: existingChoiceSchema }), reply: one },
  /** Forgets what was looked at. */
  'fileMoves:leave': { request: one, reply: done },
  /** From the preload script alone: the paths of files that the system gave the page in a drop. */
  'fileMoves:dropped': {
    request: z.object({ paths: z.array(z.string().min(1).max(32_768)).min(1).max(maxDropped) }),
    reply: z.object({ drop: moveIdSchema }),
  },
  /** The versions of a file that are kept here, newest first. */
  'fileVersions:list': { request: file, reply: z.object({ versions: z.array(keptVersionSchema) }) },
  /**
   * Writes a kept version over the file, which must still be as it was `seen`, as `files:write` does; what it replaces is
   * kept as well. Errors: `version-gone`, `version-not-kept`.
   */
  'fileVersions:restore': {
    request: file.extend({ id: moveIdSchema, seen: fileStampSchema.nullable() }),
    reply: fileWritingSchema,
  },
  /**
   * Opens a file in the person's own program for it. Its course stands in `ownEdits`. Errors: `editor-file-open`,
   * `editor-too-many-open`, `editor-not-opened`, `file-too-large`, `file-not-found`.
   */
  'ownEditor:open': { request: file, reply: one },
  /**
   * Saves to the server what the editor saved: this once, or `always` for this file. `overwrites` what somebody else changed
   * meanwhile. Errors: `editor-file-gone`, `editor-file-busy`, `editor-copy-gone`.
   */
  'ownEditor:save': { request: one.extend({ always: z.boolean(), overwrites: z.boolean() }), reply: done },
  /**
   * Ends it: the copy on this computer is deleted. What was not saved to the server is lost where the person `drops` it;
   * else it stays open, shown as changed.
   */
  'ownEditor:end': { request: one.extend({ drops: z.boolean() }), reply: done },
} as const satisfies PartOfContract<'fileMoves' | 'fileVersions' | 'ownEditor'>
