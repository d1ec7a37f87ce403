import type { ConsoleLine } from '../../../shared/model/console-line-schema.ts'
import { clockTimeWithSeconds } from '../../../shared/model/time-words.ts'
import { colourReset, painted, plainText, terminalText } from './terminal-text.ts'

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
