import { z } from 'zod'
import { type Permission, permissions } from './permission.ts'

export const permissionSchema = z.enum(permissions) satisfies z.ZodType<Permission>
