import type { AppError } from '../errors.ts'

/**
 * What a line of a console is:
 * - `output`: the server's own; `install`: of its installation or transfer; `daemon`: of the machine it runs on
 * - `state`: the server's state changed; `gap`: lines were lost here; `note`: the app says something about the stream
 * - `command`: a command sent from here, shown where it was sent
 */
export const lineKinds = ['output', 'install', 'daemon', 'state', 'gap', 'note', 'command'] as const

/**
 * One line of a server's console, safe to show: a single line of printable text and tabs, coloured by SGR
 * sequences (`ESC [ … m`) and nothing else. `seq` counts the lines of a server up from 1 in this run; `at` is
 * when it arrived, in unix milliseconds. `entryId` names the console entry of a `command`.
 */
export type ConsoleLine = {
  seq: number
  at: number
  kind: (typeof lineKinds)[number]
  text: string
  entryId?: string | undefined
}

/**
 * The live output of one server while somebody looks:
 * - `connecting`, `open`
 * - `waiting`: lost, tried again at `retryAt`
 * - `held`: the panel holds the server (suspended, installing); tried again when that is over
 * - `none`: this panel gives no live output; commands and their results are all there is
 * - `ended`: for good, as `error` says
 */
export type ConsoleStream = {
  phase: 'connecting' | 'open' | 'waiting' | 'held' | 'none' | 'ended'
  /** When the connection is tried again, in unix milliseconds. */
  retryAt: number | null
  error: AppError | null
}

/** Maximum number of lines that are kept of one server's console, in the main process and in the window. */
export const maxConsoleLines = 10_000
