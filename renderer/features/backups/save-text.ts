import { commandOf } from '../../parts/commands/command-text.ts'

/** The commands of a line, `save-off; save-all flush`, in their order. */
export function commandsIn(text: string): string[] {
  return text
    .split(';')
    .map(commandOf)
    .filter((command) => command !== '')
}

/** Commands as one line. */
export const lineOf = (commands: readonly string[]): string => commands.join('; ')
