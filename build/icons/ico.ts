/**
 * Windows icons: one file with a picture for each size, of which the system takes the one that fits the display.
 * The pictures are whole PNGs, which Windows reads since Vista.
 * Source: Microsoft, *Icons* (`ICONDIR`, `ICONDIRENTRY`).
 */

/** A square picture. */
export type IcoPicture = { readonly pixels: number; readonly png: Uint8Array }

const headBytes = 6
const entryBytes = 16
const icon = 1

/** @param pictures up to 256 pixels each */
export function encodeIco(pictures: readonly IcoPicture[]): Buffer {
  const head = Buffer.alloc(headBytes + entryBytes * pictures.length)
  head.writeUInt16LE(icon, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { pixels, png }] of pictures.entries()) {
    const at = headBytes + entryBytes * index
    // A side is one byte, in which 0 means 256.
    head.writeUInt8(pixels % 256, at)
    head.writeUInt8(pixels % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/** The pictures of a file as `encodeIco` writes it; none for what is no icon. */
export function decodeIco(file: Buffer): readonly IcoPicture[] {
  if (file.length < headBytes || file.readUInt16LE(2) !== icon) return []
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = headBytes + entryBytes * index
    const offset = file.readUInt32LE(at + 12)
    return { pixels: file.readUInt8(at) || 256, png: file.subarray(offset, offset + file.readUInt32LE(at + 8)) }
  })
}
