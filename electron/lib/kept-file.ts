import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { failureCodeOf } from './failure-code.ts'
import { replaceFile } from './replace-file.ts'

export type KeptFile<T> = {
  /** What is kept; read from the disk once. */
  get(): T
  /** Written before it returns, so that nothing goes out that the file does not know of. */
  set(content: T): void
}

/** One that also tells what became of the disk. */
export type TellingFile<T> = Pick<KeptFile<T>, 'get'> & {
  /** The same. False where it could not be written; then the next one tries again, also with the same content. */
  set(content: T): boolean
}

export type KeptFileDeps<T> = {
  readonly path: string
  /** What is kept where there is no file, or none that can be used. */
  readonly none: T
  /** A larger file is taken for damaged. */
  readonly maxBytes: number
  /** What a text says; null where it is none. */
  readonly parse: (text: string) => T | null
  /** What is written for it. */
  readonly format: (content: T) => unknown
  /** Told of what went wrong; a disk that fails stops nothing. */
  readonly report: (
    fault: 'is damaged and was not used' | 'could not be read' | 'could not be written',
    failure?: unknown,
  ) => void
}

/** A small file of JSON, readable by its owner only, whose content one part of the app keeps. */
export function createKeptFile<T>({ path, none, maxBytes, parse, format, report }: KeptFileDeps<T>): TellingFile<T> {
  let content: T | null = null
  let isWritten = true

  function read(): T {
    try {
      const parsed = statSync(path).size > maxBytes ? null : parse(readFileSync(path, 'utf8'))
      if (parsed === null) report('is damaged and was not used')
      return parsed ?? none
    } catch (failure) {
      if (failureCodeOf(failure) !== 'ENOENT') report('could not be read', failure)
      return none
    }
  }
  const get = () => {
    content ??= read()
    return content
  }

  return {
    get,
    set(next) {
      if (isWritten && JSON.stringify(next) === JSON.stringify(get())) return true
      content = next
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        replaceFile(path, JSON.stringify(format(next)))
        isWritten = true
      } catch (failure) {
        isWritten = false
        report('could not be written', failure)
      }
      return isWritten
    },
  }
}
