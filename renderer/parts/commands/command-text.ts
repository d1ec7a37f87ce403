/** A command as it is sent: one line, as panels refuse control characters; those of pasted text become spaces. */
export function commandOf(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

/** The commands of a pasted text, one a line. */
export function commandsOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map(commandOf)
    .filter((command) => command !== '')
}
