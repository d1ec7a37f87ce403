/**
 * Reads fields of a packet one after another. Beyond its end every field reads as empty or 0, and `isShort` says so from
 * then on, so that a decoder checks once. Its texts are UTF-8; what is none becomes U+FFFD. Never throws.
 */
export function createCursor(packet: Buffer) {
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
    /** Exactly so many bytes. */
    bytes,
    u8: (): number => bytes(1)[0] ?? 0,
    /** Unsigned, least significant byte first. */
    u16le(): number {
      const [low = 0, high = 0] = bytes(2)
      return low + high * 256
    },
    /** Text up to a NUL, which is read as well. */
    text(): string {
      const end = packet.indexOf(0, at)
      if (end < 0) {
        bytes(packet.length + 1)
        return ''
      }
      const text = bytes(end - at).toString('utf8')
      bytes(1)
      return text
    },
    /** What is left, as bytes. */
    rest: (): Buffer => bytes(packet.length - at),
    isShort: (): boolean => isShort,
  }
}
