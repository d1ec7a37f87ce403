import type { Backup } from '../../shared/model/backup.ts'
import { safeText } from '../../shared/model/text.ts'
import { isoDay } from '../../shared/model/time-words.ts'

/** In characters: with the rest it fits into the 255 bytes that file systems give a name, whatever its script. */
const longestServerName = 40

/**
 * The app's own name for a downloaded backup: the server's name with only letters, digits and dashes left, the day, and
 * the beginning of its id. No part of it can lead out of a folder, or means something special to a file system.
 */
export function fileNameOf(serverName: string, { id, createdAt }: Pick<Backup, 'id' | 'createdAt'>): string {
  const plain = safeText(serverName.normalize('NFC')).replace(/[^\p{L}\p{N}]+/gu, '-')
  const words = [...plain].slice(0, longestServerName).join('').replace(/^-|-$/g, '')
  const day = createdAt === null ? [] : [isoDay(createdAt)]
  return `${[words || 'server', ...day, id.slice(0, 8).toLowerCase()].join('-').replace(/-{2,}/g, '-')}.tar.gz`
}
