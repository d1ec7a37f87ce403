import { useEffect, useRef } from 'react'
import type { FolderOfServer } from '../../../shared/files/contract.ts'
import type { FilePath } from '../../../shared/files/files.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { lookAgain } from '../../parts/again.ts'
import { MenuButton, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import barStyles from '../../ui/bar.module.css'
import { countText } from './entries/file-words.ts'
import { Crumbs } from './entries/Names.tsx'
import styles from './FilesArea.module.css'
import type { FolderChoices } from './file-choices.ts'

/** What is done to a folder, or to the server's files as a whole. */
export type FolderAct = 'new-file' | 'new-folder' | 'pull' | 'log' | 'crash' | 'open-sftp' | 'copy-sftp' | 'refresh'

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
  choices: FolderChoices
  query: string
  /** The field is in sight though nothing is typed there. */
  isFiltering: boolean
  onGo: (folder: FilePath) => void
  onQuery: (query: string) => void
  onFiltering: (isOn: boolean, isDown: boolean) => void
  onAct: (act: FolderAct) => void
  /** More buttons, before the menu. */
  children?: React.ReactNode
}

/** Where one is, how much there is, and what can be done with the folder. */
export function FilesBar(props: FilesBarProps) {
  const { folder, list, shown, age, choices, query, isFiltering, onGo, onQuery, onFiltering, onAct, children } = props
  const hasField = isFiltering || query !== ''
  const item = (act: FolderAct, label: string, why: string | null = null) => (
    <MenuItem reason={why} onClick={() => onAct(act)}>
      {label}
    </MenuItem>
  )
  const log = (act: 'log' | 'crash', label: string) => (
    <Button
      look="ghost"
      className={styles.log}
      {...(choices.open !== null && { 'aria-disabled': true, title: `${capitalised(choices.open)}.` })}
      onClick={() => choices.open === null && onAct(act)}
    >
      {label}
    </Button>
  )
  return (
    <div className={`${barStyles.bar} ${styles.bar}`}>
      <Crumbs folder={folder} onGo={onGo} />
      {hasField && <FilterField query={query} onQuery={onQuery} onClose={(isDown) => onFiltering(false, isDown)} />}
      <p className={barStyles.fact} role="status">
        {list !== null && [countText(list, shown), ...(age === null ? [] : [age])].join(' · ')}
      </p>
      <div className={styles.actions}>
        {!hasField && (
          <IconButton
            icon="search"
            label="Filter by name"
            aria-expanded={false}
            onClick={() => onFiltering(true, false)}
          />
        )}
        {log('log', 'Newest log')}
        {log('crash', 'Crash report')}
        {children}
        <MenuButton icon="more" label="More for this folder">
          {item('new-file', 'New file…', choices.make)}
          {item('new-folder', 'New folder…', choices.make)}
          {item('pull', 'Fetch from an address…', choices.make)}
          <MenuLine />
          {item('log', 'Newest log', choices.open)}
          {item('crash', 'Newest crash report', choices.open)}
          <MenuLine />
          {item('open-sftp', 'Open in my SFTP client', choices.sftp)}
          {item('copy-sftp', 'Copy the SFTP address', choices.sftp)}
          <MenuLine />
          {item('refresh', lookAgain)}
        </MenuButton>
      </div>
    </div>
  )
}
