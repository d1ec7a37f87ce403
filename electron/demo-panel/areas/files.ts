import { z } from 'zod'
import type { Permission } from '../../../shared/keys/permission.ts'
import { queryText } from '../http/input.ts'
import { type Dialect, daemonRefusals, problem, refusal, refuse } from '../http/refusal.ts'
import { item, json, list, type Reply, time } from '../http/reply.ts'
import { isJson } from '../http/request.ts'
import {
  baseName,
  createFileTree,
  type Entry,
  type Files,
  normalise,
  sizeOf,
  type Trouble,
} from '../machine/file-tree.ts'
import { firstFiles } from '../machine/first-files.ts'
import { perServer } from '../machine/per-server.ts'
import type { Download, TransferGrant, Transfers } from '../panel/transfers.ts'
import { type Area, on, onInput, type ServerCall } from './operation.ts'

export const fileName = z.string().min(1).max(4_096)
const root = z.string().max(4_096)
export const some = <T extends z.ZodType>(one: T) => z.array(one).min(1).max(1_000)
const renameInput = z.object({ root, files: some(z.object({ from: fileName, to: fileName })) })
const deleteInput = z.object({ root, files: some(fileName) })
const folderInput = z.object({ root: root.nullish(), name: fileName })

/** What panels open in their editor, in bytes (`*_FILES_MAX_EDIT_SIZE`). */
const maxEditBytes = 4 * 1024 * 1024
const tooLarge = 'The file you are attempting to open is too large to view in the file editor.'

/** Creates each server's files when they are first asked for. */
export function createFiles(now: () => number): Files {
  return perServer((server) => createFileTree(firstFiles(server.definition(), now()), now))
}

type Deps = Pick<Area, 'dialect' | 'addressOf'> & { readonly files: Files; readonly transfers: Transfers }

/** Files: list, read, download; write, upload, rename, delete, make folders (the panel's API, part 2, *Files*). */
export function fileRows({ files, transfers, dialect, addressOf }: Deps) {
  const refused = fileRefusals(dialect)

  function fileAt(call: ServerCall, path: string) {
    const tree = files(call.server)
    const entry = tree.find(path)
    const isHidden = dialect === 'pelican' && tree.isDenied(path)
    return entry?.content == null || isHidden ? null : { path, entry, content: entry.content }
  }

  return [
    on('GET', '/files/list', 'file.read', (call) => {
      const inside = files(call.server).list(normalise(queryText(call.request, 'directory', '/')))
      if (inside === null) return refused.of(notThere)
      return json(list(inside.map(([name, entry]) => item('file_object', attributesOf(name, entry)))))
    }),
    on('GET', '/files/contents', 'file.read-content', (call) => {
      const file = fileAt(call, normalise(queryText(call.request, 'file', '/')))
      if (file === null) return refused.unreadable(notThere)
      if (sizeOf(file.entry) > maxEditBytes) refuse(problem(400, 'FileSizeTooLargeException', tooLarge))
      call.record('server:file.read', { file: file.path })
      const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
      return { status: 200, headers, body: dialect === 'pelican' ? asUtf8(file.content) : file.content }
    }),
    on('GET', '/files/download', 'file.read-content', (call) => {
      const file = fileAt(call, normalise(decodedAgain(queryText(call.request, 'file', '/'))))
      if (file === null) return refused.of(notThere)
      const { path, entry, content } = file
      call.record('server:file.download', { file: path })
      const grant = grantOf(call, 'files-read')
      if (entry.fillerBytes === undefined) {
        return signedUrl(call.request.origin, transfers.signDownload(grant, baseName(path), content))
      }
      const large = largeFile(path, entry)
      const link = transfers.signBackup(grant, () => large)
      return signedUrl(addressOf(call.server), link)
    }),
    on('GET', '/files/upload', 'file.create', (call) => {
      const tree = files(call.server)
      const link = transfers.signUpload(grantOf(call, 'files-write'), (directory, name, content) => {
        const trouble = tree.write(normalise(directory, name), content)
        if (trouble === null) call.record('server:file.uploaded', { directory: directoryOf(directory), file: name })
        return trouble?.detail ?? null
      })
      return signedUrl(call.request.origin, link)
    }),
    on('POST', '/files/write', 'file.create', (call) => {
      if (isJson(call.request)) call.input(z.unknown())
      const file = normalise(queryText(call.request, 'file', '/'))
      refused.check(files(call.server).write(file, call.request.body))
      call.record('server:file.write', { file })
    }),
    onInput('PUT', '/files/rename', 'file.update', renameInput, (call, { root, files: pairs }) => {
      const tree = files(call.server)
      for (const { from, to } of pairs) refused.check(tree.rename(normalise(root, from), normalise(root, to)))
      call.record('server:file.rename', { directory: directoryOf(root), files: pairs })
    }),
    onInput('POST', '/files/delete', 'file.delete', deleteInput, (call, { root, files: names }) => {
      const tree = files(call.server)
      for (const path of names.map((name) => normalise(root, name))) {
        // One of the two skips what it protects, and says nothing of it.
        if (dialect === 'pterodactyl' || !tree.isDenied(path)) refused.check(tree.remove(path))
      }
      call.record('server:file.delete', { directory: directoryOf(root), files: names })
    }),
    onInput('POST', '/files/create-folder', 'file.create', folderInput, (call, { root, name }) => {
      refused.check(files(call.server).makeDirectory(normalise(root ?? '/', name)))
      call.record('server:file.create-directory', { directory: directoryOf(root ?? '/'), name })
    }),
  ]
}

