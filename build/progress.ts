import type { Clock } from '../electron/lib/clock.ts'

/** In bytes; `total` is undefined where the host does not tell it. */
export type Progress = { readonly received: number; readonly total: number | undefined }

/** Bytes as megabytes; below ten with one decimal. */
function megabytes(bytes: number): string {
  const value = bytes / 1_000_000
  return value.toFixed(value < 10 ? 1 : 0)
}

/** The amount received, of how much: `34 of 118 MB`. */
export function amount({ received, total }: Progress): string {
  return total === undefined ? `${megabytes(received)} MB` : `${megabytes(received)} of ${megabytes(total)} MB`
}

/** `Electron 45.4.1: 34 of 118 MB, 29 %, 2.1 MB/s`. The speed is in bytes a second. */
export function progressLine(name: string, progress: Progress, speed: number): string {
  const { received, total } = progress
  const share = total === undefined ? '' : `, ${Math.floor((received / total) * 100)} %`
  return `${name}: ${amount(progress)}${share}, ${megabytes(speed)} MB/s`
}

/** How often the line is written, in milliseconds: in place on a terminal, as a new line in a log. */
const terminalMs = 250
const logMs = 10_000

/** Shows one line of progress on a stream; `end` leaves the last one standing. */
export function createProgress(name: string, stream: NodeJS.WriteStream, clock: Clock) {
  const everyMs = stream.isTTY ? terminalMs : logMs
  let first: { readonly at: number; readonly received: number } | undefined
  let lastAt = Number.NEGATIVE_INFINITY
  let isOpen = false

  return {
    show(progress: Progress): void {
      const now = clock.now()
      first ??= { at: now, received: progress.received }
      if (now - lastAt < everyMs && progress.received !== progress.total) return
      lastAt = now
      const speed = ((progress.received - first.received) / Math.max(now - first.at, 1)) * 1_000
      const line = progressLine(name, progress, speed)
      stream.write(stream.isTTY ? `\r${line}\u001b[K` : `${line}\n`)
      isOpen = stream.isTTY
    },
    end(): void {
      if (isOpen) stream.write('\n')
      isOpen = false
    },
  }
}
