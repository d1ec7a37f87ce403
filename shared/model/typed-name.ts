import { normalizedText } from './text.ts'

/**
 * Whether a person typed a name to confirm what destroys something. Blanks around it do not count, nor differences that
 * nobody sees: kinds of blanks, full and half width, invisible characters, an accent joined to its letter or not.
 * Capitals count. False where there is nothing to see.
 */
export const isNameTyped = (typed: string, name: string): boolean =>
  normalizedText(typed) !== '' && normalizedText(typed) === normalizedText(name)
