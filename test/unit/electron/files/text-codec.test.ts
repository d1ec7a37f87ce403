import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, encodeText } from '../../../../electron/files/text-codec.ts'
import type { TextEncoding } from '../../../../shared/files/contract.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'

const bytesOf = (...numbers: number[]) => Uint8Array.from(numbers)
const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex')
const utf8 = (text: string) => new Uint8Array(Buffer.from(text))
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

describe('reading', () => {
  it.each<[string, Uint8Array, string, TextEncoding, boolean]>([
    ['nothing', bytesOf(), '', 'utf-8', false],
    ['plain', utf8('motd=A\r\n'), 'motd=A\r\n', 'utf-8', false],
    ['UTF-8', utf8('§aä🎮'), '§aä🎮', 'utf-8', false],
    ['UTF-8 with its mark', joined(bytesOf(0xef, 0xbb, 0xbf), utf8('a')), 'a', 'utf-8', true],
    ['a mark inside', utf8('a\ufeffb'), 'a\ufeffb', 'utf-8', false],
    ['UTF-16, small end first', joined(bytesOf(0xff, 0xfe), utf16('aä🎮')), 'aä🎮', 'utf-16le', true],
    ['UTF-16, large end first', bytesOf(0xfe, 0xff, 0, 0x61, 0, 0xe4), 'aä', 'utf-16be', true],
    ['Latin-1', bytesOf(0x61, 0xe4, 0xa7), 'aä§', 'windows-1252', false],
    ['Windows-1252', bytesOf(0x80, 0x61, 0x81), '€a\u0081', 'windows-1252', false],
    ['colours of a log', bytesOf(0x1b, 0x5b, 0x33, 0x31, 0x6d, 0xe4), '\u001b[31mä', 'windows-1252', false],
  ])('%s', (_, bytes, text, encoding, hasBom) => {
    expect(decodeText(bytes)).toEqual({ text, format: { encoding, hasBom } })
  })

  it.each<[string, Uint8Array]>([
    ['a zero', utf8('a\0b')],
    ['an archive', bytesOf(0x50, 0x4b, 3, 4, 0x14, 0, 0x88, 0xff)],
    ['UTF-16 cut in the middle', bytesOf(0xff, 0xfe, 0x61)],
    ['UTF-16 with half a pair', bytesOf(0xff, 0xfe, 0x00, 0xd8)],
    ['UTF-16 with a zero', bytesOf(0xff, 0xfe, 0x61, 0, 0, 0)],
    ['bytes of many controls', Uint8Array.from({ length: 100 }, (_, n) => (n % 10 === 0 ? 1 : 0xe4))],
  ])('%s is no text', (_, bytes) => {
    expect(decodeText(bytes)).toBeNull()
  })
})

describe('writing', () => {
  it('gives back the very bytes of all that was read as a text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const read = decodeText(bytes)
        if (read !== null) expect(hex(encodeText(read.text, read.format))).toBe(hex(bytes))
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (text) => {
        const bytes = joined(bytesOf(0xff, 0xfe), utf16(text))
        const read = decodeText(bytes)
        if (read !== null) expect(hex(encodeText(read.text, read.format))).toBe(hex(bytes))
      }),
    )
  })

  it('gives back every byte of Windows-1252', () => {
    const bytes = Uint8Array.from({ length: 0x80 }, (_, n) => 0x80 + n)
    const read = decodeText(bytes)
    expect(read?.format.encoding).toBe('windows-1252')
    expect(read && encodeText(read.text, read.format)).toEqual(Buffer.from(bytes))
  })

  it.each<[string, string, TextEncoding]>([
    ['a character that Windows-1252 lacks', 'a→b', 'windows-1252'],
    ['a picture in it', '🎮', 'windows-1252'],
    ['half a pair', 'a\ud800', 'utf-8'],
    ['half a pair', 'a\ud800', 'utf-16le'],
  ])('refuses %s', (_, text, encoding) => {
    expect(encodeText(text, { encoding, hasBom: false })).toBeNull()
  })
})
