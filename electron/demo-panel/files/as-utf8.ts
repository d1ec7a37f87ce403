/** What Pelican makes of a file that it reads: UTF-8, from UTF-16 by its mark, else from ISO-8859-1. */
export function asUtf8(content: Uint8Array): Uint8Array {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return Buffer.from(new TextDecoder('utf-16le').decode(content))
  if (first === 0xfe && second === 0xff) return Buffer.from(new TextDecoder('utf-16be').decode(content))
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return content
  } catch {
    return Buffer.from(Buffer.from(content).toString('latin1'))
  }
}
