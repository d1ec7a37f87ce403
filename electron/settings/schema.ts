import { z } from 'zod'
import { trustedCertificateSchema } from '../../shared/certificate-schema.ts'
import { panelKindSchema, permissionSchema, vaultBackendSchema } from '../../shared/keys/contract.ts'
import { keyIdSchema, panelIdSchema, serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { defaultPreferences } from '../../shared/model/preferences.ts'
import { preferencesSchema } from '../../shared/model/preferences-schema.ts'
import { maxSchedules } from '../../shared/model/restart.ts'
import { scheduleSchema } from '../../shared/model/restart-schema.ts'
import { parseJson } from '../lib/parse-json.ts'

/**
 * None was released yet, so an older file is only tried as this one. After the first release, a field that is added gets a
 * default; where one changes its name or meaning, this goes up by one, and `readDocument` has to convert the older form.
 */
export const currentVersion = 8

/** Where the main window stood, on all screens together; while it is maximised, where it goes back to. */
const boundsSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  isMaximized: z.boolean().default(false),
})
export type Bounds = z.infer<typeof boundsSchema>

const panelEntrySchema = z.object({
  id: panelIdSchema,
  kind: panelKindSchema,
  name: z.string(),
  baseUrl: z.string(),
  /** The person's yes to plain http in a private network. */
  allowsHttp: z.boolean().default(false),
  /** The one certificate that is trusted beyond the authorities'. */
  trustedCertificate: trustedCertificateSchema.nullable().default(null),
})
export type PanelEntry = z.infer<typeof panelEntrySchema>

const keyEntrySchema = z.object({
  id: keyIdSchema,
  panelId: panelIdSchema,
  label: z.string(),
  /** Null until a token was pasted, as after an import. */
  tokenIn: vaultBackendSchema.nullable(),
  /** What the owner declared; null where they are not sure. */
  permissions: z.array(permissionSchema).nullable().default(null),
  /** Lists all servers of its panel, as an administrator may, in place of the account's own. */
  listsAll: z.boolean().exactOptional(),
})
export type KeyEntry = z.infer<typeof keyEntrySchema>

/** A panel as it is added: without any consent of a person. */
export const newPanel = ({ id, kind, name, baseUrl }: Omit<PanelEntry, 'allowsHttp' | 'trustedCertificate'>) =>
  ({ id, kind, name, baseUrl, allowsHttp: false, trustedCertificate: null }) satisfies PanelEntry

/** The entries with one of them changed. */
export const withEntry = <E extends { readonly id: string }>(
  entries: readonly E[],
  id: E['id'],
  by: Partial<NoInfer<E>>,
): E[] => entries.map((entry) => (entry.id === id ? { ...entry, ...by } : entry))

/**
 * The settings file and its backup. They hold no tokens in any form; encrypted ones are in a file of their own
 * (`ciphertexts.ts`).
 */
export const settingsSchema = z.object({
  version: z.literal(currentVersion),
  panels: z.array(panelEntrySchema),
  /** In the order of the key list. */
  keys: z.array(keyEntrySchema),
  /** Copies of tokens that are to be deleted: noted before a copy is made, removed once it is deleted. */
  pendingDeletions: z.array(z.object({ keyId: keyIdSchema, backend: vaultBackendSchema })).default([]),
  /** The person agreed to tokens that are kept in memory only, for one run. */
  allowsMemory: z.boolean().default(false),
  preferences: preferencesSchema.default(defaultPreferences),
  schedules: z.array(scheduleSchema).max(maxSchedules).default([]),
  lastUsed: serverRefSchema.nullable(),
  windowBounds: boundsSchema.nullable(),
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings = settingsSchema.parse({
  version: currentVersion,
  panels: [],
  keys: [],
  lastUsed: null,
  windowBounds: null,
})

const versionedSchema = z.looseObject({ version: z.int().min(1) })

/** What a settings file holds. */
export type SettingsDocument =
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'newer' }
  | { readonly kind: 'broken'; readonly reason: string }

/**
 * Reads a settings file's text; what an older file has no field for gets its default. Pure; never throws, whatever the
 * text.
 */
export function readDocument(text: string): SettingsDocument {
  const versioned = versionedSchema.safeParse(parseJson(text))
  if (!versioned.success) return { kind: 'broken', reason: 'it is no JSON object with a version' }
  if (versioned.data.version > currentVersion) return { kind: 'newer' }
  const parsed = settingsSchema.safeParse({ ...versioned.data, version: currentVersion })
  if (parsed.success) return { kind: 'settings', settings: parsed.data }
  const places = parsed.error.issues.map((issue) => issue.path.join('.')).slice(0, 5)
  return { kind: 'broken', reason: `unexpected values at ${places.join(', ')}` }
}
