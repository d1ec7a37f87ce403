import type { HideToken } from '../panel/token-echo.ts'
import { plainText } from './line-text.ts'

/** A safe line without the API token. One that held it loses its colours, which may stand between its letters. */
export function hideInLine(line: string, hideToken: HideToken): string {
  const plain = plainText(line)
  const shown = hideToken(plain)
  return shown === plain ? line : shown
}
