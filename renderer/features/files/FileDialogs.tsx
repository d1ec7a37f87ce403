import type { FileEntry } from '../../../shared/files/contract.ts'
import type { FileName, FilePath } from '../../../shared/files/files.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { Question } from '../../ui/Dialogs.tsx'
import { DeleteFiles } from './dialogs/DeleteFiles.tsx'
import { ModeDialog } from './dialogs/ModeDialog.tsx'
import { MoveDialog } from './dialogs/MoveDialog.tsx'
import { NameDialog } from './dialogs/NameDialog.tsx'
import { type Pull, PullDialog } from './dialogs/PullDialog.tsx'
import { namesText } from './entries/file-words.ts'

/** What is asked in a dialog: about the folder, or about some of its entries. */
export type FileQuestion =
  | { readonly kind: 'new-file' | 'new-folder' | 'pull' }
  | {
      readonly kind: 'rename' | 'move' | 'chmod' | 'remove' | 'decompress'
      readonly entries: readonly FileEntry[]
    }

type FileDialogsProps = {
  serverRef: ServerRef
  folder: FilePath
  asked: FileQuestion
  /** All of the folder. */
  all: readonly FileEntry[]
  onMade: (name: FileName, isFile: boolean) => void
  onChanged: () => void
  onRemove: (entries: readonly FileEntry[]) => void
  onDecompress: (entry: FileEntry) => void
  onPull: (pull: Pull) => void
  onClose: () => void
}

/** The dialog about files that is open. */
export function FileDialogs(props: FileDialogsProps) {
  const { serverRef, folder, asked, all, onMade, onChanged, onRemove, onDecompress, onPull, onClose } = props
  const place = { serverRef, folder, onClose }
  const taken = new Set<string>(all.map(({ name }) => name))
  if (asked.kind === 'pull') return <PullDialog {...place} taken={taken} onPull={onPull} />
  if (!('entries' in asked)) {
    const isFile = asked.kind === 'new-file'
    return (
      <NameDialog
        {...place}
        what={isFile ? 'file' : 'folder'}
        isRename={false}
        taken={taken}
        onDone={(name) => onMade(name, isFile)}
      />
    )
  }
  const { kind, entries } = asked
  const names = entries.map(({ name }) => name)
  const [first] = entries
  if (first === undefined) return null
  switch (kind) {
    case 'rename':
      return <NameDialog {...place} what={first.name} isRename taken={taken} onDone={onChanged} />
    case 'move':
      return <MoveDialog {...place} names={names} onDone={onChanged} />
    case 'chmod':
      return <ModeDialog {...place} entries={entries} onDone={onChanged} />
    case 'remove':
      return <DeleteFiles entries={entries} onYes={() => onRemove(entries)} onClose={onClose} />
    case 'decompress':
      return (
        <Question
          title={`Unpack ${namesText([first.name])}?`}
          text="It is unpacked into this folder. Files with the same names are overwritten, and can’t be brought back."
          yes="Unpack"
          look="bad"
          onYes={() => onDecompress(first)}
          onClose={onClose}
        />
      )
  }
}
