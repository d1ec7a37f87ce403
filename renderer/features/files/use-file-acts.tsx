import type { FileEntry, FolderOfServer } from '../../../shared/files/contract.ts'
import { type FileName, type FilePath, isWithin, maxDownloadsAtOnce, pathIn } from '../../../shared/files/files.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { lookAgain } from '../../parts/again.ts'
import type { Area } from '../../parts/area/use-area.tsx'
import { copyText } from '../../parts/copy.ts'
import { useClient } from '../../state/hooks.ts'
import type { MenuAct } from '../../ui/ActionMenu.tsx'
import { bytes, count } from '../../ui/format.ts'
import { badAct, menuAct } from '../../ui/menu-acts.ts'
import type { FolderOfDialog } from './dialogs/FileForm.tsx'
import { ModeDialog } from './dialogs/ModeDialog.tsx'
import { MoveDialog } from './dialogs/MoveDialog.tsx'
import { NameDialog } from './dialogs/NameDialog.tsx'
import { type Pull, PullDialog } from './dialogs/PullDialog.tsx'
import { VersionsDialog } from './dialogs/VersionsDialog.tsx'
import { isArchive, kindOf, logFolders, namesText, newestLog } from './entries/file-words.ts'
import { type WhyNot, whyNoDownload, whyNotAtOnce, whyNotOpened, whyNotOrdinary } from './file-choices.ts'
import type { FileMoves } from './moves/use-file-moves.ts'
import type { OpenFile } from './use-open-file.ts'

