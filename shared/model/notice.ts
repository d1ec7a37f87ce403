/** Something the app tells the person by itself. Holds nothing secret. */
export type Notice = {
  /** A notice with the same id replaces the one that is shown. */
  id: string
  level: 'info' | 'warning' | 'error'
  /** What happened. */
  message: string
  /** The next step. */
  hint: string
}
