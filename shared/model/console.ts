import type { AppError } from '../errors.ts'
import type { ConsoleStream } from './console-line.ts'
import type { KeyId } from './identifier.ts'

/** What became of one command. `unconfirmed`: it may or may not have arrived. */
export type ConsoleEntry = {
  id: string
  command: string
  sentAt: number
  phase: 'sending' | 'waiting' | 'sent' | 'refused' | 'unconfirmed'
  retryAt: number | null
  error: AppError | null
  /** The key to offer after this one was refused; never tried automatically. */
  otherKeyId: KeyId | null
  /** Sent by a plan or a bulk action, not typed. */
  isAutomatic?: boolean | undefined
}

/** The newest commands sent to one server, oldest first; `stream` while somebody looks at its console. */
export type ConsoleView = { entries: ConsoleEntry[]; stream: ConsoleStream | null }
