import { startTransition, useMemo, useRef, useState } from 'react'
import {
  type FileEntry,
  type FileName,
  type FilePath,
  folderOf,
  isWithin,
  nameOf,
  namesOf,
  pathIn,
} from '../../../shared/model/file.ts'
import { whyNoFileChange } from '../../../shared/model/file-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import areaStyles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf, notReadAgain } from '../../parts/area/area-words.ts'
import { useAppState, useNow } from '../../state/hooks.ts'
import { Empty } from '../../ui/Empty.tsx'
import type { MenuRequest } from '../../ui/MenuTrigger.tsx'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { EditorPane } from './editor/EditorPane.tsx'
import type { TextHandle } from './editor/TextEditor.tsx'
import { filteredFiles, firstSort, sortAfter, sortedFiles } from './entries/file-list.ts'
import { kindOf, namesText } from './entries/file-words.ts'
import { useFilesPlace, useFolder } from './entries/use-files.ts'
import { FileDialogs, type FileQuestion } from './FileDialogs.tsx'
import { FileList, type ListKey } from './FileList.tsx'
import { type EntryAct, FileMenu } from './FileMenu.tsx'
import { DownloadButton, EntryMoves, FilesOnTheirWay, MovesPlace, UploadButton } from './FileMoves.tsx'
import styles from './FilesArea.module.css'
import { FilesBar, type FolderAct } from './FilesBar.tsx'
import { entryChoices, folderChoices, whyNotAtOnce } from './file-choices.ts'
import { useFileMoves } from './moves/use-file-moves.ts'
import { PickedBar } from './PickedBar.tsx'
import { SaveQuestion } from './SaveQuestion.tsx'
import { useFileActs } from './use-file-acts.ts'
import { useFilePicks } from './use-file-picks.ts'
import { useSshKeys } from './use-ssh-keys.ts'

