import { z } from 'zod'
import { done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import {
  isFileName,
  isFilePath,
  isPlainName,
  isWebAddress,
  maxEditBytes,
  maxFilesAtOnce,
  maxFolderEntries,
} from './files.ts'

export const fileNameSchema = z
  .string()
  .refine((text) => isFileName(text))
  .brand<'FileName'>()

/** A name as a person gives it. */
export const plainNameSchema = z
  .string()
  .refine((text) => isPlainName(text))
  .brand<'FileName'>()

export const filePathSchema = z
  .string()
  .refine((text) => isFilePath(text))
  .brand<'FilePath'>()

export const fileStampSchema = z.object({
  /** In bytes; null where the panel tells none. */
  size: z.number().min(0).nullable(),
  /** Unix milliseconds; null where the panel tells none. */
  modifiedAt: z.number().nullable(),
})
/** What tells that a file was changed. Panels give no hash, and times in steps of a second. */
export type FileStamp = z.infer<typeof fileStampSchema>

/** What was changed in a window and is not saved: the text of a file, or where `path` is null the startup of a server. */
export const unsavedChangeSchema = z.object({ ref: serverRefSchema, path: filePathSchema.nullable() })
export type UnsavedChange = z.infer<typeof unsavedChangeSchema>

/** With the page that has it, by the id of its web contents. */
export const unsavedChangeOfPageSchema = unsavedChangeSchema.extend({ pageId: z.number().int() })

const fileEntrySchema = fileStampSchema.extend({
  name: fileNameSchema,
  /** False for a folder. */
  isFile: z.boolean(),
  isSymlink: z.boolean(),
  /** As `ls` writes it: `-rw-r--r--`; what begins with neither `-`, `d` nor `L` is a pipe, a socket or a device. */
  mode: z.string(),
  /** Octal digits: `644`; null where the panel tells none. */
  modeBits: z.string().nullable(),
})
/** A file or folder as the panel lists it. */
export type FileEntry = z.infer<typeof fileEntrySchema>

const fileListSchema = z.object({
  /** In the panel's order. */
  entries: z.array(fileEntrySchema).max(maxFolderEntries),
  /** Entries that could not be read, and in the window those beyond what it is told of a folder. */
  leftOut: z.number().int().min(0),
})
/** The content of a folder, as far as it was read. */
export type FileList = z.infer<typeof fileListSchema>

const fileActSchema = z.enum(['read-content', 'create', 'update', 'delete', 'archive', 'sftp'])
export const fileActs = fileActSchema.options
/** What a panel may let an account do to files, each by a permission of its own. Renaming and modes want `update`. */
export type FileAct = z.infer<typeof fileActSchema>

const folderOfServerSchema = fileListSchema.extend({
  /** What the panel says that the account may not do; what a key may not is another matter. */
  denied: z.array(fileActSchema),
})
export type FolderOfServer = z.infer<typeof folderOfServerSchema>

const textEncodingSchema = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
/**
 * How the bytes of a text stand for its characters. `windows-1252` is what is neither UTF-8 nor marked as UTF-16: each of
 * its bytes is one character, so that all come back as they were.
 */
export type TextEncoding = z.infer<typeof textEncodingSchema>

const textFormatSchema = z.object({
  encoding: textEncodingSchema,
  /** A byte order mark comes first; it is no part of the text. */
  hasBom: z.boolean(),
})
/** How a text is written to a file. */
export type TextFormat = z.infer<typeof textFormatSchema>

const textFileSchema = z.object({
  kind: z.literal('text'),
  /** As it stands in the file, line ends and all; it is a stranger's. */
  text: z.string(),
  format: textFormatSchema,
  stamp: fileStampSchema,
  /**
   * The panel gave it in UTF-8, whatever it is in the file, and the file itself could not be downloaded: saving it may
   * change its encoding.
   */
  isConverted: z.boolean(),
})
/** A file's text as it was read. */
export type TextFile = z.infer<typeof textFileSchema>

const fileReadingSchema = z.discriminatedUnion('kind', [
  textFileSchema,
  z.object({ kind: z.enum(['binary', 'too-large']), stamp: fileStampSchema }),
])
/**
 * What reading a file came to.
 * - `binary`: it is no text.
 * - `too-large`: it is larger than what is edited here; its last part can be read.
 */
export type FileReading = z.infer<typeof fileReadingSchema>

const fileEndSchema = z.object({
  text: z.string(),
  /** Of the whole file, in bytes, as it came. */
  size: z.number().min(0),
  /** True where something stands before it. */
  isCut: z.boolean(),
})
/** The last part of a large text, from the beginning of a line. */
export type FileEnd = z.infer<typeof fileEndSchema>

export const fileWritingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), stamp: fileStampSchema.nullable() }),
  z.object({ kind: z.literal('changed'), stamp: fileStampSchema }),
  z.object({ kind: z.literal('missing') }),
])
/**
 * What became of a save.
 * - `written`: the file has the text; `stamp` is null where the panel did not tell it afterwards.
 * - `changed`: it is not as it was seen, or there is one where none was seen. Nothing was written.
 * - `missing`: it is not there any more. Nothing was written.
 */
