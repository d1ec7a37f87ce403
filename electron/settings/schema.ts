import { z } from 'zod'
import { vaultBackendSchema } from '../../shared/model/api-key.ts'
import { trustedCertificateSchema } from '../../shared/model/certificate.ts'
import { keyIdSchema, panelIdSchema, serverRefSchema } from '../../shared/model/identifier.ts'
import { panelKindSchema } from '../../shared/model/panel.ts'

const boundsSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type Bounds = z.infer<typeof boundsSchema>

/** What is kept on disk. Tokens are not: `ciphertexts` holds only what the system encrypted. */
export const settingsSchema = z.object({
  version: z.literal(1),
  panels: z.array(
    z.object({
      id: panelIdSchema,
      kind: panelKindSchema,
      name: z.string(),
      baseUrl: z.string(),
      allowsHttp: z.boolean().default(false),
      trustedCertificate: trustedCertificateSchema.nullable().default(null),
    }),
  ),
  keys: z.array(z.object({ id: keyIdSchema, panelId: panelIdSchema, label: z.string(), tokenIn: vaultBackendSchema })),
  /** Base64 ciphertext of safe-storage by key id. */
  ciphertexts: z.record(z.string(), z.string()),
  /** Places where a copy of a token may be that goes: written before a copy is made, dropped once it is gone. */
  leftovers: z.array(z.object({ keyId: keyIdSchema, backend: vaultBackendSchema })).default([]),
  /** The person's yes to tokens that last for one run only. */
  allowsMemory: z.boolean().default(false),
  lastUsed: serverRefSchema.nullable(),
  windowBounds: boundsSchema.nullable(),
})
export type Settings = z.infer<typeof settingsSchema>
export type PanelEntry = Settings['panels'][number]
export type KeyEntry = Settings['keys'][number]

export const defaultSettings: Settings = {
  version: 1,
  panels: [],
  keys: [],
  ciphertexts: {},
  leftovers: [],
  allowsMemory: false,
  lastUsed: null,
  windowBounds: null,
}
