import { z } from 'zod'

/** The request of a call that asks for nothing in particular. */
export const nothing = z.undefined()
/** The reply of a call that only succeeds or fails. */
export const done = z.void()
/** The reply of a change to something that somebody else may have changed first (`Change`). */
export const changeOf = <T extends z.ZodType>(thing: T) => z.object({ meanwhile: thing.nullable() })

/** What the channels of some areas may carry: those whose names begin with `Area` and a colon. */
export type PartOfContract<Area extends string> = Readonly<
  Record<`${Area}:${string}`, { readonly request: z.ZodType; readonly reply: z.ZodType }>
>
