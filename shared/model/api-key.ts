import { z } from 'zod'
import { appErrorSchema } from '../errors.ts'
import { budgetSchema } from './budget.ts'
import { keyIdSchema, panelIdSchema } from './identifier.ts'
import { leftOutSchema } from './left-out.ts'
import { permissionSchema } from './permission.ts'
import { safeText } from './text.ts'

/** Where a token is kept. `memory` lasts for this run only. */
export const vaultBackendSchema = z.enum(['keychain', 'safe-storage', 'memory'])
export type VaultBackendName = z.infer<typeof vaultBackendSchema>

/** What the last answer to this key's list call said. Times are unix milliseconds. */
export const keyHealthSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('works'), at: z.number() }),
  z.object({ kind: z.literal('failing'), since: z.number(), error: appErrorSchema }),
])
export type KeyHealth = z.infer<typeof keyHealthSchema>

/** What one answer of the panel showed about a key. `at` is in unix milliseconds. */
const learnedFactSchema = z.object({ permission: permissionSchema, has: z.boolean(), at: z.number() })
export type LearnedFact = z.infer<typeof learnedFactSchema>

/** An API key as the window sees it: everything but the token. */
export const keyViewSchema = z.object({
  id: keyIdSchema,
  panelId: panelIdSchema,
  label: z.string(),
  /** Null until a token was pasted, as after an import. */
  tokenIn: vaultBackendSchema.nullable(),
  health: keyHealthSchema,
  /** Servers of the last list; null when it was never read. */
  serverCount: z.number().nullable(),
  /** What the last list had beyond that. */
  leftOut: leftOutSchema,
  /** What the owner says the key may do; null where they are not sure. */
  declared: z.array(permissionSchema).nullable(),
  /** What the panel's answers showed: that something worked for a day, a refusal for minutes. */
  learned: z.array(learnedFactSchema),
  /** The rate limit as the panel's answers tell it; null before any. How much is left is as of some seconds ago. */
  budget: budgetSchema.nullable(),
})
export type KeyView = z.infer<typeof keyViewSchema>

/** A label for a key: 1 to 60 characters without controls, at least one of which is seen. */
export const keyLabelSchema = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u)
  .refine((label) => safeText(label) !== '')
