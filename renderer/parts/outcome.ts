/** The outcome of the last action on a server, while it is news. */
export type Outcome = {
  readonly tone: 'ok' | 'busy' | 'bad'
  readonly text: string
  readonly hint: string
}
