/** Something the app tells the person by itself. Holds nothing secret. */
export type Notice = {
  /** The same trouble, seen again, takes the place of the notice that is there. */
  id: string
  level: 'info' | 'warning' | 'error'
  /** What happened. */
  message: string
  /** The next step. */
  hint: string
}
