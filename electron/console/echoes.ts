import type { Clock } from '../lib/clock.ts'
import { withoutColours } from './line-text.ts'

/** A terminal echoes what it reads within this time, in milliseconds. */
const echoMs = 10_000
/** More commands than that are not under way. */
const mostCommands = 50
/** What a terminal may show before it. */
const prompt = /^[>$#:\s]+/

/** Commands that were sent, whose echo by the server's terminal would show them a second time. */
export function createEchoes(clock: Clock) {
  let waiting: { readonly command: string; until: number }[] = []
  return {
    /** A command is on its way, maybe for minutes: gives what is called once it is known what came of it. */
    add(command: string): () => void {
      const one = { command: command.trim(), until: Number.POSITIVE_INFINITY }
      waiting = [...waiting, one].slice(-mostCommands)
      return () => {
        one.until = clock.steady() + echoMs
      }
    },
    /** True for the echo of a command, once for each. */
    take(line: string): boolean {
      if (waiting.length === 0) return false
      waiting = waiting.filter(({ until }) => until > clock.steady())
      const text = withoutColours(line).trim()
      const bare = text.replace(prompt, '')
      const at = waiting.findIndex(({ command }) => command === text || command === bare)
      if (at >= 0) waiting.splice(at, 1)
      return at >= 0
    },
  }
}