/** A server's files, read from its panel while they are looked at. */
export function FilesArea({ server }: { server: ServerView }) {
  const { ref } = server
  const { folder, file, go } = useFilesPlace(ref)
  const list = useFolder(ref, folder)
  const showSshKeys = useSshKeys(server)
  const lacks = useAppState((state) => whyNoFileChange(state, server, Date.now()))
  const choices = folderChoices(lacks, list.value?.denied ?? [])
  const acts = useFileActs(ref, folder)
  const moves = useFileMoves(ref, folder, ({ message, hint }) => acts.tell(`${message} ${hint}`))
  const now = useNow(15_000)
  const [sort, setSort] = useState(firstSort)
  const [query, setQuery] = useState('')
  const [isFiltering, setFiltering] = useState(false)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [focusOn, setFocusOn] = useState<FileName | 'first' | null>(null)
  /** Another value begins the list anew, with its focus. */
  const [turn, setTurn] = useState(0)
  /** The open file was opened just now; false where it was left open by an earlier look at the area. */
  const [isFresh, setFresh] = useState(false)
  const [menu, setMenu] = useState<{ readonly entry: FileEntry; readonly request: MenuRequest } | null>(null)
  const [asked, setAsked] = useState<FileQuestion | null>(null)
  /** What waits for an answer to the question about an unsaved text. */
  const [leaving, setLeaving] = useState<{ readonly then: () => void } | null>(null)
  const [isSaving, setSaving] = useState(false)
  const text = useRef<TextHandle>(null)
  const focus = useKeepFocus<HTMLDivElement>()

  const all = list.value?.entries
  const sorted = useMemo(() => sortedFiles(all ?? [], sort), [all, sort])
  const shown = useMemo(() => filteredFiles(sorted, query), [sorted, query])
  const picks = useFilePicks(shown)
  const picked = shown.filter(({ name }) => picks.picked.has(name))

  /** Does what ends the look at the open file, after the person said what becomes of its text. */
  const leave = (then: () => void) => {
    if (text.current?.isEdited()) setLeaving({ then })
    else then()
  }
  /** Begins the list anew, with the focus at an entry. */
  const focusList = (at: FileName | 'first' | null) => {
    setFocusOn(at)
    setTurn((before) => before + 1)
  }
  const close = () =>
    leave(() => {
      go({ file: null })
      if (file !== null && folderOf(file) === folder) focusList(nameOf(file))
    })
  const openFile = (path: FilePath) => {
    if (path === file) return
    leave(() => {
      setFresh(true)
      go({ file: path })
    })
  }
  /** @param focusAt what gets the focus in the list; null where the pointer led there */
  const enter = (to: FilePath, focusAt: FileName | 'first' | null) => {
    picks.clear()
    setQuery('')
    setFiltering(false)
    focusList(focusAt)
    go({ folder: to })
  }
  const open = (entry: FileEntry) => {
    const why = entryChoices(entry, choices).open
    const path = pathIn(folder, entry.name)
    if (why !== null) acts.tell(`${namesText([entry.name])} can’t be opened: ${why}.`)
    else if (kindOf(entry) === 'folder') enter(path, 'first')
    else openFile(path)
  }
  /** Asks about entries; where the open file is one of them, its text first. */
  const ask = (kind: 'rename' | 'move' | 'chmod' | 'remove' | 'decompress', entries: readonly FileEntry[]) => {
    const isOpen = file !== null && entries.some(({ name }) => isWithin(file, pathIn(folder, name)))
    if (!isOpen || kind === 'chmod' || kind === 'decompress') return setAsked({ kind, entries })
    leave(() => {
      text.current?.discard()
      go({ file: null })
      setAsked({ kind, entries })
    })
  }

  const onFolder = (act: FolderAct) => {
    if (act === 'new-file' || act === 'new-folder' || act === 'pull') setAsked({ kind: act })
    else if (act === 'refresh') acts.again()
    else if (act === 'open-sftp') acts.openSftp()
    else if (act === 'copy-sftp') acts.copySftp()
    else if (act === 'ssh-keys') showSshKeys()
    else acts.findLog(act, openFile)
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
  const onFiltering = (isOn: boolean, isDown: boolean) => {
    setFiltering(isOn)
    if (isDown) focusList('first')
  }

  const answered = (isDropped: boolean) => {
    if (isDropped) text.current?.discard()
    const then = leaving?.then
    setLeaving(null)
    then?.()
  }
  const saveAndLeave = async () => {
    setSaving(true)
    const isSaved = await text.current?.save()
    setSaving(false)
    // Otherwise the editor says why it is not saved.
    if (isSaved) answered(false)
    else setLeaving(null)
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
            query={query}
            isFiltering={isFiltering}
            onGo={(to) => enter(to, null)}
            onQuery={setQuery}
            onFiltering={onFiltering}
            onAct={onFolder}
          >
            <UploadButton moves={moves} why={choices.make} />
          </FilesBar>
          <AreaSlot news={news} />
          <AreaContent label="Files" asked={list} ref={setScroller}>
            {({ leftOut }) => (
              <>
                {shown.length === 0 && query === '' && leftOut === 0 && (
                  <Empty title="Nothing in this folder" text="Make a file or a folder here, or upload some." />
                )}
                {shown.length === 0 && query !== '' && (
                  <Empty title="No name matches" text={`Nothing in this folder has “${query}” in its name.`} />
                )}
                {shown.length > 0 && (
                  <FileList
                    key={`${folder} ${turn}`}
                    entries={shown}
                    sort={sort}
                    scroller={scroller}
                    open={openName}
                    focusOn={focusOn}
                    picks={picks}
                    menuOf={menu?.entry.name ?? null}
                    onSort={(by) => setSort((before) => sortAfter(before, by))}
                    onOpen={open}
                    onMenu={(entry, request) => startTransition(() => setMenu({ entry, request }))}
                    onKey={onKey}
                    onType={(typed) => {
                      setQuery(typed)
                      setFiltering(true)
                    }}
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
            key={file}
            serverRef={ref}
            path={file}
            why={choices.edit}
            takesFocus={isFresh}
            handle={text}
            onSaved={acts.again}
            onDownload={() => moves.download(namesOf(file).slice(-1), folderOf(file))}
            onClose={close}
          />
        )}
      </div>
      <FilesOnTheirWay serverRef={ref} moves={moves} entries={all ?? []} why={choices.edit} onChanged={acts.again} />
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
          all={all ?? []}
          onMade={(name, isFile) => {
            setAsked(null)
            acts.again()
            if (isFile) openFile(pathIn(folder, name))
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
      {leaving && file !== null && (
        <SaveQuestion
          name={nameOf(file) ?? ''}
          error={null}
          isSaving={isSaving}
          onSave={() => void saveAndLeave()}
          onDiscard={() => answered(true)}
          onStay={() => setLeaving(null)}
        />
      )}
    </div>
  )
}
