import { useState } from 'react'
import { type FileName, type FilePath, pathIn } from '../../../shared/files/files.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { failedAct } from '../../parts/area/area-words.ts'
import { useActs } from '../../parts/area/use-acts.ts'
import { copyText } from '../../parts/copy.ts'
import { useClient } from '../../state/hooks.ts'
import { bytes } from '../../ui/format.ts'
import type { Pull } from './dialogs/PullDialog.tsx'
import { logFolders, namesText, newestLog } from './entries/file-words.ts'
import { useReadAgain } from './entries/use-files.ts'

/** What is said where the connection was cut before the machine was done, and the folder came to rest. */
const seenHint = 'The panel gave no answer in time. Check whether everything is there.'

const passwordHint = 'Log in with your panel account’s password or one of its SSH keys. An API key does not work there.'

type LogKind = keyof typeof logFolders

/** That work goes on, or what came of it. */
type WorkNews = Pick<AreaNews, 'hasFailed' | 'message' | 'hint'>

const done = (message: string, hint = '') => ({ hasFailed: false, message, hint })

/** What is done to the files of a folder without a dialog, or after one, and what came of it. */
export function useFileActs(ref: ServerRef, folder: FilePath) {
  const { call } = useClient().bridge
  const again = useReadAgain(ref)
  const { news, run, tell } = useFileWork(again)

  /** The newest log or crash report of the server; null where it has none. */
  async function findNewest(kind: LogKind): Promise<Result<FilePath | null>> {
    const within = logFolders[kind]
    const list = await call('files:list', { ref, folder: within })
    if (!list.ok) return list.error.code === 'file-not-found' ? ok(null) : list
    const newest = newestLog(list.value.entries)
    return ok(newest && pathIn(within, newest.name))
  }

  return {
    news,
    /** Lets the folders be read anew. */
    again,
    tell: (message: string) => tell({ hasFailed: true, message, hint: '' }),
    copy(name: FileName) {
      run(
        `Copying ${namesText([name])}`,
        () => call('files:copy', { ref, path: pathIn(folder, name) }),
        (copied) => done(copied.name === null ? 'Copied.' : `Copied as ${namesText([copied.name])}.`),
      )
    },
    compress(names: readonly FileName[]) {
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
    decompress(name: FileName) {
      run(
        `Unpacking ${namesText([name])}`,
        () => call('files:decompress', { ref, folder, name }),
        ({ end }) => done(`Unpacked ${namesText([name])}.`, end === 'seen' ? seenHint : ''),
      )
    },
    remove(names: readonly FileName[]) {
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
    pull(pull: Pull) {
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
    findLog(kind: LogKind, onFound: (path: FilePath) => void) {
      run(
        kind === 'log' ? 'Looking for the newest log' : 'Looking for the newest crash report',
        () => findNewest(kind),
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
export type FileActs = ReturnType<typeof useFileActs>

/**
 * Work on files that has no dialog, or outlives it, with what goes on and what came of it. A failure stays until it is
 * dismissed or other work begins. What fails while nobody looks at the area any more is told at the top of the window.
 * @param after runs when something has ended, however it did
 */
function useFileWork(after: () => void) {
  const { act, failed, clear } = useActs(after)
  const [running, setRunning] = useState<readonly string[]>([])
  const [result, setResult] = useState<WorkNews | null>(null)

  /**
   * Begins something that may last minutes.
   * @param what what it is: `Compressing “world”`
   * @param words what came of it; null where the list shows that itself
   */
  const run = <T>(what: string, call: () => Promise<Result<T>>, words: (value: T) => WorkNews | null) =>
    act(what, what, async () => {
      setRunning((all) => [...all, what])
      setResult(null)
      const ended = await attempt(call)
      setRunning((all) => all.filter((one) => one !== what))
      if (ended.ok) setResult(words(ended.value))
      return ended
    })
  const tell = (news: WorkNews) => {
    clear()
    setResult(news)
  }

  const news = failed === null ? result : failedAct(failed.what, failed.error)
  const last = running.at(-1)
  // A failure that is dismissed uncovers what came of other work meanwhile.
  const onDismiss = failed === null ? () => setResult(null) : clear
  const more = running.length > 1 ? ` and ${running.length - 1} more` : ''
  const goingOn = last === undefined ? null : { hasFailed: false, message: `${last}${more}…`, hint: '' }
  return { news: news === null ? goingOn : { ...news, onDismiss }, run, tell }
}
