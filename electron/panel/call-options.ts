/** How one call behaves. */
export type CallOptions = {
  /**
   * Ends every wait, and a read that is under way. An action that has gone out is not taken back by it: its answer is
   * waited for, since nobody would know else whether the panel acted.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * People's actions go ahead of background work. `many`: one of many readings that a person waits for, as fast as the limit
   * allows; what is kept of it for actions is waited for. Default: `person`.
   */
  readonly priority?: 'person' | 'many' | 'background'
  /** Told when a 429 makes the call wait, with the unix milliseconds at which it goes out again. */
  readonly onWait?: (retryAt: number) => void
  /**
   * Steady milliseconds after which the request is not begun any more, whatever held it until then: `plan-past`. Default
   * for what changes something: a minute or so, so that nothing goes out after a sleep; what may come at any time says
   * `Infinity`.
   */
  readonly notAfter?: number | undefined
  /**
   * It goes out also after the client has ended: for what players must still be told, such as that a restart is
   * cancelled.
   */
  readonly afterEnd?: boolean
}
