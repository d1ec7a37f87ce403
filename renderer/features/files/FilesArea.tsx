import { startTransition, useState } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import {
  type FileName,
  type FilePath,
  folderOf,
  isWithin,
  nameOf,
  namesOf,
  pathIn,
} from '../../../shared/files/files.ts'
import { whyNotAllowed } from '../../../shared/keys/rights.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import areaStyles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf, notReadAgain } from '../../parts/area/area-words.ts'
import { useAppState, useNow } from '../../state/hooks.ts'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import type { MenuRequest } from '../../ui/MenuTrigger.tsx'
import { EditorPane } from './editor/EditorPane.tsx'
import { kindOf, namesText } from './entries/file-words.ts'
import { useFilesPlace, useFolder } from './entries/use-files.ts'
import { FileDialogs, type FileQuestion } from './FileDialogs.tsx'
import { FileList, type ListKey } from './FileList.tsx'
import { type EntryAct, FileMenu } from './FileMenu.tsx'
import { DownloadButton, EntryMoves, FilesOnTheirWay, MovesPlace, UploadButton } from './FileMoves.tsx'
import styles from './FilesArea.module.css'
import { FilesBar, type FolderAct } from './FilesBar.tsx'
import { entryChoices, folderChoices, whyNotAtOnce } from './file-choices.ts'
import { SaveQuestion } from './LeftTextQuestion.tsx'
import { useFileMoves } from './moves/use-file-moves.ts'
import { PickedBar } from './PickedBar.tsx'
import { useFileActs } from './use-file-acts.ts'
import { useListedFiles } from './use-listed-files.ts'
import { useOpenFile } from './use-open-file.ts'

const noEntries: readonly FileEntry[] = []

