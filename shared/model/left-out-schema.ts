import { z } from 'zod'
/** The entries of a server list that were not taken over, by number; 0 where nothing is missing. */
export const leftOutSchema = z.object({
  /** Entries without a valid identifier. */
  unusable: z.number().int().min(0),
  /**
   * Servers that the panel says it has but gave on no page, or beyond the maximum for one panel: as many as the panel
   * says, otherwise at least this number.
   */
  beyondBound: z.number().int().min(0),
})
export type LeftOut = z.infer<typeof leftOutSchema>
