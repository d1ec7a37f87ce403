import { z } from 'zod'
import { trustedCertificateSchema } from '../certificate-schema.ts'
import { panelIdSchema } from './identifier-schema.ts'
/** `demo` is the panel that comes inside the app; its port may change from run to run. */
export const panelKindSchema = z.enum(['remote', 'demo'])

/** What a panel speaks: `core` is the client API alone, `pterodactyl` also tells states and resources. */
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