type ActsOf = {
  readonly area: Area<FolderOfServer>
  readonly serverRef: ServerRef
  readonly folder: FilePath
  readonly whyNot: WhyNot
  /** The file beside the list; null for none. */
  readonly file: FilePath | null
  readonly opened: Pick<OpenFile, 'open' | 'close'>
  readonly moves: Pick<FileMoves, 'download' | 'edit' | 'pick'>
  /** Unticks what is ticked. */
  readonly clearPicks: () => void
  /** Opens an entry: a folder in the list, a file beside it. */
  readonly onOpen: (entry: FileEntry) => void
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

/** What can be done in a folder, as acts of menus, and their dialogs: each is about the folder as it was when it opened. */
export function useFileActs(of: ActsOf) {
  const { area, serverRef: ref, folder, whyNot, file, opened, moves, clearPicks, onOpen } = of
  const { call } = useClient().bridge
  const { act, ask, openAnyway: dialog } = area
  const at: FolderOfDialog = {
    ref,
    folder,
    taken: new Set<string>(namesOf(area.list.value?.entries ?? [])),
    send: ({ keepsTicks, ...wanted }, close) =>
      area.submit(wanted, () => {
        close()
        if (!keepsTicks) clearPicks()
      }),
  }

  /** Looks for the newest log or crash report of the server, and opens it. */
  function openNewest(kind: keyof typeof logFolders): void {
    const within = logFolders[kind]
    act({
      what: logWords[kind].what,
      isLong: true,
      isRead: true,
      async call(): Promise<Result<FileEntry | null>> {
        const list = await call('files:list', { ref, folder: within })
        if (!list.ok) return list.error.code === 'file-not-found' ? ok(null) : list
        const newest = newestLog(list.value.entries)
        if (newest !== null) opened.open(pathIn(within, newest.name))
        return ok(newest)
      },
      done: (newest) => (newest === null ? { message: logWords[kind].none, hint: '' } : null),
    })
  }
  const newest = (label: string, kind: keyof typeof logFolders) =>
    menuAct(label, whyNot('read-content'), () => openNewest(kind))

  /** Makes an empty file, and opens it. */
  async function makeFile(name: FileName): Promise<Result<unknown>> {
    const path = pathIn(folder, name)
    const format = { encoding: 'utf-8', hasBom: false } as const
    const written = await call('files:write', { ref, path, text: '', format, seen: null, before: null })
    if (written.ok && written.value.kind === 'changed') return fail('file-exists')
    if (written.ok) opened.open(path)
    return written
  }

  const make = (what: 'file' | 'folder') =>
    menuAct(`New ${what}…`, whyNot('create'), () => {
      const send = (name: FileName) => ({
        what: `Creating ${namesText([name])}`,
        keepsTicks: true as const,
        call: () => (what === 'file' ? makeFile(name) : call('files:createFolder', { ref, folder, name })),
      })
      dialog((close) => <NameDialog at={at} title={`New ${what}`} own={null} act={send} onClose={close} />)
    })

  const fetchFrom = (order: Pull) =>
    act({
      what: `Fetching ${namesText([order.name])}`,
      isLong: true,
      call: () => call('files:pull', { ref, folder, ...order }),
      done: ({ name, bytes: size }) => ({
        message: `Fetched ${namesText([name])}${size === null ? '' : `, ${bytes(size)}`}.`,
        hint: 'The panel doesn’t tell its full size, so check whether all of it is there.',
      }),
    })

  const openSftp = () =>
    act({
      what: 'Opening the SFTP address',
      isRead: true,
      call: () => call('files:openSftp', { ref }),
      done: () => ({
        message: 'Gave the address to your SFTP client.',
        hint: `If nothing opened, copy the address. ${passwordHint}`,
      }),
    })

  const copySftp = () =>
    act({
      what: 'Copying the SFTP address',
      isRead: true,
      async call(): Promise<Result<unknown>> {
        const address = await call('files:sftpAddress', { ref })
        return address.ok ? copyText(address.value.url) : address
      },
      done: () => ({ message: 'Copied the SFTP address.', hint: passwordHint }),
    })

  /** Asks about entries; where the open file is one of them, about its text first. */
  function afterText(entries: readonly FileEntry[], then: () => void): void {
    const isOpen = file !== null && entries.some(({ name }) => isWithin(file, pathIn(folder, name)))
    if (isOpen) opened.close(then)
    else then()
  }

  const compress = (names: FileName[]) =>
    act({
      what: `Compressing ${namesText(names)}`,
      isLong: true,
      call: () => call('files:compress', { ref, folder, names }),
      done: ({ end, name }) => ({
        message: name === null ? 'Compressed.' : `Compressed as ${namesText([name])}.`,
        hint: end === 'seen' || name === null ? seenHint : '',
      }),
    })

  const remove = (entries: readonly FileEntry[], names: FileName[]) =>
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

  /** What can be done with entries, be it one or several. */
  function actsOn(entries: readonly FileEntry[]) {
    const names = namesOf(entries)
    const tooMany = whyNotAtOnce(names.length)
    const tooManyDown = names.length > maxDownloadsAtOnce ? `no more than ${maxDownloadsAtOnce} at once` : null
    const move = () => dialog((close) => <MoveDialog at={at} names={names} onClose={close} />)
    const chmod = () => dialog((close) => <ModeDialog at={at} entries={entries} onClose={close} />)
    const download = whyNoDownload(entries, whyNot) ?? tooManyDown
    return {
      download: menuAct('Download…', download, () => moves.download(names)),
      move: menuAct('Move…', whyNot('update') ?? tooMany, () => afterText(entries, move)),
      compress: menuAct('Compress', whyNot('archive') ?? tooMany, () => compress(names)),
      chmod: menuAct('Permissions…', whyNot('update') ?? tooMany, chmod),
      remove: badAct('Delete…', whyNot('delete') ?? tooMany, () => afterText(entries, () => remove(entries, names))),
    }
  }

  const rename = (entry: FileEntry) => {
    const { name: own } = entry
    const send = (name: FileName) => ({
      what: `Renaming ${namesText([own])}`,
      call: () => call('files:move', { ref, folder, moves: [{ name: own, to: pathIn(folder, name) }] }),
    })
    const title = `Rename ${namesText([own])}`
    const open = () => dialog((close) => <NameDialog at={at} title={title} own={own} act={send} onClose={close} />)
    return menuAct('Rename…', whyNot('update'), () => afterText([entry], open))
  }

  const copy = ({ name }: FileEntry) =>
    act({
      what: `Copying ${namesText([name])}`,
      isLong: true,
      call: () => call('files:copy', { ref, path: pathIn(folder, name) }),
      done: (copied) => ({
        message: copied.name === null ? 'Copied.' : `Copied as ${namesText([copied.name])}.`,
        hint: '',
      }),
    })

  const unpack = ({ name }: FileEntry) =>
    ask({
      title: `Unpack ${namesText([name])}?`,
      text: 'It is unpacked into this folder. Files with the same names are overwritten, and can’t be brought back.',
      yes: 'Unpack',
      what: `Unpacking ${namesText([name])}`,
      isLong: true,
      call: () => call('files:decompress', { ref, folder, name }),
      done: ({ end }) => ({ message: `Unpacked ${namesText([name])}.`, hint: end === 'seen' ? seenHint : '' }),
    })

  return {
    on: actsOn,
    rename,
    /** With those that are ticked. */
    onPicked(entries: readonly FileEntry[]): readonly MenuAct[] {
      const { download, ...others } = actsOn(entries)
      return [{ ...download, label: 'Download' }, ...Object.values(others)]
    },
    onEntry(entry: FileEntry): readonly (readonly MenuAct[])[] {
      const kind = kindOf(entry)
      const special = whyNotOrdinary(entry)
      const on = actsOn([entry])
      const edit = () => moves.edit(pathIn(folder, entry.name))
      const versions = () =>
        dialog((close) => <VersionsDialog at={at} entry={entry} why={whyNot('create')} onClose={close} />)
      const ofFile = [
        menuAct('Open in my editor', whyNot('read-content') ?? whyNot('create'), edit),
        menuAct('Earlier versions…', null, versions),
      ]
      const isUnpacked = kind !== 'folder' && isArchive(entry.name)
      return [
        [
          menuAct('Open', whyNotOpened(entry, whyNot), () => onOpen(entry)),
          on.download,
          ...(kind === 'file' ? ofFile : []),
        ],
        [
          rename(entry),
          on.move,
          ...(kind === 'folder' ? [] : [menuAct('Copy', whyNot('create') ?? special, () => copy(entry))]),
          { ...on.compress, why: on.compress.why ?? special },
          ...(isUnpacked ? [menuAct('Unpack…', whyNot('create') ?? special, () => unpack(entry))] : []),
          on.chmod,
        ],
        [on.remove],
      ]
    },
    uploads: [
      menuAct('Files…', whyNot('create'), () => moves.pick('files')),
      menuAct('A folder…', whyNot('create'), () => moves.pick('folder')),
    ],
    /** The newest of each, as buttons where there is room for them. */
    logs: [newest('Newest log', 'log'), newest('Crash report', 'crash')],
    /** With the folder, or with the server's files as a whole. */
    onFolder: [
      [
        make('file'),
        make('folder'),
        menuAct('Fetch from an address…', whyNot('create'), () =>
          dialog((close) => <PullDialog at={at} onPull={fetchFrom} onClose={close} />),
        ),
      ],
      [newest('Newest log', 'log'), newest('Newest crash report', 'crash')],
      [
        menuAct('Open in my SFTP client', whyNot('sftp'), openSftp),
        menuAct('Copy the SFTP address', whyNot('sftp'), copySftp),
      ],
      [menuAct(lookAgain, null, area.again)],
    ],
  } as const
}
export type FileActs = ReturnType<typeof useFileActs>
