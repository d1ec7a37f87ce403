import { startTransition, useState } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import {
  type FileName,
  type FilePath,
  folderOf,
  isWithin,
  maxDownloadsAtOnce,
  nameOf,
  namesOf,
  pathIn,
} from '../../../shared/files/files.ts'
import { whyNotAllowed } from '../../../shared/keys/rights.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { lookAgain } from '../../parts/again.ts'
import areaStyles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf } from '../../parts/area/area-words.ts'
import { useArea } from '../../parts/area/use-area.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { ActionMenu, type MenuAct, MenuItems } from '../../ui/ActionMenu.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import type { MenuRequest } from '../../ui/MenuTrigger.tsx'
import { DropPlace } from './DropPlace.tsx'
import { EditorPane } from './editor/EditorPane.tsx'
import { isArchive, kindOf, namesText } from './entries/file-words.ts'
import { folderEveryMs, useFilesLocation } from './entries/use-files.ts'
import { FileList, type ListKey } from './FileList.tsx'
import styles from './FilesArea.module.css'
import { FilesBar } from './FilesBar.tsx'
import { entryChoices, folderChoices, whyNoDownload, whyNotAtOnce } from './file-choices.ts'
import { SaveQuestion } from './LeftTextQuestion.tsx'
import { MoveList } from './moves/MoveList.tsx'
import { useFileMoves } from './moves/use-file-moves.ts'
import { PickedBar } from './PickedBar.tsx'
import { useFileActs } from './use-file-acts.tsx'
import { useListedFiles } from './use-listed-files.ts'
import { useOpenFile } from './use-open-file.ts'

const noEntries: readonly FileEntry[] = []

