import { z } from 'zod'
import { depthOf } from '../../network/hosts.ts'
import { gzip } from '../backups/gzip.ts'
import { tar } from '../backups/tar.ts'
import { fileRefusals, notThere } from '../files/file-refusals.ts'
import type { Dialect } from '../http/dialect.ts'
import { item } from '../http/envelope.ts'
import { json, noContent, type Reply } from '../http/reply.ts'
import { type Entries, type Files, normalise, type Trouble } from '../machine/file-tree.ts'
import { attributesOf, directoryOf, type FileProperties } from './files.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'

const fileName = z.string().min(1).max(4_096)
const root = z.string().max(4_096).nullish()
const names = z.array(fileName).min(1).max(1_000)
const copyInput = z.object({ location: fileName })
const compressInput = z.object({ root, files: names })
const decompressInput = z.object({ root, file: fileName })
/** Nodes refuse a mode that is a number. */
const chmodInput = z.object({
  root,
  files: z
    .array(z.object({ file: fileName, mode: z.string().regex(/^[0-7]{3,4}$/) }))
    .min(1)
    .max(1_000),
})
export const pullInput = z.object({
  url: z.url().max(2_048),
  directory: z.string().max(4_096).nullish(),
  filename: fileName.nullish(),
  use_header: z.boolean().nullish(),
  foreground: z.boolean().nullish(),
})

const unknownArchive = { status: 400, detail: 'The archive provided is in a format Wings does not understand' } as const
type Deps = {
  readonly now: () => number
  readonly files: Files
  readonly dialect: Dialect
}

/** Work of machines on files: copy, modes, archives, fetching (the panel's API, part 2, *Files*). */
export function fileWorkOperations({ now, files, dialect }: Deps): readonly Operation[] {
  const refused = fileRefusals(dialect)
  /** What is in the archives that were made here; nothing else can be unpacked. */
  const contents = new WeakMap<Uint8Array, Entries>()

  function done(call: ServerCall, what: string, of: FileProperties, trouble: Trouble): Reply {
    if (trouble !== null) return refused.of(trouble)
    call.record(`server:file.${what}`, of)
    return noContent
  }

  function compress(call: ServerCall, folder: string, wanted: readonly string[]): Reply {
    const tree = files(call.server)
    const paths = wanted.map((name) => normalise(folder, name))
    if (paths.every((path) => tree.find(path) === null)) return refused.of(notThere)
    const isIn = (path: string) => paths.some((one) => path === one || path.startsWith(`${one}/`))
    const inside = [...tree.entries()].filter(([path]) => isIn(path))
    const packed: Entries = new Map(inside.map(([path, entry]) => [path.slice(folder.length), entry]))
    const name = `archive-${new Date(now()).toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
    const content = new Uint8Array(Buffer.concat([...gzip(tar(packed, null, now()))]))
    contents.set(content, packed)
    const path = normalise(folder, name)
    const trouble = tree.write(path, content)
    const made = tree.find(path)
    if (trouble !== null || made === null) return refused.of(trouble ?? notThere)
    call.record('server:file.compress', { directory: directoryOf(folder), files: wanted })
    return json(item('file_object', attributesOf(name, made)))
  }

  function decompress(call: ServerCall, folder: string, name: string): Reply {
    const tree = files(call.server)
    const entry = tree.find(normalise(folder, name))
    if (entry?.content == null) return refused.of(notThere)
    const inside = contents.get(entry.content)
    if (inside === undefined) return refused.of(unknownArchive)
    for (const [path, { content }] of inside) {
      const to = normalise(folder, path)
      const trouble = content === null ? tree.makeDirectory(to) : tree.write(to, content)
      if (trouble !== null) return refused.of(trouble)
    }
    const of = dialect === 'pelican' ? { file: name } : { files: name }
    return done(call, 'decompress', { directory: directoryOf(folder), ...of }, null)
  }

  /** Nodes say only that they begin. Nothing is at any address here, so that no file comes of it. */
  function pull(call: ServerCall, { url, directory }: z.infer<typeof pullInput>): Reply {
    if (depthOf(new URL(url).hostname) !== 'public') return refused.of(bad('the url provided is not allowed'))
    return done(call, 'pull', { directory: directoryOf(directory ?? '/'), url }, null)
  }

  /** A row with an input. */
  const row = <Input>(
    path: string,
    input: z.ZodType<Input>,
    right: string,
    answer: (call: ServerCall, input: Input) => Reply,
  ) =>
    onServer(
      'POST',
      path,
      'files-write',
      (call) => {
        const read = call.input(input)
        return read.ok ? answer(call, read.value) : read.reply
      },
      right,
    )

  return [
    row('/files/copy', copyInput, 'file.create', (call, { location }) =>
      done(call, 'copy', { file: normalise(location) }, files(call.server).copy(normalise(location))),
    ),
    row('/files/compress', compressInput, 'file.archive', (call, input) =>
      compress(call, normalise(input.root ?? '/'), input.files),
    ),
    row('/files/decompress', decompressInput, 'file.create', (call, input) =>
      decompress(call, normalise(input.root ?? '/'), input.file),
    ),
    row('/files/chmod', chmodInput, 'file.update', (call, input) => {
      const tree = files(call.server)
      for (const { file, mode } of input.files) tree.setMode(normalise(input.root ?? '/', file), mode)
      const of = { directory: directoryOf(input.root ?? '/'), files: input.files }
      return done(call, 'chmod', of, null)
    }),
    row('/files/pull', pullInput, 'file.create', pull),
  ]
}

const bad = (detail: string) => ({ status: 400, detail }) as const
