import { useState } from 'react'
import { type FileName, isWithin, pathIn } from '../../../../shared/files/files.ts'
import { useClient } from '../../../state/hooks.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { firstSort, sortedFiles } from '../entries/file-list.ts'
import { namesText } from '../entries/file-words.ts'
import { Crumbs, FileName as ShownName } from '../entries/Names.tsx'
import { useFolder } from '../entries/use-files.ts'
import { FileForm, type FolderOfDialog } from './FileForm.tsx'
import styles from './file-dialogs.module.css'

type MoveDialogProps = { at: FolderOfDialog; names: readonly FileName[]; onClose: () => void }

/** Asks into which folder something is moved. */
export function MoveDialog({ at: { ref, folder, send }, names, onClose }: MoveDialogProps) {
  const { call } = useClient().bridge
  const [to, setTo] = useState(folder)
  const list = useFolder(ref, to)
  const moved = names.map((name) => pathIn(folder, name))
  // A folder can't go into itself.
  const folders = sortedFiles(
    (list.value?.entries ?? []).filter(({ isFile, name }) => !isFile && !moved.includes(pathIn(to, name))),
    firstSort,
  )
  const clash = to === folder ? [] : names.filter((name) => list.value?.entries.some((entry) => entry.name === name))
  const isReady =
    to !== folder && list.value !== null && clash.length === 0 && !moved.some((path) => isWithin(to, path))
  return (
    <FileForm
      title={`Move ${namesText(names)}`}
      lead="Choose the folder that it goes into."
      submit="Move here"
      isReady={isReady}
      send={() => {
        const moves = names.map((name) => ({ name, to: pathIn(to, name) }))
        const act = { what: `Moving ${namesText(names)}`, call: () => call('files:move', { ref, folder, moves }) }
        return send(act, onClose)
      }}
      onClose={onClose}
    >
      <div className={styles.chooser} data-box>
        <Crumbs folder={to} onGo={setTo} />
        <ul aria-label="Folders" data-scroll>
          {folders.map(({ name }) => (
            <li key={name}>
              <button type="button" data-flex="s2" data-text="small" data-cut onClick={() => setTo(pathIn(to, name))}>
                <Icon name="folder" />
                <ShownName name={name} />
              </button>
            </li>
          ))}
        </ul>
        <p role="status" data-text="faint">
          {list.error !== null && `${list.error.message} ${list.error.hint}`}
          {list.error === null && list.value === null && 'Reading the folder…'}
          {list.value !== null && folders.length === 0 && clash.length === 0 && 'No folders in here.'}
          {clash.length > 0 && `${namesText(clash)} ${clash.length === 1 ? 'is' : 'are'} in that folder already.`}
        </p>
      </div>
    </FileForm>
  )
}
