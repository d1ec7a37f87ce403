import type { FolderOfServer } from '../../../../shared/files/contract.ts'
import type { FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { useClient, useView } from '../../../state/hooks.ts'
import { type Query, useAsked } from '../../../state/queries.ts'
import { type FilesView, firstFilesView, withFilesView } from '../../../state/view.ts'

/** How long after an answer a folder is read again while it is looked at, in milliseconds. */
export const folderEveryMs = () => 120_000

/** What the folder has, read while the caller is shown. */
export function useFolder(ref: ServerRef, folder: FilePath): Query<FolderOfServer> {
  const { call } = useClient().bridge
  return useAsked(['files', ref, folder], () => call('files:list', { ref, folder }), folderEveryMs)
}

/** The folder and the file that are looked at; they stay while another area or server is. */
export function useFilesLocation(ref: ServerRef): FilesView & { readonly go: (to: Partial<FilesView>) => void } {
  const { view } = useClient()
  const place = useView(({ files }) => files[ref]) ?? firstFilesView
  const go = (to: Partial<FilesView>) => view.setState(withFilesView(ref, to))
  return { ...place, go }
}
