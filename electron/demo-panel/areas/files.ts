import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import type { Permission } from '../../../shared/keys/permission.ts'
import { depthOf } from '../../network/hosts.ts'
import { neededText, queryText } from '../http/input.ts'
import { type Dialect, daemonRefusals, problem, refusal, refuse } from '../http/refusal.ts'
import { item, json, list, noContent, type Reply, time } from '../http/reply.ts'
import { isJson, type PanelRequest, uploadPath } from '../http/request.ts'
import {
  baseName,
  createFileTree,
  type Entries,
  type Entry,
  type Files,
  normalise,
  notThere,
  type Trouble,
} from '../machine/file-tree.ts'
import { firstFiles } from '../machine/first-files.ts'
import { perServer } from '../machine/per-server.ts'
import { downloadPath, type TransferGrant, type Transfers } from '../panel/transfers.ts'
import { packed } from './archive.ts'
import { type Area, atMachine, on, onInput, type ServerCall } from './operation.ts'

const fileName = z.string().min(1).max(4_096)
const root = z.string().max(4_096)
const anyRoot = root.nullish()
const some = <T extends z.ZodType>(one: T) => z.array(one).min(1).max(1_000)
const renameInput = z.object({ root, files: some(z.object({ from: fileName, to: fileName })) })
const deleteInput = z.object({ root, files: some(fileName) })
const folderInput = z.object({ root: anyRoot, name: fileName })
const copyInput = z.object({ location: fileName })
const compressInput = z.object({ root: anyRoot, files: some(fileName) })
const decompressInput = z.object({ root: anyRoot, file: fileName })
/** Nodes refuse a mode that is a number. */
const modeInput = z.object({ file: fileName, mode: z.string().regex(/^[0-7]{3,4}$/) })
const chmodInput = z.object({ root: anyRoot, files: some(modeInput) })
export const pullInput = z.object({
  url: z.url().max(2_048),
  directory: anyRoot,
  filename: fileName.nullish(),
  use_header: z.boolean().nullish(),
  foreground: z.boolean().nullish(),
})

/** What panels open in their editor, in bytes (`*_FILES_MAX_EDIT_SIZE`). */
const maxEditBytes = 4 * 1024 * 1024
const tooLarge = 'The file you are attempting to open is too large to view in the file editor.'
const notAllowed = { status: 400, detail: 'the url provided is not allowed' } as const
const unknownArchive = { status: 400, detail: 'The archive provided is in a format Wings does not understand' } as const

/** Creates each server's files when they are first asked for. */
export function createFiles(now: () => number): Files {
  return perServer((server) => createFileTree(firstFiles(server.definition(), now()), now))
}

type Deps = Pick<Area, 'clock' | 'dialect' | 'node'> & { readonly files: Files; readonly transfers: Transfers }

