import type { Entries } from '../machine/file-tree.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { type Archive, archiveOf, type Contents } from './archive.ts'
import type { Backup } from './backup.ts'

/** What the node itself does for backups. */
export type Archiver = {
  /** Packs what a server has; null where that fails. */
  pack(server: LiveServer, contents: Contents): Promise<Archive | null>
  /** The files of a backup, where its archive is there and whole. */
  unpack(server: LiveServer, stored: NonNullable<Backup['stored']>): Entries | 'lost' | 'damaged'
}

export const archiver: Archiver = {
  pack: (_server, contents) => archiveOf(contents),
  unpack: (_server, { entries }) => entries,
}
