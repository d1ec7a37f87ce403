import type { Output } from './session.ts'

/** Maximum that waits in an output that is read slowly or not at all, in bytes. */
export const maxWaitingBytes = 4_000_000

/**
 * Lines that come by themselves, to an output whose reader may not keep up. What comes while too much waits there is left
 * out, so that memory stays bounded whoever reads.
 * @param tell told how many lines were left out, where they are missing: before the next one is written, or at the end
 */
export function createFeed(output: Output, tell: (dropped: number) => void) {
  let dropped = 0
  function end(): void {
    if (dropped > 0) tell(dropped)
    dropped = 0
  }
  return {
    write(text: string): void {
      if ((output.writableLength ?? 0) > maxWaitingBytes) {
        dropped += 1
        return
      }
      end()
      output.write(text)
    },
    end,
  }
}
