import { safeLine } from '../../shared/model/text.ts'
import type { HideToken } from '../panel/token-echo.ts'

/** A line longer than this, in characters, is cut, and says so. */
const maxLineLength = 8_192
/** Maximum number of lines taken out of one message; machines send a line at a time. */
const maxLinesAtOnce = 1_000

const esc = String.raw`\u001b`
/** Starts of strings that carry anything up to their end: OSC, DCS, SOS, PM, APC, in both spellings. */
const stringStart = String.raw`(?:${esc}[\]PX^_]|[\u0090\u0098\u009d-\u009f])`
/** Optional: one that is cut off ends where the next begins, and nothing is looked at twice. */
const stringEnd = String.raw`(?:\u0007|${esc}\\|\u009c)?`

/**
 * Control sequences of a terminal (ECMA-48): strings with all they carry, CSI sequences, other escapes. One that
 * is cut off ends with the line. The group holds an SGR sequence, the one kind that stays.
 */
const controlSequence = new RegExp(
  [
    String.raw`${stringStart}[^\u0007\u001b\u009c]*${stringEnd}`,
    String.raw`(${esc}\[[0-9;:]{0,64}m)`,
    String.raw`(?:${esc}\[|\u009b)[\u0020-\u003f]*[\u0040-\u007e]?`,
    String.raw`${esc}[\u0020-\u002f]*[\u0030-\u007e]?`,
  ].join('|'),
  'g',
)
const colours = new RegExp(String.raw`${esc}\[[0-9;:]*m`, 'g')
const reset = '\u001b[0m'

/** What a carriage return leaves of a line: the last thing that was written over it. */
function lastWritten(line: string): string {
  const written = line.split('\r').filter((part) => part !== '')
  return written.at(-1) ?? ''
}

function shownLine(line: string): string {
  const tooLong = line.length - maxLineLength
  // Cut by the group, a text is its parts with SGR sequences, or nothing, between them.
  const parts = lastWritten(tooLong > 0 ? line.slice(0, maxLineLength) : line).split(controlSequence)
  const clean = parts.map((part = '', i) => (i % 2 === 0 ? safeLine(part) : part)).join('')
  const whole = clean.includes('\u001b') ? clean + reset : clean
  return tooLong > 0 ? `${whole} … (${tooLong.toLocaleString('en')} more characters)` : whole
}

const linesOf = (output: string) => output.replace(/\r?\n$/, '').split(/\r?\n/, maxLinesAtOnce)

/**
 * Foreign console output as lines that can do nothing but be read: text, tabs and colours (SGR). No title, no
 * clipboard, no cursor, no question that a terminal would answer, nothing that runs into the next line.
 * A line that was written over (progress bars) is what it ended as; line ends inside make several lines.
 */
export function safeLines(output: string): string[] {
  return linesOf(output).map(shownLine)
}

/**
 * A line that a server printed. `keys`: what it is compared by when a machine repeats its last lines, in order;
 * empty for what would prove nothing, or is never repeated.
 */
export type OutputLine = { readonly text: string; readonly keys: readonly string[] }

/** Machines keep longer lines in pieces of so many bytes, and repeat the pieces (the container's log). */
const pieceBytes = 16_384
/** The machine's own words among the server's, such as `[Pterodactyl Daemon]: …`: it keeps none of them. */
const daemonWords = /^\[[^\]]{1,64} Daemon\]:/

function keysOf(line: string, text: string): readonly string[] {
  const plain = withoutColours(text)
  if (plain.trim() === '' || daemonWords.test(plain)) return []
  const bytes = line.length > pieceBytes / 4 ? Buffer.from(line) : null
  if (bytes === null || bytes.length <= pieceBytes) return [text]
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, i) => i * pieceBytes)
  return pieces.map((from) => shownLine(bytes.toString('utf8', from, from + pieceBytes)))
}

/** What a server printed as safe lines, which can be compared to what is repeated later. */
export function outputLines(output: string): OutputLine[] {
  return linesOf(output).map((line) => {
    const text = shownLine(line)
    return { text, keys: keysOf(line, text) }
  })
}

/** A safe line without its colours, for files, pipes and comparisons. */
export function withoutColours(line: string): string {
  return line.replace(colours, '')
}

/** A safe line without the API token. One that held it loses its colours, which may stand between its letters. */
export function hideInLine(line: string, hideToken: HideToken): string {
  const plain = withoutColours(line)
  const shown = hideToken(plain)
  return shown === plain ? line : shown
}
