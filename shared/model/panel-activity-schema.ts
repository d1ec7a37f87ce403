import { z } from 'zod'
import {
  type AccountActivityKind,
  type ActivityActor,
  type ActivityDetail,
  type ActivityKind,
  accountActivityKinds,
  activityKinds,
  maxActivityLines,
  type PanelActivityLine,
  type PanelActivityPage,
} from './panel-activity.ts'

export const accountActivityKindSchema = z.enum(accountActivityKinds) satisfies z.ZodType<AccountActivityKind>

export const activityKindSchema = z.enum(activityKinds) satisfies z.ZodType<ActivityKind>

/** The panel's own id of an entry. */
export const activityLineIdSchema = z.string().min(1).max(200) satisfies z.ZodType<PanelActivityLine['id']>

export const activityActorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), name: z.string(), isKey: z.boolean() }),
  z.object({ kind: z.literal('nobody') }),
]) satisfies z.ZodType<ActivityActor>

export const activityDetailSchema = z.object({
  name: z.string(),
  value: z.string(),
}) satisfies z.ZodType<ActivityDetail>

export const panelActivityLineSchema = z.object({
  id: activityLineIdSchema,
  event: z.string(),
  at: z.number(),
  text: z.string(),
  tone: z.enum(['ok', 'bad', 'plain']),
  actor: activityActorSchema,
  hides: z.boolean(),
}) satisfies z.ZodType<PanelActivityLine>

export const panelActivityPageSchema = z.object({
  lines: z.array(panelActivityLineSchema).max(maxActivityLines),
  page: z.number().int().min(1),
  totalPages: z.number().int().min(1),
  leftOut: z.number().int().min(0),
}) satisfies z.ZodType<PanelActivityPage>
