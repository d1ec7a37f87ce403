/**
 * Reads fields of a packet one after another. Beyond its end every field reads as empty or 0, and `isShort` says so from
 * then on, so that a decoder checks once. Never throws.
 */
export type Cursor = {
  u8(): number
  /** Unsigned, least significant byte first. */
  u16le(): number
  /** Exactly so many bytes. */
  bytes(count: number): Buffer
  /** Text up to a NUL, which is read as well. */
  text(): string
  /** What is left, as bytes. */
  rest(): Buffer
  isShort(): boolean
}

/** @param encoding of its texts; what is no UTF-8 becomes U+FFFD */
export function createCursor(packet: Buffer, encoding: 'utf8' | 'latin1' = 'utf8'): Cursor {
  let at = 0
  let isShort = false

  function bytes(count: number): Buffer {
    if (packet.length - at < count) {
      isShort = true
      at = packet.length
      return Buffer.alloc(0)
    }
    at += count
    return packet.subarray(at - count, at)
  }

  return {
    bytes,
    u8: () => bytes(1)[0] ?? 0,
    u16le() {
      const [low = 0, high = 0] = bytes(2)
      return low + high * 256
    },
    text() {
      const end = packet.indexOf(0, at)
      if (end < 0) {
        bytes(packet.length + 1)
        return ''
      }
      const text = bytes(end - at).toString(encoding)
      bytes(1)
      return text
    },
    rest: () => bytes(packet.length - at),
    isShort: () => isShort,
  }
}
