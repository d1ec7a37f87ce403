/** A pasted or typed token: outer white space dropped; `broken` when white space stands inside. */
export function readToken(raw: string): { readonly token: string; readonly broken: boolean } {
  const token = raw.trim()
  return { token, broken: /\s/.test(token) }
}

/** The token without the white space inside it. */
export function mendToken(raw: string): string {
  return raw.replace(/\s+/g, '')
}
