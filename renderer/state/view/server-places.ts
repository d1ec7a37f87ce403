import { type FilePath, rootPath } from '../../../shared/files/files.ts'
import type { AreaId } from '../../../shared/model/area.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'

/** What is looked at of a server's files: a folder, and the file beside it. */
export type FilesPlace = { readonly folder: FilePath; readonly file: FilePath | null }

export const firstFilesPlace: FilesPlace = { folder: rootPath, file: null }

/** Where each server was looked at last in this window. */
export type ServerPlaces = {
  /** The area that was chosen. */
  readonly areas: Readonly<Record<ServerRef, AreaId>>
  readonly files: Readonly<Record<ServerRef, FilesPlace>>
}

export const noServerPlaces: ServerPlaces = { areas: {}, files: {} }

export const withChosenArea =
  (ref: ServerRef, area: AreaId) =>
  ({ areas }: ServerPlaces): Partial<ServerPlaces> => ({ areas: { ...areas, [ref]: area } })

export const withFilesPlace =
  (ref: ServerRef, to: Partial<FilesPlace>) =>
  ({ files }: ServerPlaces): Partial<ServerPlaces> => ({
    files: { ...files, [ref]: { ...(files[ref] ?? firstFilesPlace), ...to } },
  })
