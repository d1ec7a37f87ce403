import { z } from 'zod'
import { parseJson } from '../../lib/parse-json.ts'
import type { LiveServer } from '../machine/live-server.ts'

/** One message of the node's protocol, in either direction. */
export type Message = { readonly event: string; readonly args?: readonly string[] }

const inboundSchema = z.object({
  event: z.string(),
  args: z
    .array(z.string())
    .nullish()
    .transform((args) => args ?? []),
})

/** The message of a text frame; null for anything malformed. */
export const parseFrame = (text: string) => inboundSchema.safeParse(parseJson(text)).data ?? null

/** A text frame; it ends with a line break, as the encoder that the node uses makes it. */
export const frameOf = (message: Message): string => `${JSON.stringify(message)}\n`

/** The event of one console line. */
export const outputMessage = (line: string): Message => ({ event: 'console output', args: [line] })

/** The event of a server's state. */
export const statusMessage = (server: LiveServer): Message => ({ event: 'status', args: [server.reportedState()] })

/** One reading of a server, as the node sends it: JSON inside a string. Sizes are bytes, uptime milliseconds. */
export function statsMessage(server: LiveServer): Message {
  const load = server.load()
  const stats = {
    memory_bytes: load.memoryBytes,
    cpu_absolute: load.cpuPercent,
    uptime: load.uptimeMs,
    state: server.reportedState(),
    disk_bytes: load.diskBytes,
  }
  return { event: 'stats', args: [JSON.stringify(stats)] }
}

/** Longest line that is sent in one piece, and longest line that is read back from the log, in bytes. */
const mostBytes = 64 * 1024
/** A line is read in pieces of this size, in bytes; a piece that no longer fits is lost. */
const readBytes = 256
const newlineBytes = 2

const withoutReturn = (line: string) => line.replace(/\r$/, '')

/**
 * What clients are sent of a printed line (wings, `system/utils.go`, `ScanReader`): nothing of a blank one; a long one
 * in several lines. A carriage return after a space becomes a line break.
 */
export function liveLines(line: string): readonly string[] {
  const text = withoutReturn(line).replaceAll(' \r', '\r\n')
  const bytes = Buffer.from(text)
  if (bytes.length <= mostBytes) return text === '' ? [] : [text]
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