/** The files of all servers (the panel's API, part 2, *Files*). */
export function fileRows({ clock, files, transfers, dialect, node }: Deps) {
  const isPelican = dialect === 'pelican'
  const refused = fileRefusals(dialect)
  /** What is in the archives that were made here; nothing else can be unpacked. */
  const contents = new WeakMap<Uint8Array, Entries>()

  function fileAt(call: ServerCall, path: string) {
    const tree = files(call.server)
    const content = tree.find(path)?.content
    return content == null || (isPelican && tree.isDenied(path)) ? null : content
  }

  /** The path that the query names; activity keeps it as it came. */
  const fileOf = (call: ServerCall) => neededText(call.request, 'file')

  const rows = [
    on('GET', '/files/list', 'file.read', (call) => {
      const inside = files(call.server).list(normalise(queryText(call.request, 'directory', '/')))
      if (inside === null) return isPelican ? noFolder : refused.of(notThere)
      return json(list(inside.map(([name, entry]) => fileItem(name, entry))))
    }),
    on('GET', '/files/contents', 'file.read-content', (call) => {
      const file = fileOf(call)
      const content = fileAt(call, normalise(decodedAgain(file)))
      if (content === null) return isPelican ? refusal.failed('FileNotFoundException') : refused.of(notThere)
      if (content.length > maxEditBytes) refuse(problem(400, 'FileSizeTooLargeException', tooLarge))
      call.record('server:file.read', { file })
      const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
      return { status: 200, headers, body: isPelican ? asUtf8(content) : content }
    }),
    on('GET', '/files/download', 'file.read-content', (call) => {
      const file = fileOf(call)
      const path = normalise(decodedAgain(file))
      // Whether there is one is found out by who follows the link.
      const content = fileAt(call, path)
      call.record('server:file.download', { file })
      const name = `filename*=UTF-8''${encodeURIComponent(baseName(path))}`
      const give = () => (content === null ? json({ error: notThere.detail }, 404) : attachment(name, content))
      const link = transfers.sign(downloadPath, grantOf(call, 'files-read'), give)
      return signedUrl(call.request.origin, link)
    }),
    on('GET', '/files/upload', 'file.create', (call) => {
      const tree = files(call.server)
      const link = transfers.sign(uploadPath, grantOf(call, 'files-write'), async (request) => {
        const uploaded = await multipartFiles(request)
        if (uploaded === null) return badUpload('Send the files as multipart form data, in the field files.')
        const directory = request.query.get('directory') ?? '/'
        // What comes before one that is refused stays written.
        for (const one of uploaded) {
          const file = baseName(normalise(one.name))
          const trouble = tree.write(normalise(directory, file), new Uint8Array(await one.arrayBuffer()))
          if (trouble !== null) return badUpload(trouble.detail)
          call.record('server:file.uploaded', { directory: directoryOf(directory), file })
        }
        return { status: 200, headers: {}, body: null }
      })
      return signedUrl(call.request.origin, link)
    }),
    on('POST', '/files/write', 'file.create', (call) => {
      if (isJson(call.request)) call.input(z.unknown())
      const file = fileOf(call)
      const trouble = files(call.server).write(normalise(file), call.request.body)
      // Seen on Pelican: what its machine refuses is a success all the same, here and in a deletion.
      if (!isPelican) refused.check(trouble)
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
        const trouble = isPelican && tree.isDenied(path) ? null : tree.remove(path)
        if (!isPelican) refused.check(trouble)
      }
      call.record('server:file.delete', { directory: directoryOf(root), files: names })
    }),
    onInput('POST', '/files/create-folder', 'file.create', folderInput, (call, { root, name }) => {
      refused.check(files(call.server).makeDirectory(normalise(root ?? '/', name)))
      call.record('server:file.create-directory', { directory: directoryOf(root), name })
    }),
    onInput('POST', '/files/copy', 'file.create', copyInput, (call, { location }) => {
      const file = normalise(location)
      refused.check(files(call.server).copy(file))
      call.record('server:file.copy', { file })
    }),
    onInput('POST', '/files/compress', 'file.archive', compressInput, (call, { root, files: names }) => {
      const folder = normalise(root ?? '/')
      const tree = files(call.server)
      const inside = names.flatMap((name) => [...tree.within(normalise(folder, name))])
      if (inside.length === 0) return refused.of(notThere)
      const entries = new Map(inside.map(([path, entry]) => [path.slice(folder.length), entry]))
      const content = new Uint8Array(Buffer.concat([...packed(entries)]))
      const name = `archive-${new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
      contents.set(content, entries)
      const path = normalise(folder, name)
      refused.check(tree.write(path, content))
      call.record('server:file.compress', { directory: directoryOf(root), files: names })
      const made = tree.find(path)
      return made === null ? refused.of(notThere) : json(fileItem(name, made))
    }),
    onInput('POST', '/files/decompress', 'file.create', decompressInput, (call, { root, file }) => {
      const folder = normalise(root ?? '/')
      const tree = files(call.server)
      const archive = tree.find(normalise(folder, file))?.content
      if (archive == null) return refused.of(notThere)
      const inside = contents.get(archive)
      if (inside === undefined) return refused.of(unknownArchive)
      for (const [path, { content }] of inside) {
        const to = normalise(folder, path)
        refused.check(content === null ? tree.makeDirectory(to) : tree.write(to, content))
      }
      call.record('server:file.decompress', { directory: directoryOf(root), [isPelican ? 'file' : 'files']: file })
      return noContent
    }),
    onInput('POST', '/files/chmod', 'file.update', chmodInput, (call, { root, files: asked }) => {
      for (const { file, mode } of asked) files(call.server).setMode(normalise(root ?? '/', file), mode)
    }),
    // Nodes say only that they begin. Nothing is at any address here, so that no file comes of it.
    onInput('POST', '/files/pull', 'file.create', pullInput, (call, { url, directory }) => {
      if (depthOf(new URL(url).hostname) !== 'public') return refused.of(notAllowed)
      call.record('server:file.pull', { directory: directoryOf(directory), url })
      return noContent
    }),
  ]
  // Links are given by the panel itself.
  const isLink = ({ path }: { readonly path: string }) => /\/files\/(?:download|upload)$/.test(path)
  return rows.map((row) => (isLink(row) ? row : atMachine(row, { node, dialect })))
}

/** Names are decoded once more than need be (seen with both), as PHP does it: what is no escape stays. */
const decodedAgain = (path: string) =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString())

/** A folder as activity names it: with a slash at its end, so that the root too has a name there. */
const directoryOf = (root: string | null | undefined) => `${normalise(root ?? '/')}/`

/** What a signed address is bound to. */
export const grantOf = ({ key, server }: ServerCall, needs: Permission): TransferGrant => ({
  keyId: key.id,
  serverUuid: server.uuid,
  needs,
})

/** Something to be saved as a file. @param name as the header has it */
export const attachment = (name: string, body: NonNullable<Reply['body']>): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; ${name}` },
  body,
})

