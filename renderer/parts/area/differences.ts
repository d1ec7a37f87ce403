/** A field of what somebody else changed meanwhile, as it is now and as the person wants it. */
export type Difference = { readonly name: string; readonly theirs: string; readonly mine: string }

/** The fields of which both are not the same. */
export const differing = (fields: readonly Difference[]): Difference[] =>
  fields.filter(({ theirs, mine }) => theirs !== mine)
