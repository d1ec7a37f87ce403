import type { TextEncoding, TextFile } from '../../../../shared/files/contract.ts'

const encodings: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/** The end of lines in words; nothing for the usual one. */
function lineEndText(text: string): string | null {
  if (!text.includes('\r')) return null
  return lineEndOf(text) === '\r\n' ? 'Windows line ends' : 'mixed line ends'
}

/** How a text is kept, where that is not what everybody expects: `UTF-16 · Windows line ends`. */
export function formatText({ format: { encoding, hasBom }, text }: Pick<TextFile, 'format' | 'text'>): string {
  const bom = hasBom && encoding === 'utf-8' ? 'UTF-8 with a mark' : null
  return [bom ?? (encoding === 'utf-8' ? null : encodings[encoding]), lineEndText(text)].filter(Boolean).join(' · ')
}

/** How lines end in a text. What is mixed counts as `\n`, so that each `\r` stays where it is. */
export type LineEnd = '\n' | '\r\n'

/** The line end that a text has throughout. */
export function lineEndOf(text: string): LineEnd {
  if (!text.includes('\r\n')) return '\n'
  return /(?<!\r)\n|\r(?!\n)/.test(text) ? '\n' : '\r\n'
}

/** A text from elsewhere with the line ends of the one that it is pasted into. */
export const withLineEnds = (text: string, end: LineEnd): string => text.replace(/\r\n?|\n/g, end)
