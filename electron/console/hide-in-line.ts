import type { HideToken } from '../panel/token-echo.ts'
import { withoutColours } from './line-text.ts'

/** A safe line without the API token. One that held it loses its colours, which may stand between its letters. */
export function hideInLine(line: string, hideToken: HideToken): string {
  const plain = withoutColours(line)
  const shown = hideToken(plain)
  return shown === plain ? line : shown
}
