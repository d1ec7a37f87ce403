/** How lines end in a text. What is mixed counts as `\n`, so that each `\r` stays where it is. */
export type LineEnd = '\n' | '\r\n'

/** The line end that a text has throughout. */
export function lineEndOf(text: string): LineEnd {
  if (!text.includes('\r\n')) return '\n'
  return /(?<!\r)\n|\r(?!\n)/.test(text) ? '\n' : '\r\n'
}

/** A text from elsewhere with the line ends of the one that it is pasted into. */
export const withLineEnds = (text: string, end: LineEnd): string => text.replace(/\r\n?|\n/g, end)
