import { z } from 'zod'
import {
  type AllocationAct,
  type AllocationReach,
  type AllocationsOfServer,
  allocationActs,
  allocationReaches,
  maxAllocationNotes,
  maxServerAllocations,
  type ServerAllocation,
  type ServerAllocationList,
} from './server-allocation.ts'
import { waitingChangeSchema } from './waiting-change-schema.ts'

export const allocationIdSchema = z.number().int().min(0) satisfies z.ZodType<ServerAllocation['id']>

/** As it is sent: one line. */
export const allocationNotesSchema = z
  .string()
  .trim()
  .max(maxAllocationNotes)
  .regex(/^\P{Cc}*$/u) satisfies z.ZodType<ServerAllocation['notes']>

export const allocationReachSchema = z.enum(allocationReaches) satisfies z.ZodType<AllocationReach>

export const serverAllocationSchema = z.object({
  id: allocationIdSchema,
  address: z.string(),
  reach: allocationReachSchema,
  beside: z.string().nullable(),
  guess: z.string().nullable(),
  notes: z.string(),
  isPrimary: z.boolean(),
}) satisfies z.ZodType<ServerAllocation>

export const serverAllocationListSchema = z.object({
  allocations: z.array(serverAllocationSchema).max(maxServerAllocations),
  leftOut: z.number().int().min(0),
}) satisfies z.ZodType<ServerAllocationList>

export const allocationActSchema = z.enum(allocationActs) satisfies z.ZodType<AllocationAct>

export const allocationsOfServerSchema = serverAllocationListSchema.extend({
  limit: z.number().int().min(0).nullable(),
  denied: z.array(allocationActSchema),
  waiting: waitingChangeSchema.nullable(),
}) satisfies z.ZodType<AllocationsOfServer>
