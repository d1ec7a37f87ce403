import { safeText } from '../../shared/model/text.ts'

/**
 * In bytes of UTF-8: with a number and `.part` it fits into the 255 that file systems give a name, with room for what
 * other systems count otherwise.
 */
const longestName = 200
/** In characters: a longer ending is none. */
const longestEnding = 16

/** What Windows does not take in a name; on other systems a folder may be on a disk that Windows reads. */
const refused = /[<>:"/\\|?*]/g
/** Names of devices on Windows, whatever their ending. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i

/** Where the ending of a name begins: `.gz` goes with `.tar` before it. */
function endingAt(name: string): number {
  const at = name.search(/(?:\.tar)?\.[^.]+$/i)
  return at <= 0 || name.length - at > longestEnding ? name.length : at
}

/** The longest start of a text that has at most so many bytes. */
function startOf(text: string, bytes: number): string {
  let start = ''
  let left = bytes
  for (const character of text) {
    left -= Buffer.byteLength(character)
    if (left < 0) break
    start += character
  }
  return start
}

/**
 * The name that a file of a server gets on this computer. Whatever a panel calls it, it is one name in the folder that
 * the person chose, on each system: no path, no device, nothing invisible or turned around, no dot or space at its end.
 */
export function localName(foreign: string): string {
  const plain = safeText(foreign.normalize('NFC').toWellFormed(), Number.POSITIVE_INFINITY)
    .replace(refused, '_')
    .replace(/[. ]+$/, '')
    .trimStart()
  const at = endingAt(plain)
  const ending = plain.slice(at)
  const name = (startOf(plain.slice(0, at), longestName - Buffer.byteLength(ending)) + ending).replace(/[. ]+$/, '')
  if (name === '') return 'file'
  return device.test(name) ? `_${name}` : name
}

/** The name with a number, for the second file of that name and so on: `a.tar.gz` → `a (2).tar.gz`. */
export function numbered(name: string, n: number): string {
  const at = endingAt(name)
  return n === 1 ? name : `${name.slice(0, at)} (${n})${name.slice(at)}`
}
