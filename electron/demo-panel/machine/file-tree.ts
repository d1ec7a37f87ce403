import type { LiveServer } from './live-server.ts'

/** A file, or a directory when `content` is null. Entries are never changed, only replaced. */
export type Entry = { readonly content: Uint8Array | null; readonly createdAt: number; readonly modifiedAt: number }
export type Entries = ReadonlyMap<string, Entry>

/** What went wrong, in the daemon's words; null when nothing did. */
export type Trouble = { readonly status: 400 | 404; readonly detail: string } | null

const maxEntries = 300
const maxBytes = 8 * 1024 * 1024
const missing = { status: 404, detail: 'The requested resources was not found on the system' } as const
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
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** A small file system in memory, with bounds. All paths are normalised. */
export function createFileTree(first: Entries, now: () => number) {
  let entries = new Map(first)

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
    entries.set(path, { content, createdAt: old?.createdAt ?? now(), modifiedAt: now() })
    return null
  }

  return {
    entries: (): Entries => new Map(entries),
    replaceAll(next: Entries) {
      entries = new Map(next)
    },
    find: (path: string): Entry | null => entries.get(path) ?? null,
    /** The entries of a directory, by name; null when there is no such directory. */
    list(path: string): readonly (readonly [string, Entry])[] | null {
      if (!isDirectory(path)) return null
      const inside = [...entries].filter(([candidate]) => parentOf(candidate) === path && candidate !== '')
      return inside.map(([full, entry]) => [baseName(full), entry] as const).sort(([a], [b]) => (a < b ? -1 : 1))
    },
    write(path: string, content: Uint8Array): Trouble {
      if (isDirectory(path)) return bad('Cannot write to a folder')
      return makeParents(path) ?? put(path, content)
    },
    makeDirectory(path: string): Trouble {
      if (path === '' || entries.has(path)) return bad('A file or folder with that name exists already')
      return makeParents(path) ?? put(path, null)
    },
    rename(from: string, to: string): Trouble {
      if (!entries.has(from)) return missing
      if (to === '' || entries.has(to) || to.startsWith(`${from}/`)) return bad('Cannot move or rename to that place')
      const trouble = makeParents(to)
      if (trouble !== null) return trouble
      for (const [path, entry] of [...entries]) {
        if (path !== from && !path.startsWith(`${from}/`)) continue
        entries.delete(path)
        entries.set(to + path.slice(from.length), entry)
      }
      return null
    },
    remove(path: string): Trouble {
      if (!entries.has(path)) return missing
      for (const candidate of [...entries.keys()]) {
        if (candidate === path || candidate.startsWith(`${path}/`)) entries.delete(candidate)
      }
      return null
    },
  }
}

export type FileTree = ReturnType<typeof createFileTree>

/** Each server's files, shared with its backups. */
export type Files = (server: LiveServer) => FileTree
