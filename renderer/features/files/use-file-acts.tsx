import type { FileEntry, FolderOfServer } from '../../../shared/files/contract.ts'
import type { UploadOffer } from '../../../shared/files/contract-moves.ts'
import { type FileName, type FilePath, folderOf, nameOf, pathIn, stampOf } from '../../../shared/files/files.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'
import type { Area } from '../../parts/area/use-area.tsx'
import { copyText } from '../../parts/copy.ts'
import { useClient } from '../../state/hooks.ts'
import { bytes, count } from '../../ui/format.ts'
import { ModeDialog } from './dialogs/ModeDialog.tsx'
import { MoveDialog } from './dialogs/MoveDialog.tsx'
import { NameDialog } from './dialogs/NameDialog.tsx'
import { PullDialog } from './dialogs/PullDialog.tsx'
import { UploadQuestion } from './dialogs/UploadQuestion.tsx'
import { VersionsDialog } from './dialogs/VersionsDialog.tsx'
import { logFolders, namesText, newestLog } from './entries/file-words.ts'
import type { FileMoves } from './moves/use-file-moves.ts'

type ActsOf = {
  readonly area: Area<FolderOfServer>
  readonly serverRef: ServerRef
  readonly folder: FilePath
  /** Unticks what is ticked. */
  readonly clearPicks: () => void
  readonly openFile: (path: FilePath) => void
}

/** What is said where the connection was cut before the machine was done, and the folder came to rest. */
const seenHint = 'The panel gave no answer in time. Check whether everything is there.'

const passwordHint = 'Log in with your panel account’s password or one of its SSH keys. An API key does not work there.'

const logWords = {
  log: { what: 'Looking for the newest log', none: 'There is no log in logs/.' },
  crash: { what: 'Looking for the newest crash report', none: 'There is no crash report.' },
} as const

const namesOf = (entries: readonly FileEntry[]) => entries.map(({ name }) => name)

/** What goes with a deletion. Panels keep no copy. */
function deletionText(entries: readonly FileEntry[]): string {
  const folders = entries.filter(({ isFile }) => !isFile).length
  const withContent =
    folders === 0 ? '' : folders === 1 ? ' The folder goes with all that is in it.' : ' Folders go with all in them.'
  return `There is no undo: the panel keeps no copy.${withContent}`
}

function leftNews(left: readonly FileName[]) {
  const message = `${namesText(left)} ${left.length === 1 ? 'is' : 'are'} still there.`
  return left.length === 0
    ? null
    : { hasFailed: true, message, hint: 'Your host may protect it. Ask there if it has to go.' }
}

