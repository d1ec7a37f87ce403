import type { AppError } from '../../shared/error-schema.ts'
import { incomplete } from '../../shared/keys/left-out.ts'
import { isAll, knows, missingPermissionOf, type NeededPermission } from '../../shared/keys/permission.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Access } from './access.ts'
import { listAll, listsOf, notFound, type PartialList, type Session } from './session.ts'

/** The key to act with, and the server's name as its list gives it. */
export type Target = { readonly access: Access; readonly name: string }

const severalPanels = {
  message: 'Several panels have a server with this identifier.',
  hint: 'Choose one with --panel NAME. Run list to see the names.',
}

/** Why no list has a server: a key's failure, else what the lists left out. */
const notListedIn = (lists: readonly PartialList[], [error]: readonly AppError[]): AppError =>
  error ?? notFound(lists.flatMap(({ panel, leftOut }) => incomplete(panel, leftOut)))

/** What each key whose list could not be read failed with, named where there are several. */
export function keyFailures({ keys }: AppState): readonly AppError[] {
  const all = Object.values(keys)
  const named = (label: string, error: AppError) =>
    all.length === 1 ? error : { ...error, message: `${label}: ${error.message}` }
  return all.flatMap(({ health, label }) => (health.kind === 'failing' ? [named(label, health.error)] : []))
}

/** The server of that identifier; its key's failure where no list has it. */
export function findServer({ servers, keys }: AppState, identifier: ServerIdentifier): Result<ServerView> {
  const [server, ...others] = Object.values(servers).filter((one) => one.identifier === identifier)
  if (others.length > 0) return fail('invalid-request', severalPanels)
  if (server !== undefined) return ok(server)
  const failing = Object.values(keys).flatMap(({ health }) => (health.kind === 'failing' ? [health.error] : []))
  return fail(notListedIn(listsOf({ keys }), failing))
}

const notAll = {
  message: 'Nothing was sent: that needs a key with all permissions, and you said in Servertray that yours has not.',
}

/** Of keys that have the server: one declared to have the permission, else one not declared to lack it. */
function chooseTarget(targets: readonly [Target, ...Target[]], permission: NeededPermission, now: number) {
  if (permission === 'all') {
    const able = targets.find(({ access }) => access.declared === null || isAll(access.declared))
    return able === undefined ? fail('all-permissions-needed', notAll) : ok(able)
  }
  const known = targets.map(({ access }) => ({ declared: access.declared, learned: [] }))
  const missing = missingPermissionOf(known, permission, now)
  if (missing !== null) {
    const message = `Nothing was sent: ${missing.reason}, as you said in Servertray.`
    return fail('permission-lacking', { message, hint: missing.hint })
  }
  const knowledge = known.map((key) => knows(key, permission, now))
  return ok(targets[knowledge.indexOf('has')] ?? targets[knowledge.indexOf('unknown')] ?? targets[0])
}

/** The key to act with. Two panels that both have a server of that identifier need a choice. */
export async function findTarget(
  session: Session,
  accesses: readonly Access[],
  { identifier, permission }: { readonly identifier: ServerIdentifier; readonly permission: NeededPermission },
): Promise<Result<Target>> {
  const { read, errors } = await listAll(session, accesses)
  if (session.stopped.aborted) return fail('cancelled')
  const [first, ...others] = read.flatMap(({ access, list }): readonly Target[] =>
    list.servers.filter((one) => one.identifier === identifier).map(({ name }) => ({ access, name })),
  )
  if (first === undefined) {
    return fail(
      notListedIn(
        read.map(({ access, list }) => ({ panel: access.panel, leftOut: list.leftOut })),
        errors,
      ),
    )
  }
  if (others.some(({ access }) => access.baseUrl !== first.access.baseUrl))
    return fail('invalid-request', severalPanels)
  return chooseTarget([first, ...others], permission, session.clock.now())
}
