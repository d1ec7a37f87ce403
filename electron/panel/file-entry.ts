import type { FileEntry, FileList } from '../../shared/files/contract.ts'
import { type FileName, isFileName } from '../../shared/files/files.ts'
import { safeText } from '../../shared/model/text.ts'
import { attributesOf, countOf, type Fields, flagOf, readCollection, readMoment } from './entry.ts'
import type { HideToken } from './token-echo.ts'

const octal = /^[0-7]{3,4}$/
const mimeShape = /^[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[\w .=+-]{1,80})?$/

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** A name that can be asked for again; null for any other, and for one that quotes the token. */
function nameIn(value: unknown, hideToken: HideToken): FileName | null {
  const name = text(value)
  return isFileName(name) && hideToken(name) === name ? name : null
}

/** A file or folder by its attributes (the panel's API, part 2, *Files*); null for one that can't be named. */
function entryOf(fields: Fields, hideToken: HideToken): FileEntry | null {
  const name = nameIn(fields.name, hideToken)
  const isFile = flagOf(fields.is_file)
  if (name === null || isFile === null) return null
  return {
    name,
    isFile,
    isSymlink: flagOf(fields.is_symlink) ?? false,
    size: countOf(fields.size),
    modifiedAt: readMoment(fields.modified_at),
    mode: hideToken(safeText(text(fields.mode), 20)),
    modeBits: octal.test(text(fields.mode_bits)) ? text(fields.mode_bits) : null,
    mimetype: mimeShape.test(text(fields.mimetype)) ? hideToken(text(fields.mimetype)) : null,
  }
}

/** An answer about a folder is bounded, and an honest one has fewer entries: each has nine fields. */
const mostEntries = 50_000

/** Reads the answer about a folder, all of it; null for anything else. */
export function readFolder(answer: unknown, hideToken: HideToken): FileList | null {
  const collection = readCollection(answer)
  if (collection === null || collection.entries.length > mostEntries) return null
  const known = new Map<FileName, FileEntry>()
  for (const fields of collection.entries) {
    const entry = fields && entryOf(fields, hideToken)
    if (entry !== null && !known.has(entry.name)) known.set(entry.name, entry)
  }
  return { entries: [...known.values()], leftOut: collection.entries.length - known.size }
}

/** The name in the answer about one file; null for anything else. */
export const readFileName = (answer: unknown, hideToken: HideToken): FileName | null =>
  nameIn(attributesOf(answer)?.name, hideToken)
