import { z } from 'zod'
import { depthOf } from '../../network/hosts.ts'
import { item, json, noContent } from '../http/reply.ts'
import { type Entries, type Files, normalise } from '../machine/file-tree.ts'
import { gzip, tar } from './archive.ts'
import { attributesOf, directoryOf, fileName, fileRefusals, notThere, some } from './files.ts'
import { type Area, onInput } from './operation.ts'

const root = z.string().max(4_096).nullish()
const copyInput = z.object({ location: fileName })
const compressInput = z.object({ root, files: some(fileName) })
const decompressInput = z.object({ root, file: fileName })
/** Nodes refuse a mode that is a number. */
const chmodInput = z.object({ root, files: some(z.object({ file: fileName, mode: z.string().regex(/^[0-7]{3,4}$/) })) })
export const pullInput = z.object({
  url: z.url().max(2_048),
  directory: z.string().max(4_096).nullish(),
  filename: fileName.nullish(),
  use_header: z.boolean().nullish(),
  foreground: z.boolean().nullish(),
})

const notAllowed = { status: 400, detail: 'the url provided is not allowed' } as const
const unknownArchive = { status: 400, detail: 'The archive provided is in a format Wings does not understand' } as const

/** Work of machines on files: copy, modes, archives, fetching (the panel's API, part 2, *Files*). */
export function fileWorkRows({ now, files, dialect }: Pick<Area, 'now' | 'dialect'> & { readonly files: Files }) {
  const refused = fileRefusals(dialect)
  /** What is in the archives that were made here; nothing else can be unpacked. */
  const contents = new WeakMap<Uint8Array, Entries>()

  const paths = (root: string | null | undefined) => ({
    folder: normalise(root ?? '/'),
    directory: directoryOf(root ?? '/'),
  })

  return [
    onInput('POST', '/files/copy', 'file.create', copyInput, (call, { location }) => {
      const file = normalise(location)
      refused.check(files(call.server).copy(file))
      call.record('server:file.copy', { file })
    }),
    onInput('POST', '/files/compress', 'file.archive', compressInput, (call, { root, files: wanted }) => {
      const { folder, directory } = paths(root)
      const tree = files(call.server)
      const asked = wanted.map((name) => normalise(folder, name))
      if (asked.every((path) => tree.find(path) === null)) return refused.of(notThere)
      const isIn = (path: string) => asked.some((one) => path === one || path.startsWith(`${one}/`))
      const inside = [...tree.entries()].filter(([path]) => isIn(path))
      const packed: Entries = new Map(inside.map(([path, entry]) => [path.slice(folder.length), entry]))
      const name = `archive-${new Date(now()).toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
      const content = new Uint8Array(Buffer.concat([...gzip(tar(packed, null, now()))]))
      contents.set(content, packed)
      const path = normalise(folder, name)
      refused.check(tree.write(path, content))
      const made = tree.find(path)
      if (made === null) return refused.of(notThere)
      call.record('server:file.compress', { directory, files: wanted })
      return json(item('file_object', attributesOf(name, made)))
    }),
    onInput('POST', '/files/decompress', 'file.create', decompressInput, (call, { root, file }) => {
      const { folder, directory } = paths(root)
      const tree = files(call.server)
      const entry = tree.find(normalise(folder, file))
      if (entry?.content == null) return refused.of(notThere)
      const inside = contents.get(entry.content)
      if (inside === undefined) return refused.of(unknownArchive)
      for (const [path, { content }] of inside) {
        const to = normalise(folder, path)
        refused.check(content === null ? tree.makeDirectory(to) : tree.write(to, content))
      }
      call.record('server:file.decompress', { directory, ...(dialect === 'pelican' ? { file } : { files: file }) })
      return noContent
    }),
    onInput('POST', '/files/chmod', 'file.update', chmodInput, (call, { root, files: asked }) => {
      const { folder, directory } = paths(root)
      for (const { file, mode } of asked) files(call.server).setMode(normalise(folder, file), mode)
      call.record('server:file.chmod', { directory, files: asked })
    }),
    // Nodes say only that they begin. Nothing is at any address here, so that no file comes of it.
    onInput('POST', '/files/pull', 'file.create', pullInput, (call, { url, directory }) => {
      if (depthOf(new URL(url).hostname) !== 'public') return refused.of(notAllowed)
      call.record('server:file.pull', { directory: directoryOf(directory ?? '/'), url })
      return noContent
    }),
  ]
}
