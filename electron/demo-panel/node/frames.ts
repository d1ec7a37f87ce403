import { z } from 'zod'

/** One message of the node's protocol, in either direction. */
export type Message = { readonly event: string; readonly args?: readonly string[] }

const inboundSchema = z.object({ event: z.string(), args: z.array(z.string()).nullish() })

/** The message of a text frame; null for anything malformed. */
export function parseFrame(text: string): { event: string; args: readonly string[] } | null {
  try {
    const { event, args } = inboundSchema.parse(JSON.parse(text))
    return { event, args: args ?? [] }
  } catch {
    return null
  }
}

/** A text frame; it ends with a line break, as the encoder that the node uses makes it. */
export function frameOf(message: Message): string {
  return `${JSON.stringify(message)}\n`
}

/** The event of one console line. */
export function outputMessage(line: string): Message {
  return { event: 'console output', args: [line] }
}
