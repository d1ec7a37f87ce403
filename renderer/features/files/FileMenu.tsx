import type { FileEntry } from '../../../shared/files/contract.ts'
import { ActionMenu, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import type { MenuRequest } from '../../ui/MenuTrigger.tsx'
import { isArchive, kindOf } from './entries/file-words.ts'
import type { EntryChoices } from './file-choices.ts'

export type EntryAct = 'open' | 'rename' | 'move' | 'copy' | 'compress' | 'decompress' | 'chmod' | 'remove'

type FileMenuProps = {
  entry: FileEntry
  request: MenuRequest
  choices: EntryChoices
  onAct: (act: EntryAct) => void
  onClosed: () => void
  /** More items, after *Open*. */
  children?: React.ReactNode
}

/** What can be done with one entry. */
export function FileMenu({ entry, request, choices, onAct, onClosed, children }: FileMenuProps) {
  const item = (act: EntryAct, label: string, why: string | null, isBad = false) => (
    <MenuItem reason={why} bad={isBad} onClick={() => onAct(act)}>
      {label}
    </MenuItem>
  )
  const isFile = kindOf(entry) !== 'folder'
  return (
    <ActionMenu request={request} onClosed={onClosed}>
      {item('open', 'Open', choices.open)}
      {children}
      <MenuLine />
      {item('rename', 'Rename…', choices.move)}
      {item('move', 'Move…', choices.move)}
      {isFile && item('copy', 'Copy', choices.copy)}
      {item('compress', 'Compress', choices.compress)}
      {isArchive(entry.name) && isFile && item('decompress', 'Unpack…', choices.decompress)}
      {item('chmod', 'Permissions…', choices.chmod)}
      <MenuLine />
      {item('remove', 'Delete…', choices.remove, true)}
    </ActionMenu>
  )
}
