/** What became of the last action on a server, while that is still news. */
export type Outcome = {
  readonly tone: 'ok' | 'busy' | 'bad'
  readonly text: string
  readonly hint: string
}