/** What a node says of an upload that it does not take. */
export const badUpload = (error: string): Reply => json({ error }, 400)

/** The files of an upload; null where there are none. */
export async function multipartFiles(request: PanelRequest): Promise<readonly File[] | null> {
  try {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(request.body), { headers }).formData()
    const files = form.getAll('files').filter((entry) => typeof entry !== 'string')
    return files.length > 0 ? files : null
  } catch {
    return null
  }
}

/** The answer that names a signed address. */
export const signedUrl = (origin: string, path: string): Reply => json(item('signed_url', { url: `${origin}${path}` }))

/** `rw-r--r--` of `644`. */
const inLetters = (mode: string) =>
  [...mode].map((digit) => [...'rwx'].map((letter, at) => (Number(digit) & (4 >> at) ? letter : '-')).join('')).join('')

/** A file or folder as panels list it. */
function fileItem(name: string, { content, mode = content === null ? '755' : '644', modifiedAt }: Entry) {
  return item('file_object', {
    name,
    mode: `${content === null ? 'd' : '-'}${inLetters(mode)}`,
    mode_bits: mode,
    size: content?.length ?? 4_096,
    is_file: content !== null,
    is_symlink: false,
    modified_at: time(modifiedAt),
  })
}

/** What Pelican makes of each of the two fields of a node's error, which it reads as files (seen there). */
const noFile = item('file_object', { name: null, mode: null, mode_bits: null, size: null, is_file: true })
export const noFolder = json(list([noFile, noFile]))

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
  }
}

/** What Pelican makes of a file that it reads: UTF-8, from UTF-16 by its mark, else from ISO-8859-1. */
function asUtf8(content: Uint8Array): Uint8Array {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return Buffer.from(new TextDecoder('utf-16le').decode(content))
  if (first === 0xfe && second === 0xff) return Buffer.from(new TextDecoder('utf-16be').decode(content))
  return isUtf8(content) ? content : Buffer.from(Buffer.from(content).toString('latin1'))
}
