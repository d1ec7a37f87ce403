import { z } from 'zod'
import { fileWritingSchema } from '../files/contract.ts'
import { done, type PartOfContract } from '../model/contract-schema.ts'
import { maxDownloadsAtOnce, maxDropped } from '../model/file-move.ts'
import { existingChoiceSchema, keptVersionSchema, moveIdSchema, uploadOfferSchema } from '../model/file-move-schema.ts'
import { fileNameSchema, filePathSchema, fileStampSchema } from '../model/file-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'

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
  'fileMoves:cancel': { request: one, reply: done },
  /** Removes a move that has ended from `fileMoves`. */
  'fileMoves:dismiss': { request: one, reply: done },
  /**
   * Asks the person for files, or for a folder, and looks at what an upload of them would meet; null when they cancelled.
   * Errors: `upload-nothing`, `upload-too-many`.
   */
  'fileMoves:pick': {
    request: inFolder.extend({ what: z.enum(['files', 'folder']) }),
    reply: uploadOfferSchema.nullable(),
  },
  /**
   * The same for what the person dropped on the page, by the id that `drop` of the bridge gave this page. Error beside
   * those: `unknown-upload`.
   */
  'fileMoves:take': { request: inFolder.extend({ drop: moveIdSchema }), reply: uploadOfferSchema },
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
   * else it stays open, and is told as changed.
   */
  'ownEditor:end': { request: one.extend({ drops: z.boolean() }), reply: done },
} as const satisfies PartOfContract<'fileMoves' | 'fileVersions' | 'ownEditor'>
