import type { FileStamp } from '../model/file-schema.ts'

/** The stamp of an entry. */
export const stampOf = ({ size, modifiedAt }: FileStamp): FileStamp => ({ size, modifiedAt })

/** True where nothing tells that a file was changed between two looks. */
export const isSameStamp = (a: FileStamp, b: FileStamp): boolean => a.size === b.size && a.modifiedAt === b.modifiedAt
