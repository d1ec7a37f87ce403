import { useEffect, useRef } from 'react'
import type { FolderOfServer } from '../../../shared/files/contract.ts'
import type { FilePath } from '../../../shared/files/files.ts'
import { type MenuAct, MenuButton } from '../../ui/ActionMenu.tsx'
import { IconButton } from '../../ui/Button.tsx'
import barStyles from '../../ui/bar.module.css'
import { countText } from './entries/file-words.ts'
import { Crumbs } from './entries/Names.tsx'
import styles from './FilesArea.module.css'
import { ActButton } from './PickedBar.tsx'

type FilterFieldProps = {
  query: string
  onQuery: (query: string) => void
  /** The field is closed, with its text. `isDown` leads the focus into the list. */
  onClose: (isDown: boolean) => void
}

/** The field that filters the list as one types. */
function FilterField({ query, onQuery, onClose }: FilterFieldProps) {
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
      onChange={(event) => onQuery(event.target.value)}
      onBlur={() => query === '' && onClose(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'ArrowDown' && event.key !== 'Enter') return
        event.preventDefault()
        if (event.key === 'Escape') onQuery('')
        onClose(true)
      }}
    />
  )
}

type FilesBarProps = {
  folder: FilePath
  list: FolderOfServer | null
  /** How many entries the filter leaves. */
  shown: number
  age: string | null
  query: string
  /** The field is in sight though nothing is typed there. */
  isFiltering: boolean
  onGo: (folder: FilePath) => void
  onQuery: (query: string) => void
  onFiltering: (isOn: boolean, isDown: boolean) => void
  /** The newest of each, as buttons where there is room for them. */
  logs: readonly MenuAct[]
  uploads: readonly MenuAct[]
  /** What else can be done with the folder, or with the server's files as a whole. */
  more: readonly (readonly MenuAct[])[]
}

/** Where one is, how much there is, and what can be done with the folder. */
export function FilesBar(props: FilesBarProps) {
  const { folder, list, shown, age, query, isFiltering, onGo, onQuery, onFiltering, logs, uploads, more } = props
  const hasField = isFiltering || query !== ''
  return (
    <div className={`${barStyles.bar} ${styles.bar}`} data-flex="s2" data-text="note" data-edge="bottom">
      <Crumbs folder={folder} onGo={onGo} />
      {hasField && <FilterField query={query} onQuery={onQuery} onClose={(isDown) => onFiltering(false, isDown)} />}
      <p data-fill data-cut role="status">
        {list !== null && [countText(list, shown), ...(age === null ? [] : [age])].join(' · ')}
      </p>
      <div data-flex="s1">
        {!hasField && (
          <IconButton
            icon="search"
            label="Filter by name"
            aria-expanded={false}
            onClick={() => onFiltering(true, false)}
          />
        )}
        {logs.map((act) => (
          <ActButton key={act.label} act={act} look="ghost" className={styles.log} />
        ))}
        <MenuButton icon="down" label="Upload" text="Upload" groups={[uploads]} />
        <MenuButton icon="more" label="More for this folder" groups={more} />
      </div>
    </div>
  )
}
