import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { failureCodeOf } from '../lib/failure-code.ts'
import { replaceFile } from '../lib/replace-file.ts'
import { describeFailure, type Logger } from '../log/logger.ts'
import {
  journalName,
  type LeftUnsaved,
  maxLeftUnsaved,
  orphansOf,
  ownerOf,
  parseJournal,
  type SaveJournal,
  touchEveryMs,
} from './save-orphans.ts'

/** Where the journals of a profile are. */
export const journalsPath = (folder: string) => join(folder, 'saving-off')

/** Maximum number of files that are looked at, and size of one in bytes. */
const maxFiles = 1_000
const maxBytes = 2_500_000

type Deps = {
  readonly folder: string
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Pick<Logger, 'warn'>
  readonly newId: () => string
  /** This process. */
  readonly pid: number
  readonly isAlive: (pid: number) => boolean
}

export type SaveJournals = {
  /**
   * Writes what this process keeps, in place of what it wrote before; on disk before it returns. False where the disk
   * failed.
   */
  keep(servers: readonly LeftUnsaved[]): boolean
  /**
   * Takes over what ended processes left. Of several programs that look at the same time one gets it.
   * @param take true where it is on disk elsewhere by then. Else it stays here, for others once this process has ended
   */
  takeOver(wants: (one: LeftUnsaved) => boolean, take: (all: readonly LeftUnsaved[]) => boolean): void
  /** Ends the touches. What is still kept stays, for other processes to take over. */
  dispose(): void
}

/**
 * The servers that commands of the command line keep from saving: a file for each process, since several run at a time,
 * beside the app and unknown to it. A disk that fails stops nothing.
 */
export function createSaveJournals({ folder, clock, log, newId, pid, isAlive }: Deps): SaveJournals {
  const pathOf = (file: string) => join(folder, file)
  const own = journalName(pid, newId())
  /** What was taken over and is on disk nowhere else. */
  const onlyCopies = new Set<string>()
  let isKept = false
  let cancelTouch = () => {}

  /** Runs `work`; where the disk fails, says so and gives `otherwise`. */
  function attempt<T>(what: string, work: () => T, otherwise: T): T {
    try {
      return work()
    } catch (failure) {
      const isGone = failureCodeOf(failure) === 'ENOENT'
      if (!isGone) log.warn(`a journal of servers that do not save ${what}`, { failure: describeFailure(failure) })
      return otherwise
    }
  }

  function touch(file: string): void {
    const seconds = clock.now() / 1_000
    utimesSync(pathOf(file), seconds, seconds)
  }
  function write(file: string, servers: readonly LeftUnsaved[]): void {
    replaceFile(pathOf(file), JSON.stringify({ version: 1, servers: servers.slice(-maxLeftUnsaved) }))
    touch(file)
  }
  const remove = (file: string) => rmSync(pathOf(file), { force: true })

  function touchOn(): void {
    cancelTouch = clock.after(touchEveryMs, () => {
      attempt('could not be touched', () => touch(own), undefined)
      touchOn()
    })
  }

  function read(file: string, owner: number): SaveJournal {
    const { mtimeMs: touchedAt, size } = statSync(pathOf(file))
    const servers = size > maxBytes ? null : parseJournal(readFileSync(pathOf(file), 'utf8'))
    if (servers === null) log.warn('a journal of servers that do not save is damaged and was not used')
    return { file, pid: owner, touchedAt, servers: servers ?? [] }
  }

  function others(): readonly SaveJournal[] {
    const files = attempt('could not be looked for', () => readdirSync(folder), [])
    return files.slice(0, maxFiles).flatMap((file) => {
      const owner = ownerOf(file)
      if (owner === null || file === own || onlyCopies.has(file)) return []
      return attempt('could not be read', () => [read(file, owner)], [])
    })
  }

  return {
    keep(servers) {
      cancelTouch()
      const isDone = attempt(
        'could not be written',
        () => {
          if (servers.length === 0) {
            if (isKept) remove(own)
            isKept = false
            return true
          }
          mkdirSync(folder, { recursive: true, mode: 0o700 })
          write(own, servers)
          isKept = true
          return true
        },
        false,
      )
      if (isKept) touchOn()
      return isDone
    },
    takeOver(wants, take) {
      for (const { file, servers, free } of orphansOf(others(), { now: clock.now(), pid, isAlive })) {
        const wanted = free.filter(wants)
        if (servers.length > 0 && wanted.length === 0) continue
        const mine = journalName(pid, newId())
        const isMine = attempt(
          'could not be taken over',
          () => {
            // With its old time it would look under the new name as if this process had been silent for long.
            touch(file)
            renameSync(pathOf(file), pathOf(mine))
            return true
          },
          false,
        )
        if (!isMine) continue
        if (wanted.length > 0 && !take(wanted)) {
          onlyCopies.add(mine)
          continue
        }
        attempt(
          'could not be given back',
          () => {
            const rest = servers.filter((one) => !wanted.includes(one))
            if (rest.length === 0) return remove(mine)
            write(mine, rest)
            renameSync(pathOf(mine), pathOf(journalName(0, newId())))
          },
          undefined,
        )
      }
    },
    dispose: () => cancelTouch(),
  }
}
