import { sightOf } from './text.ts'

/**
 * Whether a person typed a name to confirm what destroys something. Blanks around it do not count, nor what nobody can see or
 * type by intent: kinds of blanks, of width and of joined accents. Capitals do.
 */
export const isNameTyped = (typed: string, name: string): boolean => sightOf(typed) === sightOf(name)
