import { z } from 'zod'
import { permissions } from './permission.ts'

export const permissionSchema = z.enum(permissions)
