import type { FileList } from '../../shared/files/contract.ts'
import { type FileName, type FilePath, pathIn, rootPath } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { parseJson } from '../lib/parse-json.ts'
import type { CallOptions } from './call-options.ts'
import { readLink } from './entry.ts'
import { readFileName, readFolder } from './file-entry.ts'
import { parseDownloadAddress, parseUploadAddress } from './machine-address.ts'
import { claimsPage } from './proof.ts'
import type { CallServer, OfAct, ReadServer } from './server-calls.ts'
import type { ServerFacts } from './server-facts.ts'
import type { JsonBody, PanelAnswer } from './transport.ts'

/** A file that gets another place. */
export type FileMove = { readonly name: FileName; readonly to: FilePath }

/**
 * The files of a server (the panel's API, part 2, *Files*). Nothing that changes something is ever sent twice. Errors
 * beside the usual: `file-not-found`, `file-exists`, `file-denied`, `file-refused`, `server-disk-full`. Panels take a
 * rename or a mode of what is not there for a success: whoever asks looks before.
 */
export type FileCalls = {
  list(identifier: string, folder: FilePath, options?: CallOptions): Promise<Result<FileList>>
  /**
   * A file of 4 MiB at most; a panel of Pelican's kind turns it into UTF-8. Errors: `file-too-large`. Each reading is noted
   * where the owner sees it.
   */
  read(identifier: string, path: FilePath, options?: CallOptions): Promise<Result<Uint8Array>>
  /**
   * Overwrites what is there, or makes it with its folders. What breaks off leaves a short file. Error:
   * `server-disk-full`.
   */
  write(identifier: string, path: FilePath, bytes: Uint8Array, options?: CallOptions): Promise<Result<void>>
  /**
   * A link that gives a file once, within minutes, and wants no key. Error: `download-unsafe` for an address that the app
   * does not go to.
   */
  downloadLink(identifier: string, path: FilePath, options?: CallOptions): Promise<Result<URL>>
  /** A link that takes files once; the folder is named in its query. Error: `upload-unsafe`. */
  uploadLink(identifier: string, options?: CallOptions): Promise<Result<URL>>
  createFolder(identifier: string, folder: FilePath, name: FileName, options?: CallOptions): Promise<Result<void>>
  /** Gives things of a folder another name or place, one after the other up to the first that fails. */
  move(identifier: string, folder: FilePath, moves: readonly FileMove[], options?: CallOptions): Promise<Result<void>>
  /** Copies a file beside itself, under a name of the machine's choice. */
  copy(identifier: string, path: FilePath, options?: CallOptions): Promise<Result<void>>
  /** Deletes for good, folders with all in them. A success does not say that all of it is gone. */
  remove(identifier: string, folder: FilePath, names: readonly FileName[], options?: CallOptions): Promise<Result<void>>
  /** Packs things of a folder, for minutes perhaps; the archive's name, null where the answer does not tell it. */
  compress(
    identifier: string,
    folder: FilePath,
    names: readonly FileName[],
    options?: CallOptions,
  ): Promise<Result<FileName | null>>
  /** Unpacks an archive over what is there, for minutes perhaps. Errors: `archive-unknown`, `file-in-use`. */
  decompress(identifier: string, folder: FilePath, name: FileName, options?: CallOptions): Promise<Result<void>>
  /** @param mode octal digits */
  chmod(
    identifier: string,
    folder: FilePath,
    names: readonly FileName[],
    mode: string,
    options?: CallOptions,
  ): Promise<Result<void>>
  /** Has the machine fetch a file. A success says only that it was begun; nothing tells how it went on. */
  pull(identifier: string, folder: FilePath, file: PullOrder, options?: CallOptions): Promise<Result<void>>
}

type PullOrder = { readonly url: string; readonly name: FileName }

const malformed = ({ status }: PanelAnswer): Result<never> => fail('malformed-answer', { status })

const query = (name: 'file' | 'directory', path: FilePath) => `?${name}=${encodeURIComponent(path)}`

