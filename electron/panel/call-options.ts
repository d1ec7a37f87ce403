/** How one call behaves. */
export type CallOptions = {
  /**
   * Ends every wait, and a read that is under way. An action that has gone out is not taken back by it: its answer is
   * waited for, since otherwise nobody would know whether the panel acted.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * `person`: before all background work. `many`: one of many reads that a person waits for; as fast as the limit allows,
   * but it leaves what is reserved for actions. `background`: at the budget's pace. Default: `person`.
   */
  readonly priority?: 'person' | 'many' | 'background'
  /** Told when a 429 makes the call wait, with the unix milliseconds at which it goes out again. */
  readonly onWait?: (retryAt: number) => void
  /**
   * The latest time at which the request may go out, on `clock.steady()`; after it, the error is `too-late`. Default for a
   * change: about a minute from now, so that nothing goes out after a sleep. For a read, and with `Infinity`: none.
   */
  readonly notAfter?: number | undefined
  /**
   * It goes out also after the client has ended: for what players must still be told, such as that a restart is
   * cancelled.
   */
  readonly afterEnd?: boolean
}