/** Files are called by a name that is decoded once more than need be. */
function decodedAgain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A folder as activity names it: with a slash at its end, so that the root too has a name there. */
export const directoryOf = (root: string) => `${normalise(root)}/`

/** What a signed address is bound to. */
export function grantOf({ key, server }: ServerCall, needs: Permission): TransferGrant {
  return { keyId: key.id, serverUuid: server.uuid, needs }
}

/** The answer that names a signed address. */
export function signedUrl(origin: string, path: string): Reply {
  return json(item('signed_url', { url: `${origin}${path}` }))
}

/** `rw-r--r--` of `644`. */
const inLetters = (mode: string) =>
  [...mode].map((digit) => [...'rwx'].map((letter, at) => (Number(digit) & (4 >> at) ? letter : '-')).join('')).join('')

function mimetypeOf(name: string, { content }: Entry): string {
  if (content === null) return 'inode/directory'
  if (/\.(?:tar\.gz|tgz|gz)$/.test(name)) return 'application/gzip'
  return content.includes(0) ? 'application/octet-stream' : 'text/plain; charset=utf-8'
}

/** A file or folder as panels list it. */
export function attributesOf(name: string, entry: Entry) {
  const isFile = entry.content !== null
  const mode = entry.mode ?? (isFile ? '644' : '755')
  return {
    name,
    mode: `${isFile ? '-' : 'd'}${inLetters(mode)}`,
    mode_bits: mode,
    size: sizeOf(entry),
    is_file: isFile,
    is_symlink: false,
    mimetype: mimetypeOf(name, entry),
    created_at: time(entry.createdAt),
    modified_at: time(entry.modifiedAt),
  }
}

export const notThere = { status: 404, detail: 'The requested resources was not found on the system' } as const

/** How a panel passes on what a node says of files: one with the node's words, the other by the class of an error alone. */
export function fileRefusals(dialect: Dialect) {
  const { refused } = daemonRefusals(dialect)
  const of = ({ status, detail, isThere }: NonNullable<Trouble>): Reply =>
    dialect === 'pelican' && isThere ? refusal.failed('FileExistsException') : refused(status, detail)
  return {
    of,
    /** Ends the operation where something went wrong. */
    check(trouble: Trouble) {
      if (trouble !== null) refuse(of(trouble))
    },
    /** A file that can't be read as one. */
    unreadable: (trouble: NonNullable<Trouble>): Reply =>
      dialect === 'pelican'
        ? refusal.failed(trouble.status === 404 ? 'FileNotFoundException' : 'FileNotEditableException')
        : refused(trouble.status, trouble.detail),
  }
}

/** What Pelican makes of a file that it reads: UTF-8, from UTF-16 by its mark, else from ISO-8859-1. */
function asUtf8(content: Uint8Array): Uint8Array {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return Buffer.from(new TextDecoder('utf-16le').decode(content))
  if (first === 0xfe && second === 0xff) return Buffer.from(new TextDecoder('utf-16be').decode(content))
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return content
  } catch {
    return Buffer.from(Buffer.from(content).toString('latin1'))
  }
}

/** A second of a log; longer ones repeat it. */
const line = '[12:00:00] [Server thread/INFO]: Can’t keep up! Is the server overloaded? Running 2000 ms behind\n'
const piece = Buffer.from(line.repeat(1_000))

/** A file whose lines before its own content are made as it is read. */
function largeFile(path: string, entry: Entry): Download {
  const { content, fillerBytes = 0 } = entry
  return {
    name: baseName(path),
    bytes: sizeOf(entry),
    async *parts() {
      for (let left = fillerBytes; left > 0; left -= piece.length) {
        yield left >= piece.length ? piece : piece.subarray(piece.length - left)
      }
      if (content !== null) yield content
    },
  }
}
