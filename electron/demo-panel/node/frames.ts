import { z } from 'zod'

/** One message of the node's protocol, in either direction. */
export type Message = { readonly event: string; readonly args?: readonly string[] }

const inboundSchema = z.object({ event: z.string(), args: z.array(z.string()).nullish() })

/** The longest line of output that is sent, in bytes; the rest of it is cut off. */
const longestLineBytes = 64 * 1024

/** A message from a text frame; null for everything that is none. */
export function parseFrame(text: string): { event: string; args: readonly string[] } | null {
  try {
    const { event, args } = inboundSchema.parse(JSON.parse(text))
    return { event, args: args ?? [] }
  } catch {
    return null
  }
}

export function frameOf(message: Message): string {
  return JSON.stringify(message)
}

export function outputMessage(line: string): Message {
  return { event: 'console output', args: [cut(line)] }
}

function cut(line: string): string {
  // A UTF-16 unit is at most three bytes, so that shorter lines need not be measured.
  if (line.length * 3 <= longestLineBytes) return line
  const bytes = Buffer.from(line)
  return bytes.length <= longestLineBytes ? line : bytes.subarray(0, longestLineBytes).toString()
}
