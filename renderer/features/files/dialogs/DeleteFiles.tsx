import type { FileEntry } from '../../../../shared/files/contract.ts'
import { Question } from '../../../ui/Dialogs.tsx'
import { count } from '../../../ui/format.ts'
import { namesText } from '../entries/file-words.ts'

type DeleteFilesProps = { entries: readonly FileEntry[]; onYes: () => void; onClose: () => void }

/** Asks before something is deleted, by its name. Panels keep no copy. */
export function DeleteFiles({ entries, onYes, onClose }: DeleteFilesProps) {
  const folders = entries.filter(({ isFile }) => !isFile).length
  const withContent =
    folders === 0 ? '' : folders === 1 ? ' The folder goes with all that is in it.' : ' Folders go with all in them.'
  return (
    <Question
      title={`Delete ${namesText(entries.map(({ name }) => name))}?`}
      text={`There is no undo: the panel keeps no copy.${withContent}`}
      yes={entries.length === 1 ? 'Delete' : `Delete ${count(entries.length, 'entry', 'entries')}`}
      look="bad"
      onYes={onYes}
      onClose={onClose}
    />
  )
}
