import { useEffect, useRef } from 'react'
import type { FolderOfServer } from '../../../shared/files/contract.ts'
import type { FilePath } from '../../../shared/files/files.ts'
import { MenuButton } from '../../ui/ActionMenu.tsx'
import { IconButton } from '../../ui/Button.tsx'
import barStyles from '../../ui/bar.module.css'
import { countText } from './entries/file-words.ts'
import { Crumbs } from './entries/Names.tsx'
import styles from './FilesArea.module.css'
import { ActButton } from './PickedBar.tsx'
import type { FileActs } from './use-file-acts.tsx'
import type { ListedFiles } from './use-listed-files.ts'

/** The field that filters the list as one types. */
function FilterField({ query, files }: { query: string; files: ListedFiles }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <input
      ref={field}
      type="search"
      className={styles.filter}
      data-text="small"
      aria-label="Filter by name"
      placeholder="Filter by name"
      spellCheck={false}
      autoComplete="off"
      value={query}
      onChange={(event) => files.filterBy(event.target.value)}
      onBlur={() => files.leaveFilter(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'ArrowDown' && event.key !== 'Enter') return
        event.preventDefault()
        if (event.key === 'Escape') files.filterBy(null)
        // The list takes the focus only from nowhere.
        else if (files.shown.length > 0) event.currentTarget.blur()
        files.leaveFilter(true)
      }}
    />
  )
}

type FilesBarProps = {
  folder: FilePath
  list: FolderOfServer | null
  age: string | null
  files: ListedFiles
  acts: Pick<FileActs, 'logs' | 'uploads' | 'onFolder'>
  onGo: (folder: FilePath) => void
}

/** Where one is, how much there is, and what can be done with the folder. */
export function FilesBar({ folder, list, age, files, acts, onGo }: FilesBarProps) {
  const { query, shown } = files
  return (
    <div className={`${barStyles.bar} ${styles.bar}`} data-flex="s2" data-text="note" data-edge="bottom">
      <Crumbs folder={folder} onGo={onGo} />
      {query !== null && <FilterField query={query} files={files} />}
      <p data-fill data-cut role="status">
        {list !== null && [countText(list, shown.length), ...(age === null ? [] : [age])].join(' · ')}
      </p>
      <div data-flex="s1">
        {query === null && (
          <IconButton icon="search" label="Filter by name" aria-expanded={false} onClick={() => files.filterBy('')} />
        )}
        {acts.logs.map((act) => (
          <ActButton key={act.label} act={act} look="ghost" className={styles.log} />
        ))}
        <MenuButton icon="down" label="Upload" text="Upload" groups={[acts.uploads]} />
        <MenuButton icon="more" label="More for this folder" groups={acts.onFolder} />
      </div>
    </div>
  )
}
