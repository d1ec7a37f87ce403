import type { FileTrap, PullSource, PullSources } from '../machine/file-traps.ts'
import type { Entry, Files } from '../machine/file-tree.ts'
import type { LiveServer } from '../machine/live-server.ts'

/** What tests and the app can make of the servers' files. Unknown servers are ignored. */
export type DemoFiles = {
  /** Lets something be wrong with the server's files from now on, in place of what was; null puts it right. */
  setTrap(identifier: string, trap: FileTrap | null): void
  /** The names that the egg of the game keeps from being changed, in place of those before. */
  setDenied(identifier: string, names: readonly string[]): void
  /**
   * Has links to files lead to a machine at another origin, such as what speaks TLS in front of this panel; null to
   * here.
   */
  setMachine(identifier: string, origin: string | null): void
  /**
   * Puts a file there as somebody else would, a folder where `content` is null, whatever the bounds. `fillerBytes` of log
   * lines come before the content, which are never held in memory.
   */
  put(
    identifier: string,
    path: string,
    content: string | Uint8Array | null,
    more?: Pick<Entry, 'fillerBytes' | 'mode'> & { readonly modifiedAt?: number },
  ): void
  /** Deletes it as somebody else would. */
  remove(identifier: string, path: string): void
  /** The bytes of a file; null for anything else. */
  read(identifier: string, path: string): Uint8Array | null
  /** What nodes find at an address; null for nothing. */
  setSource(url: string, source: PullSource | null): void
}

type Deps = {
  readonly files: Files
  readonly find: (identifier: string) => LiveServer | null
  readonly now: () => number
  readonly pullSources: PullSources
}

export function fileControls({ files, find, now, pullSources }: Deps): DemoFiles {
  const treeOf = (identifier: string) => {
    const server = find(identifier)
    return server && files(server)
  }
  return {
    setTrap(identifier, trap) {
      const tree = treeOf(identifier)
      if (tree !== null) tree.switches.trap = trap
    },
    setDenied(identifier, names) {
      const tree = treeOf(identifier)
      if (tree !== null) tree.switches.denied = names
    },
    setMachine(identifier, origin) {
      const tree = treeOf(identifier)
      if (tree !== null) tree.switches.machine = origin
    },
    put(identifier, path, content, { modifiedAt = now(), ...more } = {}) {
      const bytes = content === null ? null : new Uint8Array(Buffer.from(content))
      treeOf(identifier)?.give(path, { content: bytes, createdAt: modifiedAt, modifiedAt, ...more })
    },
    remove: (identifier, path) => void treeOf(identifier)?.remove(path),
    read: (identifier, path) => treeOf(identifier)?.find(path)?.content ?? null,
    setSource(url, source) {
      if (source === null) pullSources.delete(url)
      else pullSources.set(url, source)
    },
  }
}
