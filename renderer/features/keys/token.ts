import type { TokenDoubt } from '../../../shared/model/token.ts'

/** What can be done about a doubtful token without copying it again. */
export type TokenWay = 'join' | 'use'

/** White space can be taken out; a token that only looks wrong may be sent by the person's yes. */
export function wayOut(doubt: TokenDoubt): TokenWay | null {
  if (doubt === 'line-break' || doubt === 'inner-space') return 'join'
  return doubt === 'too-short' || doubt === 'application-key' ? 'use' : null
}

/** The token without the white space inside it. */
export function mendToken(raw: string): string {
  return raw.replace(/\s+/g, '')
}
