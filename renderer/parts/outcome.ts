/** The outcome of the last action on a server, while it is news. Told in whole in one place of a window. */
export type Outcome = {
  readonly tone: 'ok' | 'busy' | 'bad'
  /** A few words without a full stop, for places beside others that tell it whole: `Restart refused`. */
  readonly short: string
  /** What happened, in whole sentences that begin with `short`. */
  readonly text: string
  readonly hint: string
  /** When the action was started, in unix milliseconds. */
  readonly at: number
}
