import { z } from 'zod'
import { maxEditBytes, maxFilesAtOnce } from '../model/file.ts'
import {
  compressedSchema,
  fileEndSchema,
  fileModeSchema,
  fileNameSchema,
  filePathSchema,
  fileReadingSchema,
  fileStampSchema,
  fileWorkSchema,
  fileWritingSchema,
  folderOfServerSchema,
  plainNameSchema,
  pulledSchema,
  resolvedUrlSchema,
  sftpAddressSchema,
  textFormatSchema,
} from '../model/file-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { done, type PartOfContract } from './contract-part.ts'

const ofServer = z.object({ ref: serverRefSchema })
const inFolder = ofServer.extend({ folder: filePathSchema })
const file = ofServer.extend({ path: filePathSchema })
const names = z.array(fileNameSchema).min(1).max(maxFilesAtOnce)
const addressSchema = z.string().min(1).max(2_048)

/**
 * The files of servers. Errors of all channels beside those of any call to a panel: `not-on-panel`, `unknown-server`,
 * `file-not-found`, `file-denied` (the game's egg keeps it from being changed). Before anything is changed the folder is
 * read once more, and what is not there any more is told, since panels take a rename of nothing for a success.
 */
export const filesContract = {
  /** Reads a folder, all of it at once. */
  'files:list': { request: inFolder, reply: folderOfServerSchema },
  /**
   * Reads a file as text, so that it can be written back byte for byte. The panel notes each reading where the owner sees
   * it, so nothing is read ahead.
   */
  'files:read': { request: file, reply: fileReadingSchema },
  /**
   * Reads the last part of a large text. All of it comes over the network, of which only the end is kept; another call,
   * or `files:leaveEnd`, ends that with `cancelled`.
   */
  'files:readEnd': { request: file, reply: fileEndSchema },
  'files:leaveEnd': { request: z.undefined(), reply: done },
  /**
   * Writes a text to a file that is still as it was `seen`; null for one that is not to be there yet. To overwrite what
   * somebody else changed, its own stamp is given. Errors: `text-unencodable` where the encoding lacks a character,
   * `write-broken` where the file may be shorter now than the text, `server-disk-full`.
   */
  'files:write': {
    request: file.extend({
      text: z.string().max(maxEditBytes),
      format: textFormatSchema,
      seen: fileStampSchema.nullable(),
    }),
    reply: fileWritingSchema,
  },
  /** Error: `file-exists`. */
  'files:createFolder': { request: inFolder.extend({ name: plainNameSchema }), reply: done },
  /** Gives things of a folder another name or place. Error: `file-exists`, and then nothing was moved. */
  'files:move': {
    request: inFolder.extend({
      moves: z
        .array(z.object({ name: fileNameSchema, to: filePathSchema }))
        .min(1)
        .max(maxFilesAtOnce),
    }),
    reply: done,
  },
  /** Copies a file beside itself; its name is the panel's choice, null where the folder does not show it. */
  'files:copy': { request: file, reply: z.object({ name: fileNameSchema.nullable() }) },
  /** Deletes things of a folder for good, folders with all in them. What is still there afterwards is told. */
  'files:remove': { request: inFolder.extend({ names }), reply: z.object({ left: z.array(fileNameSchema) }) },
  /** Makes an archive (tar.gz) of things of a folder, in it. It can last minutes. */
  'files:compress': { request: inFolder.extend({ names }), reply: compressedSchema },
  /**
   * Unpacks an archive into its folder, over what has the same names. It can last minutes. Errors: `archive-unknown`,
   * `file-in-use`.
   */
  'files:decompress': { request: inFolder.extend({ name: fileNameSchema }), reply: fileWorkSchema },
  'files:chmod': { request: inFolder.extend({ names, mode: fileModeSchema }), reply: done },
  /** Finds out where an address leads, without a key. Errors: `pull-unsafe`, and those of the way there. */
  'files:resolveUrl': { request: ofServer.extend({ url: addressSchema }), reply: resolvedUrlSchema },
  /**
   * Has the server's machine fetch a file from an address, and watches for it in the folder, since no panel tells what
   * becomes of it. `bytes` is its size where that was told. Errors: `file-exists`, unless it `overwrites`; `pull-unsafe`;
   * `pull-not-seen` where nothing came.
   */
  'files:pull': {
    request: inFolder.extend({
      url: addressSchema,
      name: plainNameSchema,
      bytes: z.number().int().min(0).nullable(),
      overwrites: z.boolean(),
    }),
    reply: pulledSchema,
  },
  /** Error: `permission-lacking` where the panel says that the account may not use SFTP. */
  'files:sftpAddress': { request: ofServer, reply: sftpAddressSchema },
  /**
   * Opens it in the person's program for it. Errors: as above, and `sftp-not-opened`, also where it is not safe to
   * open.
   */
  'files:openSftp': { request: ofServer, reply: done },
} as const satisfies PartOfContract<'files'>