/** A server's files, read from its panel while they are looked at. */
export function FilesArea({ server }: { server: ServerView }) {
  const { ref } = server
  const { folder, file, go } = useFilesPlace(ref)
  const list = useFolder(ref, folder)
  const lacks = useAppState((state) => whyNotAllowed(state, server, 'files', 'change', Date.now()))
  const choices = folderChoices(lacks, list.value?.denied ?? [])
  const acts = useFileActs(ref, folder)
  const moves = useFileMoves(ref, folder, ({ message, hint }) => acts.tell(`${message} ${hint}`))
  const now = useNow(15_000)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [menu, setMenu] = useState<{ readonly entry: FileEntry; readonly request: MenuRequest } | null>(null)
  const [asked, setAsked] = useState<FileQuestion | null>(null)
  const focus = useKeepFocus<HTMLDivElement>()

  const all = list.value?.entries ?? noEntries
  const files = useListedFiles(all)
  const { shown, picks, picked } = files
  const opened = useOpenFile(file, (to) => go({ file: to }))

  /** How often the open file was opened anew, so that it is read once more. */
  const [round, setRound] = useState(0)
  const openAnew = (path: FilePath) => {
    if (path !== file) return opened.open(path)
    opened.close(() => {
      setRound(round + 1)
      go({ file: path })
    })
  }
  const close = () =>
    opened.close(() => {
      if (file !== null && folderOf(file) === folder) files.focus(nameOf(file))
    })
  /** @param focusAt what gets the focus in the list; null where the pointer led there */
  const enter = (to: FilePath, focusAt: FileName | 'first' | null) => {
    files.enter(focusAt)
    go({ folder: to })
  }
  const open = (entry: FileEntry) => {
    const why = entryChoices(entry, choices).open
    const path = pathIn(folder, entry.name)
    if (why !== null) acts.tell(`${namesText([entry.name])} can’t be opened: ${why}.`)
    else if (kindOf(entry) === 'folder') enter(path, 'first')
    else opened.open(path)
  }
  /** Asks about entries; where the open file is one of them, its text first. */
  const ask = (kind: 'rename' | 'move' | 'chmod' | 'remove' | 'decompress', entries: readonly FileEntry[]) => {
    const isOpen = file !== null && entries.some(({ name }) => isWithin(file, pathIn(folder, name)))
    if (!isOpen || kind === 'chmod' || kind === 'decompress') return setAsked({ kind, entries })
    opened.closeForGood(() => setAsked({ kind, entries }))
  }

  const onFolder = (act: FolderAct) => {
    if (act === 'new-file' || act === 'new-folder' || act === 'pull') setAsked({ kind: act })
    else if (act === 'refresh') acts.again()
    else if (act === 'open-sftp') acts.openSftp()
    else if (act === 'copy-sftp') acts.copySftp()
    else acts.findLog(act, opened.open)
  }
  const onEntry = (act: EntryAct, entry: FileEntry) => {
    if (act === 'open') open(entry)
    else if (act === 'copy') acts.copy(entry.name)
    else if (act === 'compress') acts.compress([entry.name])
    else ask(act, [entry])
  }
  const goUp = () => {
    const own = nameOf(folder)
    if (own !== null) enter(folderOf(folder), own)
  }
  const onKey = (key: ListKey, entry: FileEntry) => {
    if (key === 'up') return goUp()
    const those = key === 'remove' && picked.length > 0 ? picked : [entry]
    const why = (key === 'remove' ? choices.remove : choices.move) ?? whyNotAtOnce(those.length)
    if (why === null) ask(key, those)
    else acts.tell(`${namesText(those.map(({ name }) => name))} can’t be changed: ${why}.`)
  }

  const news = acts.news ?? notReadAgain('The folder', list)
  const openName = file !== null && folderOf(file) === folder ? nameOf(file) : null
  return (
    <div className={`${areaStyles.area} ${styles.area}`} tabIndex={-1} {...focus}>
      <div className={styles.split} data-open={file !== null || undefined}>
        <MovesPlace className={styles.list} folder={folder} why={choices.make} moves={moves}>
          <FilesBar
            folder={folder}
            list={list.value}
            shown={shown.length}
            age={asOf(list.at, list.error !== null, now)}
            choices={choices}
            query={files.query}
            isFiltering={files.isFiltering}
            onGo={(to) => enter(to, null)}
            onQuery={files.filterBy}
            onFiltering={files.setFiltering}
            onAct={onFolder}
          >
            <UploadButton moves={moves} why={choices.make} />
          </FilesBar>
          <AreaSlot news={news} />
          <AreaContent label="Files" asked={list} ref={setScroller}>
            {({ leftOut }) => (
              <>
                {shown.length === 0 && files.query === '' && leftOut === 0 && (
                  <Empty title="Nothing in this folder" text="Make a file or a folder here, or upload some." />
                )}
                {shown.length === 0 && files.query !== '' && (
                  <Empty title="No name matches" text={`Nothing in this folder has “${files.query}” in its name.`} />
                )}
                {shown.length > 0 && (
                  <FileList
                    key={`${folder} ${files.turn}`}
                    entries={shown}
                    sort={files.sort}
                    scroller={scroller}
                    open={openName}
                    focusOn={files.focusOn}
                    picks={picks}
                    menuOf={menu?.entry.name ?? null}
                    onSort={files.sortBy}
                    onOpen={open}
                    onMenu={(entry, request) => startTransition(() => setMenu({ entry, request }))}
                    onKey={onKey}
                    onType={files.typed}
                  />
                )}
                {leftOut > 0 && <p className={areaStyles.foot}>{leftOut.toLocaleString('en')} more are not shown.</p>}
              </>
            )}
          </AreaContent>
          {picked.length > 0 && (
            <PickedBar
              count={picked.length}
              choices={choices}
              onClear={picks.clear}
              onAct={(act) => {
                if (act === 'compress') acts.compress(picked.map(({ name }) => name))
                else ask(act, picked)
              }}
            >
              <DownloadButton moves={moves} entries={picked} choices={choices} />
            </PickedBar>
          )}
        </MovesPlace>
        {file !== null && (
          <EditorPane
            key={`${round} ${file}`}
            serverRef={ref}
            path={file}
            why={choices.edit}
            takesFocus={opened.isFresh}
            handle={opened.text}
            onSaved={acts.again}
            onDownload={() => moves.download(namesOf(file).slice(-1), folderOf(file))}
            onClose={close}
          />
        )}
      </div>
      <FilesOnTheirWay
        serverRef={ref}
        moves={moves}
        entries={all}
        why={choices.edit}
        onChanged={acts.again}
        onOpen={openAnew}
      />
      {menu && (
        <FileMenu
          entry={menu.entry}
          request={menu.request}
          choices={entryChoices(menu.entry, choices)}
          onAct={(act) => onEntry(act, menu.entry)}
          onClosed={() => setMenu(null)}
        >
          <EntryMoves moves={moves} entry={menu.entry} folder={folder} choices={choices} />
        </FileMenu>
      )}
      {asked && (
        <FileDialogs
          serverRef={ref}
          folder={folder}
          asked={asked}
          all={all}
          onMade={(name, isFile) => {
            setAsked(null)
            acts.again()
            if (isFile) opened.open(pathIn(folder, name))
          }}
          onChanged={() => {
            setAsked(null)
            picks.clear()
            acts.again()
          }}
          onRemove={(entries) => {
            setAsked(null)
            picks.clear()
            acts.remove(entries.map(({ name }) => name))
          }}
          onDecompress={({ name }) => {
            setAsked(null)
            acts.decompress(name)
          }}
          onPull={(pull) => {
            setAsked(null)
            acts.pull(pull)
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {opened.question && file !== null && <SaveQuestion name={nameOf(file) ?? ''} error={null} {...opened.question} />}
    </div>
  )
}
