import { useState } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import type { UploadOffer } from '../../../shared/files/contract-moves.ts'
import { type FileName, type FilePath, folderOf, nameOf, stampOf } from '../../../shared/files/files.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { Question } from '../../ui/Dialogs.tsx'
import { count } from '../../ui/format.ts'
import { ModeDialog } from './dialogs/ModeDialog.tsx'
import { MoveDialog } from './dialogs/MoveDialog.tsx'
import { NameDialog } from './dialogs/NameDialog.tsx'
import { PullDialog } from './dialogs/PullDialog.tsx'
import { UploadQuestion } from './dialogs/UploadQuestion.tsx'
import { VersionsDialog } from './dialogs/VersionsDialog.tsx'
import { namesText } from './entries/file-words.ts'
import type { FileMoves } from './moves/use-file-moves.ts'
import type { FileActs } from './use-file-acts.ts'

type DialogsOf = {
  readonly serverRef: ServerRef
  readonly folder: FilePath
  /** All of the folder. */
  readonly all: readonly FileEntry[]
  readonly acts: Pick<FileActs, 'again' | 'remove' | 'decompress' | 'pull'>
  /** Unticks what is ticked. */
  readonly clearPicks: () => void
  readonly onMadeFile: (name: FileName) => void
}

const namesOf = (entries: readonly FileEntry[]) => entries.map(({ name }) => name)

/** What goes with a deletion. Panels keep no copy. */
function deletionText(entries: readonly FileEntry[]): string {
  const folders = entries.filter(({ isFile }) => !isFile).length
  const withContent =
    folders === 0 ? '' : folders === 1 ? ' The folder goes with all that is in it.' : ' Folders go with all in them.'
  return `There is no undo: the panel keeps no copy.${withContent}`
}

/** The dialogs about the files of a folder, of which one is open at a time. Each is about the folder as it was then. */
export function useFileDialogs({ serverRef, folder, all, acts, clearPicks, onMadeFile }: DialogsOf) {
  const [dialog, setDialog] = useState<{ readonly draw: (close: () => void) => React.ReactNode } | null>(null)
  const open = (draw: (close: () => void) => React.ReactNode) => setDialog({ draw })
  const taken = new Set<string>(all.map(({ name }) => name))
  const place = { serverRef, folder }
  const changed = (close: () => void) => () => {
    close()
    clearPicks()
    acts.again()
  }

  const make = (what: 'file' | 'folder') =>
    open((close) => (
      <NameDialog
        {...place}
        what={what}
        isRename={false}
        taken={taken}
        onDone={(name) => {
          close()
          acts.again()
          if (what === 'file') onMadeFile(name)
        }}
        onClose={close}
      />
    ))

  return {
    /** The one that is open. */
    dialog: dialog?.draw(() => setDialog((shown) => (shown === dialog ? null : shown))),
    make,
    pull: () =>
      open((close) => (
        <PullDialog
          folder={folder}
          taken={taken}
          onPull={(pull) => {
            close()
            acts.pull(pull)
          }}
          onClose={close}
        />
      )),
    rename: ({ name }: FileEntry) =>
      open((close) => (
        <NameDialog {...place} what={name} isRename taken={taken} onDone={changed(close)} onClose={close} />
      )),
    move: (entries: readonly FileEntry[]) =>
      open((close) => <MoveDialog {...place} names={namesOf(entries)} onDone={changed(close)} onClose={close} />),
    chmod: (entries: readonly FileEntry[]) =>
      open((close) => <ModeDialog {...place} entries={entries} onDone={changed(close)} onClose={close} />),
    remove: (entries: readonly FileEntry[]) =>
      open((close) => (
        <Question
          title={`Delete ${namesText(namesOf(entries))}?`}
          text={deletionText(entries)}
          yes={entries.length === 1 ? 'Delete' : `Delete ${count(entries.length, 'entry', 'entries')}`}
          look="bad"
          onYes={() => {
            close()
            clearPicks()
            acts.remove(namesOf(entries))
          }}
          onClose={close}
        />
      )),
    decompress: ({ name }: FileEntry) =>
      open((close) => (
        <Question
          title={`Unpack ${namesText([name])}?`}
          text="It is unpacked into this folder. Files with the same names are overwritten, and can’t be brought back."
          yes="Unpack"
          look="bad"
          onYes={() => {
            close()
            acts.decompress(name)
          }}
          onClose={close}
        />
      )),
    /** @param why why the file cannot be changed; null where it can */
    versions(path: FilePath, why: string | null) {
      const entry = folderOf(path) === folder ? all.find(({ name }) => name === nameOf(path)) : undefined
      open((close) => (
        <VersionsDialog
          serverRef={serverRef}
          path={path}
          seen={entry ? stampOf(entry) : null}
          why={why}
          onRestored={() => {
            close()
            acts.again()
          }}
          onClose={close}
        />
      ))
    },
    upload: (offer: UploadOffer, { upload, leave }: Pick<FileMoves, 'upload' | 'leave'>) =>
      open((close) => (
        <UploadQuestion
          offer={offer}
          onUpload={(choice) => {
            close()
            upload(offer.id, choice)
          }}
          onClose={() => {
            close()
            leave(offer.id)
          }}
        />
      )),
  }
}
