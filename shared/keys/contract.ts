import { z } from 'zod'
import { fingerprintSchema, trustedCertificateSchema } from '../certificate-schema.ts'
import { appErrorSchema } from '../error-schema.ts'
import { done, nothing, type PartOfContract } from '../model/contract-schema.ts'
import type { KeyId, PanelId } from '../model/identifier.ts'
import { keyIdSchema, panelIdSchema, serverIdentifierSchema } from '../model/identifier-schema.ts'
import { safeText } from '../model/text.ts'
import { permissions } from './permission.ts'

export const permissionSchema = z.enum(permissions)

/** `demo` is the panel that comes inside the app; its port may change from run to run. */
export const panelKindSchema = z.enum(['remote', 'demo'])

/** What a panel speaks: `core` is list, power and command alone; `pterodactyl` all of the client API, on Pelican too (`isPelican`). */
export const dialectSchema = z.enum(['core', 'pterodactyl'])
export type Dialect = z.infer<typeof dialectSchema>

/** A hosting panel as the window sees it. `baseUrl` is the client API's `{base_url}`. */
export const panelViewSchema = z.object({
  id: panelIdSchema,
  kind: panelKindSchema,
  name: z.string(),
  baseUrl: z.string(),
  /** As the last list showed; `core` before the first. */
  dialect: dialectSchema,
  /** True where the last list showed that it is Pelican, whose pages stand elsewhere. */
  isPelican: z.boolean().exactOptional(),
  /** A person has allowed plain http, which sends the token unencrypted; needed in private networks only. */
  allowsHttp: z.boolean(),
  trustedCertificate: trustedCertificateSchema.nullable(),
})
export type PanelView = z.infer<typeof panelViewSchema>

/**
 * A key's rate limit as its panel's answers told it. Null where they told nothing; the times, in unix milliseconds, are
 * null once past.
 * - `heldUntil`: no request goes out before, since the panel asked to wait (429).
 * - `scarceUntil`: background work waits until then, since what is left is kept for people.
 */
export const budgetSchema = z.object({
  limit: z.number().nullable(),
  remaining: z.number().nullable(),
  heldUntil: z.number().nullable(),
  scarceUntil: z.number().nullable(),
})
export type BudgetView = z.infer<typeof budgetSchema>

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

/** Where a token is stored. `memory` lasts for this run only. */
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
  /** Number of servers in the last list; null before the first. */
  serverCount: z.number().nullable(),
  /** What the last list held that is not among the servers. */
  leftOut: leftOutSchema,
  /** What the owner says the key may do; null where they are not sure. */
  declared: z.array(permissionSchema).nullable(),
  /** Its list is of all servers of the panel, as administrators get it, in place of the account's own. */
  listsAll: z.boolean().exactOptional(),
  /** What the panel's answers showed. A success counts for a day, a refusal for some minutes. */
  learned: z.array(learnedFactSchema),
  /** The rate limit as the panel's answers tell it; null before any. What is left may be some seconds old. */
  budget: budgetSchema.nullable(),
})
export type KeyView = z.infer<typeof keyViewSchema>

/** The parts of the app's state that functions here read. */
export type WithKeys = { readonly keys: Readonly<Record<KeyId, KeyView>> }
export type WithPanels = { readonly panels: Readonly<Record<PanelId, PanelView>> }

/** A key's label: 1 to 60 characters, at least one of them visible, no control characters. */
export const keyLabelSchema = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u)
  .refine((label) => safeText(label) !== '')

/** A token as typed or pasted; the key registry judges it. The bound only stops floods. */
const tokenInputSchema = z.string().min(1).max(4_096)
export const addressInputSchema = z.string().min(1).max(2_048)

/** What a person types for a key, and what they allow for its panel beyond the general rule. */
const keyInputSchema = z.object({
  address: addressInputSchema,
  token: tokenInputSchema,
  /** The person agreed to send the token unencrypted: plain http in a private network. */
  allowsHttp: z.boolean().optional(),
  /** The one certificate to trust besides those of known authorities. */
  fingerprint: fingerprintSchema.optional(),
})

/** What a test call found: the base address that answered, and the servers of the key. */
const keyCheckSchema = z.object({
  baseUrl: z.string(),
  servers: z.array(z.object({ identifier: serverIdentifierSchema, name: z.string() })),
  leftOut: leftOutSchema,
})

const ofKey = z.object({ keyId: keyIdSchema })
const ofPanel = z.object({ panelId: panelIdSchema })

/** The API keys, and what their panels are allowed. */
export const keysContract = {
  'keys:check': { request: keyInputSchema, reply: keyCheckSchema },
  'keys:add': {
    request: keyInputSchema.extend({ label: keyLabelSchema }),
    reply: keyCheckSchema.extend({ keyId: keyIdSchema }),
  },
  'keys:replaceToken': { request: ofKey.extend({ token: tokenInputSchema }), reply: keyCheckSchema },
  'keys:rename': { request: ofKey.extend({ label: keyLabelSchema }), reply: done },
  'keys:remove': { request: ofKey, reply: done },
  /** Sets what the owner says the key may do; null where they are not sure. */
  'keys:setPermissions': {
    request: ofKey.extend({ permissions: z.array(permissionSchema).max(permissions.length).nullable() }),
    reply: done,
  },
  /** Kept once that list was read. Error beside the usual: `none-listed`, which changes nothing. */
  'keys:setListsAll': { request: ofKey.extend({ listsAll: z.boolean() }), reply: done },
  /** Moves a key to position `to` of the list, counted from 0. */
  'keys:move': { request: ofKey.extend({ to: z.number().int().min(0) }), reply: done },
  /** A person tries the key again: what was learned of its permissions is forgotten too. */
  'keys:refresh': { request: ofKey, reply: done },
  /** Opens the panel's own key page in the browser. */
  'keys:openPage': { request: z.object({ address: addressInputSchema }), reply: done },
  /** The person agrees to tokens that are kept in memory only; asked once. */
  'vault:allowWeaker': { request: nothing, reply: done },
  /** Trusts one certificate for one panel, instead of the one trusted before, and reads its keys' lists. */
  'panels:trustCertificate': { request: ofPanel.extend({ fingerprint: fingerprintSchema }), reply: done },
  'panels:revokeCertificate': { request: ofPanel, reply: done },
  /** Allows plain http for a panel in a private network, or no longer. */
  'panels:allowHttp': { request: ofPanel.extend({ allowed: z.boolean() }), reply: done },
} as const satisfies PartOfContract<'keys' | 'panels' | 'vault'>
