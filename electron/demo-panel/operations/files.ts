import { z } from 'zod'
import type { Permission } from '../../../shared/model/permission.ts'
import { item, list, refusal, time } from '../http/envelope.ts'
import { json, noContent, type Reply } from '../http/reply.ts'
import { isJson } from '../http/request.ts'
import type { ServerDefinition } from '../machine/definition.ts'
import {
  baseName,
  createFileTree,
  type Entries,
  type Entry,
  type Files,
  normalise,
  type Trouble,
} from '../machine/file-tree.ts'
import { perServer } from '../machine/per-server.ts'
import type { TransferGrant, Transfers } from '../panel/transfers.ts'
import { queryText } from './input.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'

const fileName = z.string().min(1).max(255)
const root = z.string().max(1_000)
const renameInput = z.object({
  root,
  files: z
    .array(z.object({ from: fileName, to: fileName }))
    .min(1)
    .max(100),
})
const deleteInput = z.object({ root, files: z.array(fileName).min(1).max(100) })
const folderInput = z.object({ root, name: fileName })

/** Creates each server's files when they are first asked for. */
export function createFiles(now: () => number): Files {
  return perServer((server) => createFileTree(firstFiles(server.definition(), now()), now))
}

/** Files: list, read, download; write, upload, rename, delete, make folders. */
export function fileOperations(files: Files, transfers: Transfers): readonly Operation[] {
  const found = (call: ServerCall, decode = (text: string) => text) => {
    const path = normalise(decode(queryText(call.request, 'file', '/')))
    const content = files(call.server).find(path)?.content ?? null
    return content === null ? null : { path, content }
  }

  return [
    onServer('GET', '/files/list', 'files-read', (call) => {
      const inside = files(call.server).list(normalise(queryText(call.request, 'directory', '/')))
      if (inside === null) return missing()
      return json(list(inside.map(([name, entry]) => item('file_object', attributes(name, entry)))))
    }),
    onServer('GET', '/files/contents', 'files-read', (call) => {
      const file = found(call)
      if (file === null) return missing()
      const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
      return { status: 200, headers, body: file.content }
    }),
    onServer('GET', '/files/download', 'files-read', (call) => {
      const file = found(call, decodedAgain)
      if (file === null) return missing()
      return signedUrl(
        call.request.origin,
        transfers.signDownload(grantOf(call, 'files-read'), baseName(file.path), file.content),
      )
    }),
    onServer('GET', '/files/upload', 'files-write', (call) => {
      const tree = files(call.server)
      const path = transfers.signUpload(
        grantOf(call, 'files-write'),
        (directory, name, content) => tree.write(normalise(directory, name), content)?.detail ?? null,
      )
      return signedUrl(call.request.origin, path)
    }),
    onServer('POST', '/files/write', 'files-write', (call) => {
      const path = normalise(queryText(call.request, 'file', '/'))
      if (isJson(call.request)) {
        const input = call.input(z.unknown())
        if (!input.ok) return input.reply
      }
      return done(call, 'write', files(call.server).write(path, call.request.body))
    }),
    onServer('PUT', '/files/rename', 'files-write', (call) => {
      const input = call.input(renameInput)
      if (!input.ok) return input.reply
      const { root, files: pairs } = input.value
      const tree = files(call.server)
      return done(
        call,
        'rename',
        each(pairs, ({ from, to }) => tree.rename(normalise(root, from), normalise(root, to))),
      )
    }),
    onServer('POST', '/files/delete', 'files-write', (call) => {
      const input = call.input(deleteInput)
      if (!input.ok) return input.reply
      const tree = files(call.server)
      const { root, files: names } = input.value
      return done(
        call,
        'delete',
        each(names, (name) => tree.remove(normalise(root, name))),
      )
    }),
    onServer('POST', '/files/create-folder', 'files-write', (call) => {
      const input = call.input(folderInput)
      if (!input.ok) return input.reply
      const path = normalise(input.value.root, input.value.name)
      return done(call, 'create-directory', files(call.server).makeDirectory(path))
    }),
  ]
}

/** Panels decode the name of a download once more than that of anything else, so that clients encode it twice. */
function decodedAgain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a signed address is bound to. */
export function grantOf({ key, server }: ServerCall, needs: Permission): TransferGrant {
  return { keyId: key.id, serverUuid: server.uuid, needs }
}

/** The answer that names a signed address. */
export function signedUrl(origin: string, path: string): Reply {
  return json(item('signed_url', { url: `${origin}${path}` }))
}

/** Acts on one thing after another, and stops at the first error. */
function each<T>(things: readonly T[], act: (thing: T) => Trouble): Trouble {
  for (const thing of things) {
    const trouble = act(thing)
    if (trouble !== null) return trouble
  }
  return null
}

function done(call: ServerCall, what: string, trouble: Trouble): Reply {
  if (trouble !== null) return refusal.remote(trouble.status, trouble.detail)
  call.record(`server:file.${what}`)
  return noContent
}

function missing(): Reply {
  return refusal.remote(404, 'The requested resources was not found on the system')
}

function attributes(name: string, entry: Entry) {
  const isFile = entry.content !== null
  return {
    name,
    mode: isFile ? '-rw-r--r--' : 'drwxr-xr-x',
    mode_bits: isFile ? '644' : '755',
    size: entry.content?.length ?? 4_096,
    is_file: isFile,
    is_symlink: false,
    mimetype: isFile ? 'text/plain; charset=utf-8' : 'inode/directory',
    created_at: time(entry.createdAt),
    modified_at: time(entry.modifiedAt),
  }
}

function firstFiles(definition: ServerDefinition, at: number): Entries {
  const text = new TextEncoder()
  const file = (content: string): Entry => ({ content: text.encode(content), createdAt: at, modifiedAt: at })
  const folder: Entry = { content: null, createdAt: at, modifiedAt: at }
  if (definition.game !== 'minecraft') {
    return new Map([
      ['/config.json', file(`${JSON.stringify({ name: definition.name, slots: 20 }, null, 2)}\n`)],
      ['/saves', folder],
    ])
  }
  return new Map([
    ['/eula.txt', file('eula=true\n')],
    ['/server.properties', file(`motd=${definition.name}\nmax-players=20\ndifficulty=normal\n`)],
    ['/whitelist.json', file('[]\n')],
    ['/logs', folder],
    ['/logs/latest.log', file('')],
    ['/world', folder],
  ])
}
