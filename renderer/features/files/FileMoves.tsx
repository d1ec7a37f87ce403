import { useEffect, useRef } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import { type FilePath, folderOf, maxDownloadsAtOnce, nameOf, pathIn, stampOf } from '../../../shared/files/files.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { capitalised, safeText } from '../../../shared/model/text.ts'
import { isUnderWay } from '../../../shared/model/under-way.ts'
import { MenuButton, MenuItem } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { DropPlace } from './DropPlace.tsx'
import { UploadQuestion } from './dialogs/UploadQuestion.tsx'
import { VersionsDialog } from './dialogs/VersionsDialog.tsx'
import { kindOf } from './entries/file-words.ts'
import { type FolderChoices, whyNoDownload } from './file-choices.ts'
import { MoveList } from './moves/MoveList.tsx'
import type { FileMoves } from './moves/use-file-moves.ts'

type MovesPlaceProps = {
  folder: FilePath
  moves: FileMoves
  /** Why nothing can be uploaded; null where it can. */
  why: string | null
  className: string | undefined
  children: React.ReactNode
}

/** Takes files that are dropped on the list, for its folder. */
export function MovesPlace({ folder, moves, why, className = '', children }: MovesPlaceProps) {
  const name = nameOf(folder)
  const place = name === null ? 'the server’s files' : safeText(name, 60)
  return (
    <DropPlace className={className} place={place} why={why} onDrop={moves.drop}>
      {children}
    </DropPlace>
  )
}

type DownloadButtonProps = { moves: FileMoves; entries: readonly FileEntry[]; choices: FolderChoices }

/** *Download*, for the entries that are ticked. */
export function DownloadButton({ moves, entries, choices }: DownloadButtonProps) {
  const lacks = whyNoDownload(entries, choices)
  const why = lacks ?? (entries.length > maxDownloadsAtOnce ? `no more than ${maxDownloadsAtOnce} at once` : null)
  return (
    <Button
      {...(why !== null && { 'aria-disabled': true, title: `${capitalised(why)}.` })}
      onClick={() => why === null && moves.download(entries.map(({ name }) => name))}
    >
      Download
    </Button>
  )
}

/** *Upload*, for the bar of the area. */
export function UploadButton({ moves, why }: { moves: FileMoves; why: string | null }) {
  return (
    <MenuButton icon="down" label="Upload" text="Upload">
      <MenuItem reason={why} onClick={() => moves.pick('files')}>
        Files…
      </MenuItem>
      <MenuItem reason={why} onClick={() => moves.pick('folder')}>
        A folder…
      </MenuItem>
    </MenuButton>
  )
}

type EntryMovesProps = { moves: FileMoves; entry: FileEntry; folder: FilePath; choices: FolderChoices }

/** What can be done with one entry that reaches this computer, for its menu. */
export function EntryMoves({ moves, entry, folder, choices }: EntryMovesProps) {
  const path = pathIn(folder, entry.name)
  const isFile = kindOf(entry) === 'file'
  return (
    <>
      <MenuItem reason={whyNoDownload([entry], choices)} onClick={() => moves.download([entry.name])}>
        Download…
      </MenuItem>
      {isFile && (
        <>
          <MenuItem reason={choices.open ?? choices.edit} onClick={() => moves.edit(path)}>
            Open in my editor
          </MenuItem>
          <MenuItem onClick={() => moves.showVersions(path)}>Earlier versions…</MenuItem>
        </>
      )}
    </>
  )
}

type FilesOnTheirWayProps = {
  serverRef: ServerRef
  moves: FileMoves
  entries: readonly FileEntry[]
  /** Why files cannot be changed; null where they can. */
  why: string | null
  onChanged: () => void
  /** Opens a file of the server in the app's editor. */
  onOpen: (path: FilePath) => void
}

/** What is on its way, for the foot of the area, with the question before an upload and the versions of a file. */
export function FilesOnTheirWay({ serverRef, moves, entries, why, onChanged, onOpen }: FilesOnTheirWayProps) {
  const { offer, versionsOf } = moves
  const uploads = moves.moves.filter(({ direction }) => direction === 'up')
  const known = useRef(uploads)
  // An upload that has ended shows in the folder, also a short one that was never seen on its way.
  useEffect(() => {
    const before = known.current
    known.current = uploads
    const isOver = (id: string) => uploads.every((move) => move.id !== id || !isUnderWay(move))
    const wasOver = (id: string) => before.some((move) => move.id === id && !isUnderWay(move))
    if ([...before, ...uploads].some(({ id }) => isOver(id) && !wasOver(id))) onChanged()
  })
  const entry = entries.find(({ name }) => versionsOf !== null && name === nameOf(versionsOf))
  return (
    <>
      <MoveList moves={moves.moves} edits={moves.edits} onOpen={onOpen} />
      {offer && <UploadQuestion offer={offer} onUpload={moves.upload} onClose={moves.leave} />}
      {versionsOf !== null && (
        <VersionsDialog
          key={folderOf(versionsOf)}
          serverRef={serverRef}
          path={versionsOf}
          seen={entry ? stampOf(entry) : null}
          why={why}
          onRestored={() => {
            moves.showVersions(null)
            onChanged()
          }}
          onClose={() => moves.showVersions(null)}
        />
      )}
    </>
  )
}
