import type { TokenDoubt } from '../../../shared/keys/token.ts'

/** How a doubtful token can be used without copying it again. */
export type TokenWay = 'join' | 'use'

/** White space can be removed; a token that only looks wrong can be used as it is. */
export function wayOut(doubt: TokenDoubt): TokenWay | null {
  if (doubt === 'line-break' || doubt === 'inner-space') return 'join'
  return doubt === 'too-short' || doubt === 'application-key' ? 'use' : null
}

/** The token without the white space inside it. */
export function mendToken(raw: string): string {
  return raw.replace(/\s+/g, '')
}
