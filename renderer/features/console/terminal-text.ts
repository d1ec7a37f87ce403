import type { ConsoleLine } from '../../../shared/model/console-schema.ts'
import { safeLine } from '../../../shared/model/text.ts'
import { clockTimeWithSeconds } from '../../../shared/model/time-words.ts'

const esc = String.fromCharCode(0x1b)
const bel = String.fromCharCode(0x07)
const st = String.fromCharCode(0x9c)

/** Maximum length of a line, in UTF-16 units, so that no line fills the whole terminal. */
const maxLength = 16_384

/**
 * Where a line is split: at a colour (SGR), whose parameters are the group, or at any other escape sequence with its
 * payload.
 */
const special = new RegExp(
  [
    `${esc}\\[([\\d;:]*)m`,
    `${esc}[\\]PX^_][^${bel}${esc}${st}]*(?:${bel}|${esc}\\\\|${st})?`,
    `${esc}\\[[0-?]*[ -/]*[@-~]?`,
    `${esc}[ -/]*[0-~]?`,
  ].join('|'),
  'gu',
)

/** SGR attributes that only change a letter's look. Excluded are dim, blinking and hidden text. */
const attributes: ReadonlySet<number> = new Set([0, 1, 3, 4, 7, 9, 22, 23, 24, 27, 29, 39, 49])
const isPaletteColour = (code: number) =>
  (code >= 30 && code <= 37) || (code >= 40 && code <= 47) || (code >= 90 && code <= 97) || (code >= 100 && code <= 107)
const isByte = (n: number | undefined): n is number => n !== undefined && n >= 0 && n <= 255

/** The parameters of an extended colour from `at`, where the codes hold a complete one. */
function extendedColour(codes: readonly number[], at: number): readonly number[] | null {
  const length = codes[at + 1] === 5 ? 3 : codes[at + 1] === 2 ? 5 : 0
  const whole = codes.slice(at, at + length)
  return length > 0 && whole.length === length && whole.slice(2).every(isByte) ? whole : null
}

/** An SGR sequence with only the allowed colours and attributes; empty where none is left. */
function colours(parameters: string): string {
  const codes = parameters.split(/[;:]/).map(Number)
  const kept: number[] = []
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0
    if (code === 38 || code === 48) {
      const whole = extendedColour(codes, i)
      if (whole === null) break
      kept.push(...whole)
      i += whole.length - 1
    } else if (attributes.has(code) || isPaletteColour(code)) kept.push(code)
  }
  return kept.length > 0 ? `${esc}[${kept.join(';')}m` : ''
}

/**
 * Text that a terminal draws on one line and does nothing else with: printable characters, tabs and colours. The main
 * process has cleaned it already; this is a second line of defence.
 */
export function terminalText(text: string): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  // Plain parts alternate with the parameters of a colour, or undefined.
  const parts: readonly (string | undefined)[] = cut.split(special)
  return parts.map((part, i) => (part === undefined ? '' : i % 2 === 0 ? safeLine(part) : colours(part))).join('')
}

/** The text alone, without colours. */
export function plainText(text: string): string {
  return terminalText(text).replace(sgr, '')
}

const sgr = new RegExp(`${esc}\\[[\\d;]*m`, 'g')

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

const colourReset = `${esc}[0m`

/** SGR colour codes for lines of the app or daemon, and for commands sent from here. */
const dim = 90
const accent = 94

/** The sign before a line that is not the server's own output. */
const signs = { daemon: '◆', install: '⇣', state: '●', note: '·' } as const

function body({ kind, text }: ConsoleLine): string {
  switch (kind) {
    case 'output':
      return `${terminalText(text)}${colourReset}`
    case 'command':
      return painted(accent, `> ${plainText(text)}`)
    case 'gap':
      return painted(dim, `──────── ${plainText(text)} ────────`)
    default:
      return painted(dim, `${signs[kind]} ${plainText(text)}`)
  }
}

/** A line as terminal text, without a line break. A gap has no time. */
export function formatLine(line: ConsoleLine, { timestamps }: { readonly timestamps: boolean }): string {
  const text = body(line)
  return timestamps && line.kind !== 'gap' ? `${painted(dim, clockTimeWithSeconds(line.at, 'h23'))} ${text}` : text
}
