import { tokenDoubt } from '../../../shared/model/token.ts'

/** A pasted or typed token: outer white space dropped; `broken` when white space stands inside. */
export function readToken(raw: string): { readonly token: string; readonly broken: boolean } {
  const doubt = tokenDoubt(raw)
  return { token: raw.trim(), broken: doubt === 'line-break' || doubt === 'inner-space' }
}

/** The token without the white space inside it. */
export function mendToken(raw: string): string {
  return raw.replace(/\s+/g, '')
}
