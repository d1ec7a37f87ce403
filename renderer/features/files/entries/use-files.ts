import type { FolderOfServer } from '../../../../shared/files/contract.ts'
import type { FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { useClient, useView } from '../../../state/hooks.ts'
import { type Asked, useAskAgain, useAsked } from '../../../state/queries.ts'
import { type FilesPlace, firstFilesPlace, withFilesPlace } from '../../../state/view/server-places.ts'

/** How long after an answer a folder is read again while it is looked at, in milliseconds. */
const everyMs = 120_000

/** What the folder has, read while the caller is shown. */
export function useFolder(ref: ServerRef, folder: FilePath): Asked<FolderOfServer> {
  const { call } = useClient().bridge
  return useAsked(
    ['files', ref, folder],
    () => call('files:list', { ref, folder }),
    () => everyMs,
  )
}

/** Lets all folders of a server be read anew, since what moves changes two of them. */
export function useReadAgain(ref: ServerRef): () => void {
  const again = useAskAgain()
  return () => again(['files', ref])
}

/** The folder and the file that are looked at; they stay while another area or server is. */
export function useFilesPlace(ref: ServerRef): FilesPlace & { readonly go: (to: Partial<FilesPlace>) => void } {
  const { view } = useClient()
  const place = useView(({ files }) => files[ref]) ?? firstFilesPlace
  const go = (to: Partial<FilesPlace>) => view.setState(withFilesPlace(ref, to))
  return { ...place, go }
}