/** A server's files, read from its panel while they are looked at. */
export function FilesArea({ server }: { server: ServerView }) {
  const { ref } = server
  const { folder, file, go } = useFilesLocation(ref)
  const { call } = useClient().bridge
  const area = useArea('files', server, () => call('files:list', { ref, folder }), {
    everyMs: folderEveryMs,
    noun: 'The folder',
    part: folder,
  })
  const { list } = area
  const lacks = useAppState((state) => whyNotAllowed(state, server, 'files', 'change', Date.now()))
  const choices = folderChoices(lacks, list.value?.denied ?? [])
  const tell = (message: string) => area.tell({ hasFailed: true, message, hint: '' })
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [menu, setMenu] = useState<{ readonly entry: FileEntry; readonly request: MenuRequest } | null>(null)
  const focus = useKeepFocus<HTMLDivElement>()

  const all = list.value?.entries ?? noEntries
  const files = useListedFiles(all)
  const { shown, picks, picked } = files
  const opened = useOpenFile(file, (to) => go({ file: to }))
  const acts = useFileActs({ area, serverRef: ref, folder, clearPicks: picks.clear, openFile: opened.open })
  const moves = useFileMoves(ref, folder, {
    onError: ({ message, hint }) => tell(`${message} ${hint}`),
    onOffer: (offer) => acts.upload(offer, moves),
    onUploaded: area.again,
  })

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
    if (why !== null) tell(`${namesText([entry.name])} can’t be opened: ${why}.`)
    else if (kindOf(entry) === 'folder') enter(path, 'first')
    else opened.open(path)
  }
  /** Asks about entries; where the open file is one of them, about its text first. */
  const afterText = (entries: readonly FileEntry[], then: () => void) => {
    const isOpen = file !== null && entries.some(({ name }) => isWithin(file, pathIn(folder, name)))
    if (isOpen) opened.closeForGood(then)
    else then()
  }
  const rename = (entry: FileEntry) => afterText([entry], () => acts.rename(entry))
  const move = (entries: readonly FileEntry[]) => afterText(entries, () => acts.move(entries))
  const remove = (entries: readonly FileEntry[]) => afterText(entries, () => acts.remove(entries))

  const menuOf = (entry: FileEntry): readonly (readonly MenuAct[])[] => {
    const { name } = entry
    const path = pathIn(folder, name)
    const kind = kindOf(entry)
    const can = entryChoices(entry, choices)
    const ofFile: readonly MenuAct[] = [
      { label: 'Open in my editor', why: choices.open ?? choices.edit, onClick: () => moves.edit(path) },
      { label: 'Earlier versions…', onClick: () => acts.versions(path, choices.edit) },
    ]
    const copy: MenuAct = { label: 'Copy', why: can.copy, onClick: () => acts.copy(name) }
    const unpack: MenuAct = { label: 'Unpack…', why: can.decompress, onClick: () => acts.decompress(entry) }
    return [
      [
        { label: 'Open', why: can.open, onClick: () => open(entry) },
        { label: 'Download…', why: whyNoDownload([entry], choices), onClick: () => moves.download([name]) },
        ...(kind === 'file' ? ofFile : []),
      ],
      [
        { label: 'Rename…', why: can.move, onClick: () => rename(entry) },
        { label: 'Move…', why: can.move, onClick: () => move([entry]) },
        ...(kind === 'folder' ? [] : [copy]),
        { label: 'Compress', why: can.compress, onClick: () => acts.compress([name]) },
        ...(kind !== 'folder' && isArchive(name) ? [unpack] : []),
        { label: 'Permissions…', why: can.chmod, onClick: () => acts.chmod([entry]) },
      ],
      [{ label: 'Delete…', why: can.remove, bad: true, onClick: () => remove([entry]) }],
    ]
  }
  const pickedActs = (): readonly MenuAct[] => {
    const names = picked.map(({ name }) => name)
    const tooMany = whyNotAtOnce(picked.length)
    const tooManyDown = picked.length > maxDownloadsAtOnce ? `no more than ${maxDownloadsAtOnce} at once` : null
    return [
      {
        label: 'Download',
        why: whyNoDownload(picked, choices) ?? tooManyDown,
        onClick: () => moves.download(names),
      },
      { label: 'Move…', why: choices.move ?? tooMany, onClick: () => move(picked) },
      { label: 'Compress', why: choices.compress ?? tooMany, onClick: () => acts.compress(names) },
      { label: 'Permissions…', why: choices.chmod ?? tooMany, onClick: () => acts.chmod(picked) },
      { label: 'Delete…', why: choices.remove ?? tooMany, bad: true, onClick: () => remove(picked) },
    ]
  }
  const findLog = (kind: 'log' | 'crash') => () => acts.findLog(kind)
  const ofFolder: readonly (readonly MenuAct[])[] = [
    [
      { label: 'New file…', why: choices.make, onClick: () => acts.make('file') },
      { label: 'New folder…', why: choices.make, onClick: () => acts.make('folder') },
      { label: 'Fetch from an address…', why: choices.make, onClick: acts.pull },
    ],
    [
      { label: 'Newest log', why: choices.open, onClick: findLog('log') },
      { label: 'Newest crash report', why: choices.open, onClick: findLog('crash') },
    ],
    [
      { label: 'Open in my SFTP client', why: choices.sftp, onClick: acts.openSftp },
      { label: 'Copy the SFTP address', why: choices.sftp, onClick: acts.copySftp },
    ],
    [{ label: lookAgain, onClick: area.again }],
  ]
  const goUp = () => {
    const own = nameOf(folder)
    if (own !== null) enter(folderOf(folder), own)
  }
  const onKey = (key: ListKey, entry: FileEntry) => {
    if (key === 'up') return goUp()
    const those = key === 'remove' && picked.length > 0 ? picked : [entry]
    const why = (key === 'remove' ? choices.remove : choices.move) ?? whyNotAtOnce(those.length)
    if (why === null && key === 'rename') rename(entry)
    else if (why === null) remove(those)
    else tell(`${namesText(those.map(({ name }) => name))} can’t be changed: ${why}.`)
  }

  const openName = file !== null && folderOf(file) === folder ? nameOf(file) : null
  return (
    <div className={`${areaStyles.area} ${styles.area}`} tabIndex={-1} {...focus}>
      <div className={styles.split} data-open={file !== null || undefined}>
        <DropPlace folder={folder} why={choices.make} onDrop={moves.drop}>
          <FilesBar
            folder={folder}
            list={list.value}
            shown={shown.length}
            age={asOf(list.at, list.error !== null, area.now)}
            query={files.query}
            isFiltering={files.isFiltering}
            onGo={(to) => enter(to, null)}
            onQuery={files.filterBy}
            onFiltering={files.setFiltering}
            logs={[
              { label: 'Newest log', why: choices.open, onClick: findLog('log') },
              { label: 'Crash report', why: choices.open, onClick: findLog('crash') },
            ]}
            uploads={[
              { label: 'Files…', why: choices.make, onClick: () => moves.pick('files') },
              { label: 'A folder…', why: choices.make, onClick: () => moves.pick('folder') },
            ]}
            more={ofFolder}
          />
          <AreaSlot news={area.news} />
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
          {picked.length > 0 && <PickedBar count={picked.length} acts={pickedActs()} onClear={picks.clear} />}
        </DropPlace>
        {file !== null && (
          <EditorPane
            key={`${round} ${file}`}
            serverRef={ref}
            path={file}
            why={choices.edit}
            takesFocus={opened.isFresh}
            handle={opened.text}
            onSaved={area.again}
            onDownload={() => moves.download(namesOf(file).slice(-1), folderOf(file))}
            onClose={close}
          />
        )}
      </div>
      <MoveList moves={moves.moves} edits={moves.edits} onOpen={openAnew} />
      {menu && (
        <ActionMenu request={menu.request} onClosed={() => setMenu(null)}>
          <MenuItems groups={menuOf(menu.entry)} />
        </ActionMenu>
      )}
      {area.dialog}
      {opened.question && file !== null && <SaveQuestion name={nameOf(file) ?? ''} error={null} {...opened.question} />}
    </div>
  )
}
