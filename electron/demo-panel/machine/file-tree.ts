import type { LiveServer } from './live-server.ts'

/** A file, or a directory when `content` is null. Entries are never changed, only replaced. */
export type Entry = {
  readonly content: Uint8Array | null
  readonly modifiedAt: number
  /** Octal digits; what machines give new files and folders where it is left out. */
  readonly mode?: string
}
export type Entries = ReadonlyMap<string, Entry>

/** What went wrong, in the daemon's words; null when nothing did. */
export type Trouble = { readonly status: 400 | 403 | 404; readonly detail: string; readonly isThere?: true } | null

const maxEntries = 300
const maxBytes = 8 * 1024 * 1024
export const notThere = { status: 404, detail: 'The requested resources was not found on the system' } as const
const denied = { status: 403, detail: 'This file cannot be modified: present in egg denylist.' } as const
const exists = {
  status: 400,
  detail: 'Cannot move or rename file, destination already exists.',
  isThere: true,
} as const
const bad = (detail: string) => ({ status: 400, detail }) as const

/** A path without `.`, `..` and double slashes; it never leaves the root, which is the empty string. */
export function normalise(...parts: readonly string[]): string {
  const clean: string[] = []
  for (const part of parts.join('/').split('/')) {
    if (part === '..') clean.pop()
    else if (part !== '' && part !== '.') clean.push(part)
  }
  return clean.map((part) => `/${part}`).join('')
}

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const isIn = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** The name of a copy beside its original: `a copy.txt`, then `a copy 1.txt` (wings, `server/filesystem`). */
function copyName(name: string, n: number): string {
  const dot = /(?:\.tar)?\.[^.]+$/.exec(name)?.index ?? name.length
  return `${name.slice(0, dot)} copy${n === 0 ? '' : ` ${n}`}${name.slice(dot)}`
}

/** A small file system in memory, with bounds. All paths are normalised. */
export function createFileTree(first: Entries, now: () => number) {
  let entries = new Map(first)
  let protectedNames: readonly string[] = []

  const isDirectory = (path: string) => path === '' || entries.get(path)?.content === null
  const bytes = () => [...entries.values()].reduce((sum, entry) => sum + (entry.content?.length ?? 0), 0)

  function makeParents(path: string): Trouble {
    const parent = parentOf(path)
    if (isDirectory(parent)) return null
    if (entries.has(parent)) return bad('A file stands where a folder is needed')
    return makeParents(parent) ?? put(parent, null)
  }

  function put(path: string, content: Uint8Array | null): Trouble {
    const old = entries.get(path)
    if (old === undefined && entries.size >= maxEntries) return bad('There are too many files on this server')
    if (bytes() - (old?.content?.length ?? 0) + (content?.length ?? 0) > maxBytes)
      return bad('There is not enough disk space')
    entries.set(path, { ...old, content, modifiedAt: now() })
    return null
  }

  const isDenied = (path: string) => protectedNames.includes(baseName(path))

  return {
    /** Sets the names that the egg of the game keeps from being changed, in place of those before. */
    protect(names: readonly string[]) {
      protectedNames = names
    },
    isDenied,
    /** Puts an entry there as somebody else would, whatever the bounds. */
    give: (path: string, entry: Entry) => void entries.set(path, entry),
    entries: (): Entries => new Map(entries),
    replaceAll(next: Entries) {
      entries = new Map(next)
    },
    find: (path: string): Entry | null => entries.get(path) ?? null,
    /** The entries of a directory, folders first, then by name; null when there is no such directory. */
    list(path: string): readonly (readonly [string, Entry])[] | null {
      if (!isDirectory(path)) return null
      const isFile = ({ content }: Entry) => Number(content !== null)
      return [...entries]
        .filter(([candidate]) => parentOf(candidate) === path && candidate !== '')
        .map(([full, entry]) => [baseName(full), entry] as const)
        .sort(([a, one], [b, other]) => isFile(one) - isFile(other) || (a < b ? -1 : 1))
    },
    /** A file or folder with all that is in it, by full paths. */
    within: (path: string): Entries => new Map([...entries].filter(([candidate]) => isIn(path, candidate))),
    write(path: string, content: Uint8Array): Trouble {
      if (isDirectory(path)) return bad('Cannot write to a folder')
      if (isDenied(path)) return denied
      return makeParents(path) ?? put(path, content)
    },
    makeDirectory(path: string): Trouble {
      if (isDirectory(path)) return null
      if (entries.has(path)) return bad('A file stands where a folder is needed')
      return makeParents(path) ?? put(path, null)
    },
    /** A rename of what is not there is one that did nothing. */
    rename(from: string, to: string): Trouble {
      if (!entries.has(from)) return null
      if (isDenied(from)) return denied
      if (entries.has(to)) return exists
      if (to === '' || isIn(from, to)) return bad('Cannot move or rename to that place')
      const trouble = makeParents(to)
      if (trouble !== null) return trouble
      for (const [path, entry] of [...entries].filter(([one]) => isIn(from, one))) {
        entries.delete(path)
        entries.set(to + path.slice(from.length), entry)
      }
      return null
    },
    /** Copies a file beside itself. */
    copy(path: string): Trouble {
      const content = entries.get(path)?.content
      if (content == null) return notThere
      for (let n = 0; ; n += 1) {
        const to = `${parentOf(path)}/${copyName(baseName(path), n)}`
        if (!entries.has(to)) return put(to, content)
      }
    },
    /** A mode for what is not there is one that did nothing. */
    setMode(path: string, mode: string) {
      const entry = entries.get(path)
      if (entry !== undefined) entries.set(path, { ...entry, mode })
    },
    remove(path: string): Trouble {
      if (!entries.has(path)) return notThere
      if (isDenied(path)) return denied
      for (const candidate of [...entries.keys()]) if (isIn(path, candidate)) entries.delete(candidate)
      return null
    },
  }
}

export type FileTree = ReturnType<typeof createFileTree>

/** Each server's files, shared with its backups. */
export type Files = (server: LiveServer) => FileTree
