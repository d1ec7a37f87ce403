import { z } from 'zod'
import { trustedCertificateSchema } from '../certificate-schema.ts'
import { panelIdSchema } from './identifier-schema.ts'
import type { Dialect, PanelKind, PanelView } from './panel.ts'

export const panelKindSchema = z.enum(['remote', 'demo']) satisfies z.ZodType<PanelKind>

export const dialectSchema = z.enum(['core', 'pterodactyl']) satisfies z.ZodType<Dialect>

export const panelViewSchema = z.object({
  id: panelIdSchema,
  kind: panelKindSchema,
  name: z.string(),
  baseUrl: z.string(),
  dialect: dialectSchema,
  isPelican: z.boolean().exactOptional(),
  allowsHttp: z.boolean(),
  trustedCertificate: trustedCertificateSchema.nullable(),
}) satisfies z.ZodType<PanelView>
