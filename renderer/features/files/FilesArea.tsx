import { startTransition, useState } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import { type FileName, type FilePath, folderOf, nameOf, namesOf, pathIn } from '../../../shared/files/files.ts'
import { whyNotAllowed } from '../../../shared/keys/allowed.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import areaStyles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf } from '../../parts/area/area-words.ts'
import { useArea } from '../../parts/area/use-area.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { ActionMenu, MenuItems } from '../../ui/ActionMenu.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import type { MenuRequest } from '../../ui/MenuTrigger.tsx'
import { DropPlace } from './DropPlace.tsx'
import { EditorPane } from './editor/EditorPane.tsx'
import { kindOf, namesText } from './entries/file-words.ts'
import { folderEveryMs, useFilesLocation } from './entries/use-files.ts'
import { FileList, type ListKey } from './FileList.tsx'
import styles from './FilesArea.module.css'
import { FilesBar } from './FilesBar.tsx'
import { whyNotIn, whyNotOpened } from './file-choices.ts'
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
  const whyNot = whyNotIn(lacks, list.value?.denied ?? [])
  const tell = (message: string) => area.tell({ hasFailed: true, message, hint: '' })
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [menu, setMenu] = useState<{ readonly entry: FileEntry; readonly request: MenuRequest } | null>(null)
  const focus = useKeepFocus<HTMLDivElement>()

  const files = useListedFiles(list.value?.entries ?? noEntries)
  const { shown, picks, picked } = files
  const opened = useOpenFile(file, (to) => go({ file: to }))
  const moves = useFileMoves(area, ref, folder)

  const openName = file !== null && folderOf(file) === folder ? nameOf(file) : null
  const close = () =>
    opened.close(() => {
      if (openName !== null) files.focus(openName)
    })
  /** @param focusAt what gets the focus in the list; null where the pointer led there */
  const enter = (to: FilePath, focusAt: FileName | 'first' | null) => {
    files.enter(focusAt)
    go({ folder: to })
  }
  const open = (entry: FileEntry) => {
    const why = whyNotOpened(entry, whyNot)
    const path = pathIn(folder, entry.name)
    if (why !== null) tell(`${namesText([entry.name])} can’t be opened: ${why}.`)
    else if (kindOf(entry) === 'folder') enter(path, 'first')
    else opened.open(path)
  }
  const acts = useFileActs({
    area,
    serverRef: ref,
    folder,
    whyNot,
    file,
    opened,
    moves,
    clearPicks: picks.clear,
    onOpen: open,
  })
  const onKey = (key: ListKey, entry: FileEntry) => {
    const own = nameOf(folder)
    if (key === 'up') return own === null ? undefined : enter(folderOf(folder), own)
    const those = key === 'remove' && picked.length > 0 ? picked : [entry]
    const { why, onClick } = key === 'remove' ? acts.on(those).remove : acts.rename(entry)
    if (why === null) onClick()
    else tell(`${namesText(those.map(({ name }) => name))} can’t be changed: ${why}.`)
  }

  return (
    <div className={`${areaStyles.area} ${styles.area}`} data-frame tabIndex={-1} {...focus}>
      <div className={styles.split} data-frame data-open={file !== null || undefined}>
        <DropPlace folder={folder} why={whyNot('create')} onDrop={moves.drop}>
          <FilesBar
            folder={folder}
            list={list.value}
            age={asOf(list.at, list.error !== null, area.now)}
            files={files}
            acts={acts}
            onGo={(to) => enter(to, null)}
          />
          <AreaSlot news={area.news} />
          <AreaContent label="Files" asked={list} ref={setScroller}>
            {({ leftOut }) => (
              <>
                {shown.length === 0 && !files.query && leftOut === 0 && (
                  <Empty title="Nothing in this folder" text="Make a file or a folder here, or upload some." />
                )}
                {shown.length === 0 && files.query && (
                  <Empty title="No name matches" text={`Nothing in this folder has “${files.query}” in its name.`} />
                )}
                {shown.length > 0 && (
                  <FileList
                    key={`${folder} ${files.start.turn}`}
                    files={files}
                    scroller={scroller}
                    open={openName}
                    menuOf={menu?.entry.name ?? null}
                    onOpen={open}
                    onMenu={(entry, request) => startTransition(() => setMenu({ entry, request }))}
                    onKey={onKey}
                  />
                )}
                {leftOut > 0 && <p className={areaStyles.foot}>{leftOut.toLocaleString('en')} more are not shown.</p>}
              </>
            )}
          </AreaContent>
          {picked.length > 0 && <PickedBar count={picked.length} acts={acts.onPicked(picked)} onClear={picks.clear} />}
        </DropPlace>
        {file !== null && (
          <EditorPane
            key={`${opened.round} ${file}`}
            serverRef={ref}
            path={file}
            why={whyNot('create')}
            takesFocus={opened.round > 0}
            handle={opened.text}
            onSaved={area.again}
            onDownload={() => moves.download(namesOf(file).slice(-1), folderOf(file))}
            onClose={close}
          />
        )}
      </div>
      <MoveList moves={moves.moves} edits={moves.edits} onOpen={(path) => opened.open(path, true)} />
      {menu && (
        <ActionMenu request={menu.request} onClosed={() => setMenu(null)}>
          <MenuItems groups={acts.onEntry(menu.entry)} />
        </ActionMenu>
      )}
      {area.dialog}
      {opened.question && file !== null && <SaveQuestion name={nameOf(file) ?? ''} error={null} {...opened.question} />}
    </div>
  )
}
