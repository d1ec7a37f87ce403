import { startupImageNameSchema } from '../../shared/model/startup-schema.ts'
import { attributesOf, countOf } from './collection.ts'
import { isObject } from './shapes.ts'

/** What a panel tells of one server beside what stands in its list (the panel's API, *GET /servers/{id}*). */
export type ServerFacts = {
  /** How many backups it may have; null where the panel tells none. */
  readonly backupLimit: number | null
  /** The image it runs in; null where the panel does not tell it. */
  readonly image: string | null
  /** What the account may do to it, in the panel's own names, `*` for everything; null where it does not tell. */
  readonly permissions: readonly string[] | null
}

/** True unless the panel tells what the account may, and this is not among it. */
export const permits = (permissions: ServerFacts['permissions'], name: string): boolean =>
  permissions === null || permissions.includes('*') || permissions.includes(name)

/** Maximum number of permissions that are read; panels have some forty. */
const maxPermissions = 500
const permissionName = /^(?:\*|[a-z0-9_.-]{1,64})$/i

/** Reads the answer about one server; null for anything else. */
export function readServerFacts(answer: unknown): ServerFacts | null {
  const attributes = attributesOf(answer)
  if (attributes === null) return null
  const { feature_limits: limits, docker_image } = attributes
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {}
  const told: readonly unknown[] | null = Array.isArray(meta.user_permissions) ? meta.user_permissions : null
  const names = told?.slice(0, maxPermissions).filter((name) => typeof name === 'string')
  return {
    backupLimit: isObject(limits) ? countOf(limits.backups) : null,
    image: startupImageNameSchema.safeParse(docker_image).data ?? null,
    permissions: names?.filter((name) => permissionName.test(name)) ?? null,
  }
}
