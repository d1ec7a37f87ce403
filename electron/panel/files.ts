import type { FileList } from '../../shared/files/contract.ts'
import { type FileName, type FilePath, pathIn, rootPath } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { parseJson } from '../lib/parse-json.ts'
import type { CallServer, OfAct, ReadServer } from './at-server.ts'
import type { CallOptions } from './call-options.ts'
import { readLink } from './entry.ts'
import { readFileName, readFolder } from './file-entry.ts'
import { parseDownloadAddress, parseUploadAddress } from './machine-address.ts'
import { claimsPage } from './proof.ts'
import type { ServerFacts } from './server-facts.ts'
import type { JsonBody, PanelAnswer } from './transport.ts'

/** A file that gets another place. */
export type MovedFile = { readonly name: FileName; readonly to: FilePath }

const malformed = ({ status }: PanelAnswer): Result<never> => fail('malformed-answer', { status })

const query = (name: 'file' | 'directory', path: FilePath) => `?${name}=${encodeURIComponent(path)}`

/**
 * The files of servers (the panel's API, part 2, *Files*). Nothing that changes something is ever sent twice. Errors
 * beside the usual: `file-not-found`, `file-exists`, `file-denied`, `file-refused`, `server-disk-full`. Panels take a
 * rename or a mode of what is not there for a success: whoever asks looks before.
 * @param deps.panelBaseUrl the base address of the panel, which its links are judged by
 */
export function createFileCalls(deps: {
  readonly callServer: CallServer
  readonly readServer: ReadServer
  readonly readFacts: (identifier: string, options: CallOptions) => Promise<Result<ServerFacts>>
  readonly ofAct: OfAct
  readonly panelBaseUrl: string
}) {
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

  /** The files of one server; `given` goes for all calls. */
  return (identifier: string, given: CallOptions = {}) => {
    async function send(call: Omit<Parameters<CallServer>[1], 'turn' | 'uuid'>): Promise<Result<PanelAnswer>> {
      const options = call.method === 'GET' ? given : ofAct(given)
      const uuid = await uuidOf(identifier, options)
      return uuid.ok ? callServer(identifier, { ...call, uuid: uuid.value }, options) : uuid
    }

    const change = (
      below: string,
      body: JsonBody,
      operation: 'file-change' | 'file-archive' | 'file-pull' = 'file-change',
      method: 'POST' | 'PUT' = 'POST',
    ) => send({ operation, method, below: `/files/${below}`, body })

    const done = async (answer: Promise<Result<unknown>>): Promise<Result<void>> => {
      const result = await answer
      return result.ok ? ok() : result
    }

    async function readBelow(operation: 'files' | 'file-link', below: string) {
      const uuid = await uuidOf(identifier, given)
      return uuid.ok ? readServer(identifier, { operation, below: `/files/${below}`, uuid: uuid.value }, given) : uuid
    }

    async function link(below: string) {
      const read = await readBelow('file-link', below)
      if (!read.ok) return read
      const url = readLink(read.value.json)
      return url === null ? malformed(read.value.answer) : ok(url)
    }

    return {
      /** Ends what goes on with them. */
      signal: given.signal,

      async list(folder: FilePath): Promise<Result<FileList>> {
        const read = await readBelow('files', `list${query('directory', folder)}`)
        if (!read.ok) return read
        const { answer, json } = read.value
        const list = readFolder(json, answer.hideToken)
        return list === null ? malformed(answer) : ok(list)
      },

      /**
       * A file of 4 MiB at most; a panel of Pelican's kind turns it into UTF-8. Error: `file-too-large`. Each reading is
       * noted where the owner sees it.
       */
      async read(path: FilePath): Promise<Result<Uint8Array>> {
        const call = { operation: 'file-read', method: 'GET', below: `/files/contents${query('file', path)}` } as const
        const answer = await send(call)
        if (!answer.ok) return answer.error.code === 'answer-too-large' ? fail('file-too-large') : answer
        const { bytes, headers, status } = answer.value
        // Panels give files as plain text, whatever is in them: a page comes from something else.
        if (claimsPage(headers.get('content-type'))) return fail('not-json', { status })
        return bytes === null ? malformed(answer.value) : ok(bytes)
      },

      /** Overwrites what is there, or makes it with its folders. What breaks off leaves a short file. */
      write: (path: FilePath, bytes: Uint8Array) =>
        done(
          send({
            operation: 'file-write',
            method: 'POST',
            below: `/files/write${query('file', path)}`,
            body: new Uint8Array(bytes),
          }),
        ),

      /**
       * A link that gives a file once, within minutes, and wants no key. Error: `download-unsafe` for an address that the
       * app does not go to.
       */
      async downloadLink(path: FilePath): Promise<Result<URL>> {
        // Panels decode it twice. A name with a percent sign that was encoded once would not be found.
        const url = await link(`download?file=${encodeURIComponent(encodeURIComponent(path))}`)
        return url.ok ? parseDownloadAddress(url.value, panelBaseUrl) : url
      },

      /** A link that takes files once; the folder is named in its query. Error: `upload-unsafe`. */
      async uploadLink(): Promise<Result<URL>> {
        const url = await link('upload')
        return url.ok ? parseUploadAddress(url.value, panelBaseUrl) : url
      },

      createFolder: (folder: FilePath, name: FileName) => done(change('create-folder', { root: folder, name })),

      /** Gives things of a folder another name or place, one after the other up to the first that fails. */
      move(folder: FilePath, moves: readonly MovedFile[]) {
        const files = moves.map(({ name, to }) => ({ from: pathIn(folder, name).slice(1), to: to.slice(1) }))
        return done(change('rename', { root: rootPath, files }, 'file-change', 'PUT'))
      },

      /** Copies a file beside itself, under a name of the machine's choice. */
      copy: (path: FilePath) => done(change('copy', { location: path })),

      /** Deletes for good, folders with all in them. A success does not say that all of it is gone. */
      remove: (folder: FilePath, names: readonly FileName[]) => done(change('delete', { root: folder, files: names })),

      /** Packs things of a folder, for minutes perhaps; the archive's name, null where the answer does not tell it. */
      async compress(folder: FilePath, names: readonly FileName[]): Promise<Result<FileName | null>> {
        const answer = await change('compress', { root: folder, files: names }, 'file-archive')
        return answer.ok ? ok(readFileName(parseJson(answer.value.text), answer.value.hideToken)) : answer
      },

      /** Unpacks an archive over what is there, for minutes perhaps. Errors: `archive-unknown`, `file-in-use`. */
      decompress: (folder: FilePath, name: FileName) =>
        done(change('decompress', { root: folder, file: name }, 'file-archive')),

      /** @param mode octal digits */
      chmod: (folder: FilePath, names: readonly FileName[], mode: string) =>
        done(change('chmod', { root: folder, files: names.map((file) => ({ file, mode })) })),

      /** Has the machine fetch a file. A success says only that it was begun; nothing tells how it went on. */
      pull: (folder: FilePath, { url, name }: { readonly url: string; readonly name: FileName }) =>
        done(
          change('pull', { url, directory: folder, filename: name, use_header: false, foreground: false }, 'file-pull'),
        ),
    }
  }
}
export type FileCalls = ReturnType<typeof createFileCalls>

/** The files of one server, as a key reaches them. */
export type ServerFiles = ReturnType<FileCalls>
