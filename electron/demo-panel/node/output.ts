/** Longest line that is sent in one piece, and longest line that is read back from the log, in bytes. */
const mostBytes = 64 * 1024
/** A line is read in pieces of this size, in bytes; a piece that no longer fits is lost. */
const readBytes = 256
const newlineBytes = 2

/**
 * What clients are sent of a printed line (wings, `system/utils.go`, `ScanReader`): nothing of a blank one; a long one
 * in several lines. A carriage return after a space becomes a line break.
 */
export function liveLines(line: string): readonly string[] {
  const text = withoutReturn(line).replaceAll(' \r', '\r\n')
  if (text === '') return []
  // A UTF-16 unit takes at most three bytes, so shorter lines need no measuring.
  if (text.length * 3 <= mostBytes) return [text]
  const bytes = Buffer.from(text)
  if (bytes.length <= mostBytes) return [text]
  const pieces: string[] = []
  for (let from = 0; from < bytes.length; from += mostBytes + readBytes) {
    pieces.push(bytes.subarray(from, from + mostBytes).toString())
  }
  return pieces
}

/**
 * What clients are sent of the log on request (wings, `environment/docker/container.go`, `Readlog`): blank lines
 * included, and nothing from the first line on that is too long to be read.
 */
export function repeatedLines(log: readonly string[], most: number): readonly string[] {
  const last = log.slice(-most).map(withoutReturn)
  const tooLong = last.findIndex((line) => Buffer.byteLength(line) + newlineBytes > mostBytes)
  return tooLong < 0 ? last : last.slice(0, tooLong)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** How many lines of a process go out in how many milliseconds. */
export type OutputLimit = { readonly lines: number; readonly periodMs: number }
export const usualOutputLimit: OutputLimit = { lines: 2_000, periodMs: 100 }
export const tooMuchOutput = 'Server is outputting console data too quickly -- throttling...'

/**
 * Limits what a process prints: lines above the limit stay in the log but are not sent (wings, `server/console.go` and
 * `system/rate.go`). An episode lasts from the first refusal to the next line that passes.
 */
export function createOutputThrottle(now: () => number, { lines, periodMs }: OutputLimit) {
  let since = now()
  let count = 0
  let isOver = false
  return {
    /** `begins` is true for the first line of an episode. */
    take(): { readonly passed: boolean; readonly begins: boolean } {
      if (now() - since > periodMs) {
        since = now()
        count = 0
      }
      const passed = count < lines
      if (passed) count += 1
      const begins = !passed && !isOver
      isOver = !passed
      return { passed, begins }
    },
    /** Called at each start of the server. */
    reset() {
      since = now()
      count = 0
    },
  }
}