/** What can be done in a folder, and its dialogs: each is about the folder as it was when it opened. */
export function useFileActs({ area, serverRef: ref, folder, clearPicks, openFile }: ActsOf) {
  const { call } = useClient().bridge
  const { act, ask, openAnyway: open, submit } = area
  const all = area.list.value?.entries ?? []
  const taken = new Set<string>(namesOf(all))

  /** The newest log or crash report of the server; null where it has none. */
  async function findNewest(kind: keyof typeof logFolders): Promise<Result<FilePath | null>> {
    const within = logFolders[kind]
    const list = await call('files:list', { ref, folder: within })
    if (!list.ok) return list.error.code === 'file-not-found' ? ok(null) : list
    const newest = newestLog(list.value.entries)
    return ok(newest && pathIn(within, newest.name))
  }

  /** Makes an empty file, and opens it. */
  async function makeFile(name: FileName): Promise<Result<unknown>> {
    const path = pathIn(folder, name)
    const format = { encoding: 'utf-8', hasBom: false } as const
    const written = await call('files:write', { ref, path, text: '', format, seen: null, before: null })
    if (written.ok && written.value.kind === 'changed') return fail('file-exists')
    if (written.ok) openFile(path)
    return written
  }

  /** Sends what a dialog about entries asks for. */
  const change = (what: string, close: () => void, send: () => Promise<Result<unknown>>) =>
    submit({ what, call: send }, () => {
      close()
      clearPicks()
    })

  return {
    copy(name: FileName) {
      act({
        what: `Copying ${namesText([name])}`,
        isLong: true,
        call: () => call('files:copy', { ref, path: pathIn(folder, name) }),
        done: (copied) => ({
          message: copied.name === null ? 'Copied.' : `Copied as ${namesText([copied.name])}.`,
          hint: '',
        }),
      })
    },
    compress(names: readonly FileName[]) {
      act({
        what: `Compressing ${namesText(names)}`,
        isLong: true,
        call: () => call('files:compress', { ref, folder, names: [...names] }),
        done: ({ end, name }) => ({
          message: name === null ? 'Compressed.' : `Compressed as ${namesText([name])}.`,
          hint: end === 'seen' || name === null ? seenHint : '',
        }),
      })
    },
    decompress({ name }: FileEntry) {
      ask({
        title: `Unpack ${namesText([name])}?`,
        text: 'It is unpacked into this folder. Files with the same names are overwritten, and can’t be brought back.',
        yes: 'Unpack',
        what: `Unpacking ${namesText([name])}`,
        isLong: true,
        call: () => call('files:decompress', { ref, folder, name }),
        done: ({ end }) => ({ message: `Unpacked ${namesText([name])}.`, hint: end === 'seen' ? seenHint : '' }),
      })
    },
    remove(entries: readonly FileEntry[]) {
      const names = namesOf(entries)
      ask({
        title: `Delete ${namesText(names)}?`,
        text: deletionText(entries),
        yes: names.length === 1 ? 'Delete' : `Delete ${count(names.length, 'entry', 'entries')}`,
        what: `Deleting ${namesText(names)}`,
        isLong: true,
        call() {
          clearPicks()
          return call('files:remove', { ref, folder, names })
        },
        done: ({ left }) => leftNews(left),
      })
    },
    pull: () =>
      open((close) => (
        <PullDialog
          folder={folder}
          taken={taken}
          onPull={(pull) => {
            close()
            act({
              what: `Fetching ${namesText([pull.name])}`,
              isLong: true,
              call: () => call('files:pull', { ref, folder, ...pull }),
              done: ({ name, bytes: size }) => ({
                message: `Fetched ${namesText([name])}${size === null ? '' : `, ${bytes(size)}`}.`,
                hint: 'The panel doesn’t tell its full size, so check whether all of it is there.',
              }),
            })
          }}
          onClose={close}
        />
      )),
    findLog(kind: keyof typeof logFolders) {
      act({
        what: logWords[kind].what,
        isLong: true,
        isRead: true,
        async call() {
          const found = await findNewest(kind)
          if (found.ok && found.value !== null) openFile(found.value)
          return found
        },
        done: (path) => (path === null ? { message: logWords[kind].none, hint: '' } : null),
      })
    },
    openSftp() {
      act({
        what: 'Opening the SFTP address',
        isRead: true,
        call: () => call('files:openSftp', { ref }),
        done: () => ({
          message: 'Gave the address to your SFTP client.',
          hint: `If nothing opened, copy the address. ${passwordHint}`,
        }),
      })
    },
    copySftp() {
      act({
        what: 'Copying the SFTP address',
        isRead: true,
        async call(): Promise<Result<unknown>> {
          const address = await call('files:sftpAddress', { ref })
          return address.ok ? copyText(address.value.url) : address
        },
        done: () => ({ message: 'Copied the SFTP address.', hint: passwordHint }),
      })
    },
    make: (what: 'file' | 'folder') =>
      open((close) => (
        <NameDialog
          title={`New ${what}`}
          own={null}
          taken={taken}
          send={(name) => {
            const make = () => (what === 'file' ? makeFile(name) : call('files:createFolder', { ref, folder, name }))
            return submit({ what: `Creating ${namesText([name])}`, call: make }, close)
          }}
          onClose={close}
        />
      )),
    rename: ({ name: own }: FileEntry) =>
      open((close) => (
        <NameDialog
          title={`Rename ${namesText([own])}`}
          own={own}
          taken={taken}
          send={(name) =>
            change(`Renaming ${namesText([own])}`, close, () =>
              call('files:move', { ref, folder, moves: [{ name: own, to: pathIn(folder, name) }] }),
            )
          }
          onClose={close}
        />
      )),
    move: (entries: readonly FileEntry[]) =>
      open((close) => (
        <MoveDialog
          serverRef={ref}
          folder={folder}
          names={namesOf(entries)}
          send={(moves) =>
            change(`Moving ${namesText(namesOf(entries))}`, close, () => call('files:move', { ref, folder, moves }))
          }
          onClose={close}
        />
      )),
    chmod: (entries: readonly FileEntry[]) =>
      open((close) => (
        <ModeDialog
          entries={entries}
          send={(mode) => {
            const names = namesOf(entries)
            const what = `Changing the permissions of ${namesText(names)}`
            return change(what, close, () => call('files:chmod', { ref, folder, names, mode }))
          }}
          onClose={close}
        />
      )),
    /** @param why why the file cannot be changed; null where it can */
    versions(path: FilePath, why: string | null) {
      const entry = folderOf(path) === folder ? all.find(({ name }) => name === nameOf(path)) : undefined
      const seen = entry ? stampOf(entry) : null
      open((close) => (
        <VersionsDialog
          serverRef={ref}
          path={path}
          why={why}
          restore={(id) =>
            submit(
              {
                what: 'Restoring the earlier version',
                async call() {
                  const written = await call('fileVersions:restore', { ref, path, id, seen })
                  if (!written.ok || written.value.kind === 'written') return written
                  const message = 'The file is another one by now, so nothing was written.'
                  return fail('plan-past', { message, hint: 'Read the folder again, then choose once more.' })
                },
              },
              close,
            )
          }
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
