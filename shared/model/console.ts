import type { AppError } from '../errors.ts'
import type { ConsoleStream } from './console-line.ts'
import type { KeyId } from './identifier.ts'

/** What became of one command. `unconfirmed`: it is not known whether it arrived. */
export type ConsoleEntry = {
  id: string
  command: string
  sentAt: number
  phase: 'sending' | 'waiting' | 'sent' | 'refused' | 'unconfirmed'
  retryAt: number | null
  error: AppError | null
  /** The key to offer after this one was refused; never tried by itself. */
  otherKeyId: KeyId | null
  /** Sent by a plan or a bulk action, not typed. */
  isAutomatic?: boolean | undefined
}

/** The commands sent to one server, oldest first, bounded by the main process; `stream` while somebody looks. */
export type ConsoleView = { entries: ConsoleEntry[]; stream: ConsoleStream | null }
