import type { ConsoleLine } from '../../../shared/model/console-schema.ts'
import { safeLine } from '../../../shared/model/text.ts'
import { clockTimeWithSeconds } from '../../../shared/model/time-words.ts'

const esc = String.fromCharCode(0x1b)
const bel = String.fromCharCode(0x07)
const st = String.fromCharCode(0x9c)
/** An escape sequence that colours (SGR), whose parameters are the group, or any other with what it carries. */
const sequence = new RegExp(
  [
    `${esc}\\[([\\d;:]*)m`,
    `${esc}[\\]PX^_][^${bel}${esc}${st}]*(?:${bel}|${esc}\\\\|${st})?`,
    `${esc}\\[[0-?]*[ -/]*[@-~]?`,
    `${esc}[ -/]*[0-~]?`,
  ].join('|'),
  'gu',
)
const sgr = new RegExp(`${esc}\\[[\\d;]*m`, 'g')

/** What SGR parameters may do: colours, and what changes a letter's look; not dim, blinking or hidden text. */
const allowed = /^(?:[013479]|2[23479]|[34][0-79]|(?:9|10)[0-7])$/
/** One parameter, or those of one extended colour together. */
const parameter = /[34]8[;:](?:5[;:]\d+|2(?:[;:]\d+){3})|\d+/g
const isColour = (code: string) => /[;:]/.test(code) && code.split(/[;:]/).every((part) => Number(part) <= 255)

/** An SGR sequence with only the allowed colours and attributes; empty where none is left. */
function colours(parameters: string): string {
  // A parameter that is left out is a 0.
  const codes = parameters.replace(/(?<!\d)(?=[;:]|$)/g, '0').match(parameter) ?? []
  const kept = codes.filter((code) => allowed.test(String(Number(code))) || isColour(code))
  return kept.length > 0 ? `${esc}[${kept.join(';').replaceAll(':', ';')}m` : ''
}

/**
 * Text that a terminal draws on one line and does nothing else with: printable characters, tabs and colours. The main
 * process has cleaned it already (`line-text.ts`); this is a second line of defence.
 */
export function terminalText(text: string): string {
  // Plain parts alternate with the parameters of a colour, or undefined.
  const parts: readonly (string | undefined)[] = text.split(sequence)
  return parts.map((part, i) => (part === undefined ? '' : i % 2 === 0 ? safeLine(part) : colours(part))).join('')
}

/** The text alone, without colours. */
export function plainText(text: string): string {
  return terminalText(text).replace(sgr, '')
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u

/**
 * The approximate width of a line in columns: tabs go to the next multiple of eight, East Asian letters and emoji take
 * two.
 */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of plainText(text)) {
    if (character === '\t') columns += 8 - (columns % 8)
    else columns += wide.test(character) ? 2 : 1
  }
  return columns
}

/** Paints text with one of the sixteen colours, by its SGR code. */
function painted(code: number, text: string): string {
  return `${esc}[${code}m${text}${esc}[0m`
}

/** SGR colour codes for lines of the app or daemon, and for commands sent from here. */
const dim = 90
const accent = 94

/** The sign before a line that is not the server's own output. */
const signs = { daemon: '◆', install: '⇣', state: '●', note: '·' } as const

function body({ kind, text }: ConsoleLine): string {
  if (kind === 'output') return `${terminalText(text)}${esc}[0m`
  if (kind === 'command') return painted(accent, `> ${plainText(text)}`)
  return painted(dim, kind === 'gap' ? `──────── ${plainText(text)} ────────` : `${signs[kind]} ${plainText(text)}`)
}

/** A line as terminal text, without a line break. A gap has no time, and blanks stand for one that is not known. */
export function formatLine(line: ConsoleLine, { timestamps }: { readonly timestamps: boolean }): string {
  const text = body(line)
  if (!timestamps || line.kind === 'gap') return text
  return `${line.at === null ? ' '.repeat(8) : painted(dim, clockTimeWithSeconds(line.at, 'h23'))} ${text}`
}