/** @param deps.panelBaseUrl the base address of the panel, which its links are judged by */
export function createFileCalls(deps: {
  readonly callServer: CallServer
  readonly readServer: ReadServer
  readonly readFacts: (identifier: string, options: CallOptions) => Promise<Result<ServerFacts>>
  readonly ofAct: OfAct
  readonly panelBaseUrl: string
}): FileCalls {
  const { callServer, readServer, readFacts, ofAct, panelBaseUrl } = deps
  const uuids = new Map<string, string>()

  /**
   * The server's full uuid: under its short name panels trim the names of files. Undefined where the panel tells none.
   */
  async function uuidOf(identifier: string, options: CallOptions): Promise<Result<string | undefined>> {
    const known = uuids.get(identifier)
    if (known !== undefined) return ok(known)
    const facts = await readFacts(identifier, options)
    if (!facts.ok) return facts
    const { uuid } = facts.value
    if (uuid !== null) uuids.set(identifier, uuid)
    return ok(uuid ?? undefined)
  }

  async function send(
    identifier: string,
    call: Omit<Parameters<CallServer>[1], 'turn' | 'uuid'>,
    given: CallOptions,
  ): Promise<Result<PanelAnswer>> {
    const options = call.method === 'GET' ? given : ofAct(given)
    const uuid = await uuidOf(identifier, options)
    return uuid.ok ? callServer(identifier, { ...call, uuid: uuid.value }, options) : uuid
  }

  const change = (
    identifier: string,
    below: string,
    body: JsonBody,
    options: CallOptions,
    operation: 'file-change' | 'file-archive' | 'file-pull' = 'file-change',
    method: 'POST' | 'PUT' = 'POST',
  ) => send(identifier, { operation, method, below: `/files/${below}`, body }, options)

  const done = <T>(result: Result<T>): Result<void> => (result.ok ? ok() : result)

  async function link(identifier: string, below: string, options: CallOptions) {
    const uuid = await uuidOf(identifier, options)
    if (!uuid.ok) return uuid
    const call = { operation: 'file-link', below: `/files/${below}`, uuid: uuid.value } as const
    const read = await readServer(identifier, call, options)
    if (!read.ok) return read
    const url = readLink(read.value.json)
    return url === null ? malformed(read.value.answer) : ok(url)
  }

  return {
    async list(identifier, folder, options = {}) {
      const uuid = await uuidOf(identifier, options)
      if (!uuid.ok) return uuid
      const call = { operation: 'files', below: `/files/list${query('directory', folder)}`, uuid: uuid.value } as const
      const read = await readServer(identifier, call, options)
      if (!read.ok) return read
      const { answer, json } = read.value
      const list = readFolder(json, answer.hideToken)
      return list === null ? malformed(answer) : ok(list)
    },

    async read(identifier, path, options = {}) {
      const call = { operation: 'file-read', method: 'GET', below: `/files/contents${query('file', path)}` } as const
      const answer = await send(identifier, call, options)
      if (!answer.ok) return answer.error.code === 'answer-too-large' ? fail('file-too-large') : answer
      const { bytes, headers, status } = answer.value
      // Panels give files as plain text, whatever is in them: a page comes from something else.
      if (claimsPage(headers.get('content-type'))) return fail('not-json', { status })
      return bytes === null ? malformed(answer.value) : ok(bytes)
    },

    async write(identifier, path, bytes, options = {}) {
      const below = `/files/write${query('file', path)}`
      const body = new Uint8Array(bytes)
      return done(await send(identifier, { operation: 'file-write', method: 'POST', below, body }, options))
    },

    async downloadLink(identifier, path, options = {}) {
      // Panels decode it twice. A name with a percent sign that was encoded once would not be found.
      const url = await link(identifier, `download?file=${encodeURIComponent(encodeURIComponent(path))}`, options)
      return url.ok ? parseDownloadAddress(url.value, panelBaseUrl) : url
    },

    async uploadLink(identifier, options = {}) {
      const url = await link(identifier, 'upload', options)
      return url.ok ? parseUploadAddress(url.value, panelBaseUrl) : url
    },

    createFolder: async (identifier, folder, name, options = {}) =>
      done(await change(identifier, 'create-folder', { root: folder, name }, options)),

    async move(identifier, folder, moves, options = {}) {
      const files = moves.map(({ name, to }) => ({ from: pathIn(folder, name).slice(1), to: to.slice(1) }))
      return done(await change(identifier, 'rename', { root: rootPath, files }, options, 'file-change', 'PUT'))
    },

    copy: async (identifier, path, options = {}) => done(await change(identifier, 'copy', { location: path }, options)),

    remove: async (identifier, folder, names, options = {}) =>
      done(await change(identifier, 'delete', { root: folder, files: names }, options)),

    async compress(identifier, folder, names, options = {}) {
      const answer = await change(identifier, 'compress', { root: folder, files: names }, options, 'file-archive')
      return answer.ok ? ok(readFileName(parseJson(answer.value.text), answer.value.hideToken)) : answer
    },

    decompress: async (identifier, folder, name, options = {}) =>
      done(await change(identifier, 'decompress', { root: folder, file: name }, options, 'file-archive')),

    async chmod(identifier, folder, names, mode, options = {}) {
      const files = names.map((file) => ({ file, mode }))
      return done(await change(identifier, 'chmod', { root: folder, files }, options))
    },

    pull: async (identifier, folder, { url, name }, options = {}) =>
      done(
        await change(
          identifier,
          'pull',
          { url, directory: folder, filename: name, use_header: false, foreground: false },
          options,
          'file-pull',
        ),
      ),
  }
}
