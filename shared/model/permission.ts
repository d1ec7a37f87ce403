import { z } from 'zod'
import { permissions } from './permission-text.ts'

export { allows, isAll, readOnlyPermissions, ticked } from './permission-sets.ts'
export { permissions, permissionText } from './permission-text.ts'

export const permissionSchema = z.enum(permissions)
export type Permission = z.infer<typeof permissionSchema>
