/** How one call behaves. */
export type CallOptions = {
  /**
   * Ends every wait, and a read that is under way. An action that has gone out is not taken back by it: its answer is
   * waited for, since nobody would know else whether the panel acted.
   */
  readonly signal?: AbortSignal | undefined
  /** People's actions go ahead of background work. Default: `person`. */
  readonly priority?: 'person' | 'background'
  /** Told when a 429 makes the call wait, with the unix milliseconds at which it goes out again. */
  readonly onWait?: (retryAt: number) => void
  /** Steady milliseconds after which the request is not begun any more, whatever held it until then. */
  readonly notAfter?: number | undefined
  /** It goes out after the client's end as well: what is still said then, such as that a restart is cancelled. */
  readonly afterEnd?: boolean
}
