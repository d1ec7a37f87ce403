import { type FileName, type FilePath, pathIn } from '../../../shared/files/files.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Result } from '../../../shared/result.ts'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { useClient } from '../../state/hooks.ts'
import { bytes } from '../../ui/format.ts'
import type { Pull } from './dialogs/PullDialog.tsx'
import { namesText } from './entries/file-words.ts'
import { useReadAgain } from './entries/use-files.ts'
import { useFileWork } from './use-file-work.ts'
import { type LogKind, useNewestLog } from './use-logs.ts'

/** What is said where the connection was cut before the machine was done, and the folder came to rest. */
const seenHint = 'The panel gave no answer in time. Check whether everything is there.'

const passwordHint = 'Log in with your panel account’s password or one of its SSH keys. An API key does not work there.'

const done = (message: string, hint = '') => ({ hasFailed: false, message, hint })

export type FileActs = {
  readonly news: AreaNews | null
  readonly tell: (message: string) => void
  /** Lets the folders be read anew. */
  readonly again: () => void
  readonly copy: (name: FileName) => void
  readonly compress: (names: readonly FileName[]) => void
  readonly decompress: (name: FileName) => void
  readonly remove: (names: readonly FileName[]) => void
  readonly pull: (pull: Pull) => void
  readonly findLog: (kind: LogKind, onFound: (path: FilePath) => void) => void
  readonly copySftp: () => void
  readonly openSftp: () => void
}

/** What is done to the files of a folder without a dialog, or after one, and what came of it. */
export function useFileActs(ref: ServerRef, folder: FilePath): FileActs {
  const { call } = useClient().bridge
  const again = useReadAgain(ref)
  const { news, run, tell } = useFileWork(again)
  const newestLog = useNewestLog(ref)
  return {
    news,
    again,
    tell: (message) => tell({ hasFailed: true, message, hint: '' }),
    copy(name) {
      run(
        `Copying ${namesText([name])}`,
        () => call('files:copy', { ref, path: pathIn(folder, name) }),
        (copied) => done(copied.name === null ? 'Copied.' : `Copied as ${namesText([copied.name])}.`),
      )
    },
    compress(names) {
      run(
        `Compressing ${namesText(names)}`,
        () => call('files:compress', { ref, folder, names: [...names] }),
        ({ end, name }) =>
          done(
            name === null ? 'Compressed.' : `Compressed as ${namesText([name])}.`,
            end === 'seen' || name === null ? seenHint : '',
          ),
      )
    },
    decompress(name) {
      run(
        `Unpacking ${namesText([name])}`,
        () => call('files:decompress', { ref, folder, name }),
        ({ end }) => done(`Unpacked ${namesText([name])}.`, end === 'seen' ? seenHint : ''),
      )
    },
    remove(names) {
      run(
        `Deleting ${namesText(names)}`,
        () => call('files:remove', { ref, folder, names: [...names] }),
        ({ left }) =>
          left.length === 0
            ? null
            : {
                hasFailed: true,
                message: `${namesText(left)} ${left.length === 1 ? 'is' : 'are'} still there.`,
                hint: 'Your host may protect it. Ask there if it has to go.',
              },
      )
    },
    pull(pull) {
      run(
        `Fetching ${namesText([pull.name])}`,
        () => call('files:pull', { ref, folder, ...pull }),
        ({ name, bytes: size }) =>
          done(
            `Fetched ${namesText([name])}${size === null ? '' : `, ${bytes(size)}`}.`,
            'The panel doesn’t tell its full size, so check whether all of it is there.',
          ),
      )
    },
    findLog(kind, onFound) {
      run(
        kind === 'log' ? 'Looking for the newest log' : 'Looking for the newest crash report',
        () => newestLog(kind),
        (path) => {
          if (path !== null) onFound(path)
          return path === null
            ? done(kind === 'log' ? 'There is no log in logs/.' : 'There is no crash report.', '')
            : null
        },
      )
    },
    openSftp() {
      run(
        'Opening the SFTP address',
        () => call('files:openSftp', { ref }),
        () => done('Gave the address to your SFTP client.', `If nothing opened, copy the address. ${passwordHint}`),
      )
    },
    copySftp() {
      run(
        'Copying the SFTP address',
        async (): Promise<Result<unknown>> => {
          const address = await call('files:sftpAddress', { ref })
          return address.ok ? copyText(address.value.url) : address
        },
        () => done('Copied the SFTP address.', passwordHint),
      )
    },
  }
}
