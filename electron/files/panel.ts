import { z } from 'zod'
import { type FileEntry, type FileList, fileNameSchema } from '../../shared/files/contract.ts'
import { type FileName, type FilePath, pathIn, rootPath } from '../../shared/files/files.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { giveWay, type Steps } from '../lib/steps.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/client.ts'
import { count, flag, moment, readCollection, readOne } from '../panel/entry.ts'
import { parseDownloadAddress, parseUploadAddress } from '../panel/machine-address.ts'
import type { HideToken } from '../panel/token-echo.ts'
import type { JsonBody, PanelAnswer } from '../panel/transport.ts'

/** A file that gets another place. */
export type MovedFile = { readonly name: FileName; readonly to: FilePath }

const orNull = <T>(schema: z.ZodType<T>) => schema.nullable().catch(null)

/** A file or folder by its attributes (the panel's API, part 2, *Files*). One that can't be named is none. */
const entry = z
  .object({
    name: fileNameSchema,
    is_file: flag.pipe(z.boolean()),
    is_symlink: flag.transform((is) => is ?? false),
    size: orNull(count),
    modified_at: moment,
    mode: z
      .string()
      .transform((mode) => safeText(mode, 20))
      .catch(''),
    mode_bits: orNull(z.string().regex(/^[0-7]{3,4}$/)),
  })
  .transform(
    ({ is_file, is_symlink, modified_at, mode_bits, ...told }): FileEntry => ({
      ...told,
      isFile: is_file,
      isSymlink: is_symlink,
      modifiedAt: modified_at,
      modeBits: mode_bits,
    }),
  )

/** An answer about a folder is bounded, and an honest one has fewer entries: each has nine fields. */
const mostEntries = 50_000

/**
 * Reads the answer about a folder, all of it, entry by entry; null for anything else. A name that quotes the token can't be
 * asked for.
 */
export function* readFolder(answer: unknown, hideToken: HideToken): Steps<FileList | null> {
  const all = readCollection(answer)?.entries
  if (all === undefined || all.length > mostEntries) return null
  const known = new Map<FileName, FileEntry>()
  for (const fields of all) {
    const { data } = entry.safeParse(fields)
    if (data !== undefined && hideToken(data.name) === data.name && !known.has(data.name)) known.set(data.name, data)
    yield
  }
  return { entries: [...known.values()], leftOut: all.length - known.size }
}

/** True for files without names, as which Pelican gives its machine's *there is no such folder* (seen there). */
function isNoFolder(answer: unknown): boolean {
  const entries = readCollection(answer)?.entries ?? []
  return entries.length > 0 && entries.every((fields) => fields?.name === null)
}

const newFile = readOne(z.object({ name: fileNameSchema }))

/** The name in the answer about one file; null for anything else. */
export function readFileName(answer: unknown, hideToken: HideToken): FileName | null {
  const name = newFile(answer)?.name ?? null
  return name !== null && hideToken(name) === name ? name : null
}

const query = (name: 'file' | 'directory', path: FilePath) => `?${name}=${encodeURIComponent(path)}`

/**
 * The files of one server (the panel's API, part 2, *Files*), as a key reaches them; `options` go for all calls. Nothing
 * that changes something is ever sent twice. Errors beside the usual: `file-not-found`, `file-exists`, `file-denied`,
 * `file-refused`, `server-disk-full`. Panels take a rename or a mode of what is not there for a success: whoever asks looks
 * before.
 */
export function serverFiles(client: Pick<PanelClient, 'at'>, identifier: string, options: CallOptions = {}) {
  const server = client.at(identifier, options)
  const change = (below: string, body: JsonBody) => server.act('file-change', `/files/${below}`, { body })

  return {
    /** Ends what goes on with them. */
    signal: options.signal,

    async list(folder: FilePath): Promise<Result<FileList>> {
      const path = `/files/list${query('directory', folder)}`
      const read = await server.read('files', path, async (json, { hideToken }) => {
        const list = await giveWay(readFolder(json, hideToken))
        return list && { list, isNone: isNoFolder(json) }
      })
      if (!read.ok) return read
      return read.value.isNone ? fail('file-not-found') : ok(read.value.list)
    },

    /**
     * A file of 4 MiB at most; a panel of Pelican's kind turns it into UTF-8. Error: `file-too-large`. Each reading is
     * noted where the owner sees it.
     */
    async read(path: FilePath): Promise<Result<Uint8Array>> {
      const read = await server.readBytes('file-read', `/files/contents${query('file', path)}`)
      return !read.ok && read.error.code === 'answer-too-large' ? fail('file-too-large') : read
    },

    /** Overwrites what is there, or makes it with its folders. What breaks off leaves a short file. */
    write: (path: FilePath, bytes: Uint8Array) =>
      server.act('file-write', `/files/write${query('file', path)}`, { body: new Uint8Array(bytes) }),

    /**
     * A link that gives a file once, within minutes, and wants no key. Error: `download-unsafe` for an address that the
     * app does not go to.
     */
    downloadLink(path: FilePath) {
      // Panels decode it twice, and note for the owner what the first time leaves.
      const named = path.includes('%') ? encodeURIComponent(path) : path
      return server.readLink('file-link', `/files/download?file=${encodeURIComponent(named)}`, parseDownloadAddress)
    },

    /** A link that takes files once; the folder is named in its query. Error: `upload-unsafe`. */
    uploadLink: () => server.readLink('file-link', '/files/upload', parseUploadAddress),

    createFolder: (folder: FilePath, name: FileName) => change('create-folder', { root: folder, name }),

    /** Gives things of a folder another name or place, one after the other up to the first that fails. */
    move(folder: FilePath, moves: readonly MovedFile[]) {
      const files = moves.map(({ name, to }) => ({ from: pathIn(folder, name).slice(1), to: to.slice(1) }))
      const body = { root: rootPath, files }
      return server.act('file-change', '/files/rename', { method: 'PUT', body })
    },

    /** Copies a file beside itself, under a name of the machine's choice. */
    copy: (path: FilePath) => change('copy', { location: path }),

    /** Deletes for good, folders with all in them. A success does not say that all of it is gone. */
    remove: (folder: FilePath, names: readonly FileName[]) => change('delete', { root: folder, files: names }),

    /** Packs things of a folder, for minutes perhaps; the archive's name, null where the answer does not tell it. */
    compress(folder: FilePath, names: readonly FileName[]) {
      const body = { root: folder, files: names }
      const read = (json: unknown, { hideToken }: PanelAnswer) => readFileName(json, hideToken)
      return server.actAndRead('file-archive', '/files/compress', read, { body })
    },

    /** Unpacks an archive over what is there, for minutes perhaps. Errors: `archive-unknown`, `file-in-use`. */
    decompress(folder: FilePath, name: FileName) {
      const body = { root: folder, file: name }
      return server.act('file-archive', '/files/decompress', { body })
    },

    /** @param mode octal digits */
    chmod: (folder: FilePath, names: readonly FileName[], mode: string) =>
      change('chmod', { root: folder, files: names.map((file) => ({ file, mode })) }),

    /** Has the machine fetch a file. A success says only that it was begun; nothing tells how it went on. */
    pull(folder: FilePath, { url, name }: { readonly url: string; readonly name: FileName }) {
      const body = { url, directory: folder, filename: name, use_header: false, foreground: false }
      return server.act('file-pull', '/files/pull', { body })
    },
  }
}
export type ServerFiles = ReturnType<typeof serverFiles>
