/** Why a pasted token does not look whole or right; see `tokenDoubt`. */
export type TokenDoubt = 'empty' | 'line-break' | 'inner-space' | 'strange-character' | 'application-key' | 'too-short'

/** Prefixes of the panels' own tokens: client keys, then application keys (the panel's API, *API keys*). */
const knownPrefix = /^(?:ptlc|ptla|pacc|papp)_/
const applicationPrefix = /^(?:ptla|papp)_/
/**
 * Length of a complete token with one of the known prefixes: an identifier of 16, prefix included, and a secret of 32.
 */
const wholeLength = 48

/**
 * What is suspicious about a token; null when nothing is. White space around it is dropped and does not count. A token
 * without a known prefix is judged by its characters alone, since other panels have other tokens.
 */
export function tokenDoubt(typed: string): TokenDoubt | null {
  const token = typed.trim()
  if (token === '') return 'empty'
  if (/[\n\r\u2028\u2029]/.test(token)) return 'line-break'
  if (/\s/.test(token)) return 'inner-space'
  if (!/^[\x21-\x7e]+$/.test(token)) return 'strange-character'
  if (applicationPrefix.test(token)) return 'application-key'
  return knownPrefix.test(token) && token.length < wholeLength ? 'too-short' : null
}

/**
 * Whether what was typed as an address looks like a token: one with a known prefix anywhere, the signed kind, or a long word
 * as no host is called. Looking it up would tell it to whoever answers for names.
 */
export const looksLikeToken = (typed: string): boolean =>
  /(?:ptlc|ptla|pacc|papp)_\w{8}/i.test(typed) ||
  /\beyJ[\w-]{16,}\./.test(typed) ||
  /^(?:https?:\/\/)?(?:\d+\|)?[\w-]{30,}\/?$/i.test(typed.trim())

/** What is wrong with a doubtful token, and the next step. */
export const tokenDoubtWords: Readonly<Record<TokenDoubt, { readonly message: string; readonly hint: string }>> = {
  empty: { message: 'The token is missing.', hint: 'Copy it from the window “Your API Key” of your panel.' },
  'line-break': {
    message: 'There is a line break inside this token.',
    hint: 'A token is one piece. Copy it again, or join its parts.',
  },
  'inner-space': {
    message: 'There is a space inside this token.',
    hint: 'A token is one piece. Copy it again, or join its parts.',
  },
  'strange-character': {
    message: 'There is a character in this token that tokens do not have.',
    hint: 'Copy it again from the window “Your API Key”, and nothing beside it.',
  },
  'application-key': {
    message: 'This is the token of an application key, which the client API does not take.',
    hint: 'Create a key on your account’s page of the panel (API Credentials or API Keys), and use its token.',
  },
  'too-short': {
    message: 'This token is shorter than the tokens of its kind, so a part of it may be missing.',
    hint: 'Copy the whole token again from the window “Your API Key”, or use it as it is.',
  },
}
