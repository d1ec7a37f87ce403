import type { Entries } from './file-tree.ts'

const block = 512

/** Packs files into a tar archive (POSIX ustar); names longer than 100 bytes are left out. */
export function tar(entries: Entries): Uint8Array {
  const parts: Buffer[] = []
  for (const [path, { content, modifiedAt }] of entries) {
    const name = Buffer.from(content === null ? `${path.slice(1)}/` : path.slice(1))
    if (name.length > 100) continue
    const size = content?.length ?? 0
    parts.push(header(name, size, content === null, modifiedAt))
    if (content !== null) parts.push(Buffer.from(content), Buffer.alloc((block - (size % block)) % block))
  }
  return Buffer.concat([...parts, Buffer.alloc(block * 2)])
}

function header(name: Buffer, size: number, isDirectory: boolean, modifiedAt: number): Buffer {
  const head = Buffer.alloc(block)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  name.copy(head)
  head.write(`${octal(isDirectory ? 0o755 : 0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  head.write(`${octal(size, 11)}\0${octal(Math.floor(modifiedAt / 1000), 11)}\0`, 124)
  head.write(`        ${isDirectory ? '5' : '0'}`, 148)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${octal(sum, 6)}\0 `, 148)
  return head
}