export type FileWriting = z.infer<typeof fileWritingSchema>

const fileWorkSchema = z.object({ end: z.enum(['done', 'seen']) })
/**
 * What is known of work that a machine may go on with after a connection was cut.
 * - `done`: the panel said so.
 * - `seen`: the connection was cut; then the folder came to rest, so that it is over or has failed.
 */
export type FileWork = z.infer<typeof fileWorkSchema>

const compressedSchema = fileWorkSchema.extend({ name: fileNameSchema.nullable() })
/** The archive that was made; null where the folder does not show which it is. */
export type Compressed = z.infer<typeof compressedSchema>

const pulledSchema = z.object({ name: fileNameSchema, bytes: z.number().min(0).nullable() })
/** What came of fetching from an address: its size as it was last seen, since no panel tells whether all of it came. */
export type Pulled = z.infer<typeof pulledSchema>

/** Read, write and execute for owner, group and others, as octal digits. */
const fileModeSchema = z.string().regex(/^[0-7]{3}$/)

const ofServer = z.object({ ref: serverRefSchema })
const inFolder = ofServer.extend({ folder: filePathSchema })
const file = ofServer.extend({ path: filePathSchema })
const names = z.array(fileNameSchema).min(1).max(maxFilesAtOnce)

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
   * somebody else changed, its own stamp is given. `before` is the text as it was read then, which is kept here as the
   * version before; where it is null, the file is read once more for that. Errors: `text-unencodable` where the encoding
   * lacks a character, `version-not-kept`, `write-broken` where the file may be shorter now than the text,
   * `server-disk-full`.
   */
  'files:write': {
    request: file.extend({
      text: z.string().max(maxEditBytes),
      format: textFormatSchema,
      seen: fileStampSchema.nullable(),
      before: z.string().max(maxEditBytes).nullable(),
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
  /**
   * Has the server's machine fetch a file from an address, and watches for it in the folder, since no panel tells what
   * becomes of it. Errors: `file-exists`, unless it `overwrites`; `pull-not-seen` where nothing came.
   */
  'files:pull': {
    request: inFolder.extend({
      url: z.string().refine(isWebAddress),
      name: plainNameSchema,
      overwrites: z.boolean(),
    }),
    reply: pulledSchema,
  },
  /**
   * Where a server's files are reached by SFTP, with the account's password or SSH key, never with an API key:
   * `sftp://username.identifier@host:port`, percent-encoded. Error: `permission-lacking` where the panel says that the
   * account may not use it.
   */
  'files:sftpAddress': { request: ofServer, reply: z.object({ url: z.string() }) },
  /**
   * Opens it in the person's program for it. Errors: as above, and `sftp-not-opened`, also where it is not safe to
   * open.
   */
  'files:openSftp': { request: ofServer, reply: done },
} as const satisfies PartOfContract<'files'>
