import { z } from 'zod'
import type { Permission } from '../../../shared/model/permission.ts'
import { asUtf8 } from '../files/as-utf8.ts'
import { fileRefusals, notThere } from '../files/file-refusals.ts'
import { firstFiles } from '../files/first-files.ts'
import { largeFile } from '../files/large-file.ts'
import type { Dialect } from '../http/dialect.ts'
import { item, list, refusal, time } from '../http/envelope.ts'
import { refuse } from '../http/refused.ts'
import { json, type Reply } from '../http/reply.ts'
import { isJson } from '../http/request.ts'
import { baseName, createFileTree, type Entry, type Files, normalise, sizeOf } from '../machine/file-tree.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import type { TransferGrant, Transfers } from '../panel/transfers.ts'
import { queryText } from './input.ts'
import { on, onInput, type ServerCall } from './operation.ts'

const fileName = z.string().min(1).max(4_096)
const root = z.string().max(4_096)
const most = 1_000
const renameInput = z.object({
  root,
  files: z
    .array(z.object({ from: fileName, to: fileName }))
    .min(1)
    .max(most),
})
const deleteInput = z.object({ root, files: z.array(fileName).min(1).max(most) })
const folderInput = z.object({ root: root.nullish(), name: fileName })

/** What panels open in their editor, in bytes (`*_FILES_MAX_EDIT_SIZE`). */
const maxEditBytes = 4 * 1024 * 1024
const tooLarge = 'The file you are attempting to open is too large to view in the file editor.'

/** Creates each server's files when they are first asked for. */
export function createFiles(now: () => number): Files {
  return perServer((server) => createFileTree(firstFiles(server.definition(), now()), now))
}

type Deps = {
  readonly files: Files
  readonly transfers: Transfers
  readonly dialect: Dialect
  /** Where large files of a server are downloaded. */
  readonly addressOf: (server: LiveServer) => string
}

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
      if (sizeOf(file.entry) > maxEditBytes) refuse(refusal.limitReached('FileSizeTooLargeException', tooLarge))
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
