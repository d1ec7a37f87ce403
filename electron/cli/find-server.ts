import type { AppError } from '../../shared/error-schema.ts'
import { listErrors } from '../../shared/keys/left-out.ts'
import { isForKey, type Need } from '../../shared/keys/rights.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { readEntry } from '../panel/list-entry.ts'
import { readServerFacts } from '../panel/server-facts.ts'
import { reach } from '../servers/reach.ts'
import type { Access } from './access.ts'
import { type FoundApart, openReadingCore, type ReadingCore, tellingWaits } from './core.ts'
import type { ExitCode } from './format.ts'
import { reportLeftOut, type Session } from './session.ts'

const severalPanels = {
  message: 'Several panels have a server with this identifier.',
  hint: 'Choose one with --panel NAME. Run list to see the names.',
}

/** A demo panel that nobody started is no failure of a panel, and has a next step of its own. */
const demoIsClosed = {
  message: 'The demo panel answers only while Servertray is open.',
  hint: 'Start Servertray, then try again.',
}

/** What each key whose list could not be read failed with, named where there are several. */
export function keyFailures({ keys, panels }: AppState): readonly AppError[] {
  const all = Object.values(keys)
  return all.flatMap(({ health, label, panelId }) => {
    if (health.kind !== 'failing') return []
    const isClosed = panels[panelId]?.kind === 'demo' && health.error.code === 'connection-refused'
    const error = { ...health.error, ...(isClosed && demoIsClosed) }
    return [all.length === 1 ? error : { ...error, message: `${label}: ${error.message}` }]
  })
}

/** Says what could not be read of the lists, and returns the exit code of the first of it. */
export function reportMissing(session: Session, state: AppState): ExitCode {
  const [exit] = keyFailures(state).map(session.report)
  const partial = reportLeftOut(session, Object.values(state.keys))
  return exit ?? partial
}

/** The listed server of that identifier; where no list has it a key's failure, else what the lists left out. */
function findListed(state: AppState, identifier: string): Result<ServerView> {
  const [server, ...others] = Object.values(state.servers).filter((one) => one.identifier === identifier)
  if (others.length > 0) return fail('invalid-request', severalPanels)
  if (server !== undefined) return ok(server)
  const [failure] = keyFailures(state)
  if (failure !== undefined) return fail(failure)
  const [cut] = Object.values(state.keys).flatMap(({ label, leftOut }) => listErrors(label, leftOut))
  if (cut === undefined) return fail('server-not-found')
  return fail('server-not-found', {
    message: `No server with that identifier was found. ${cut.message}`,
    hint: cut.hint,
  })
}

/** The server in the answer about one; null where it is not the one that was asked for. */
function serverIn(answer: unknown, typed: string): FoundApart | null {
  const entry = readEntry(answer, null)
  if (entry === null || ![entry.server.identifier, readServerFacts(answer)?.uuid].includes(typed)) return null
  const { server, isPanelEntry, isPelican } = entry
  return { servers: [server], dialect: isPanelEntry ? 'pterodactyl' : 'core', isPelican }
}

/**
 * The server that a person named, once the lists are read. One that is in none is asked for by that name: panels list to an
 * admin only his own servers (panel API, *GET /api/client*), and of those no uuid is kept.
 * @param typed its identifier or full uuid
 */
export async function findServer(
  { call, stopped }: Session,
  { store, clientFor, addApart }: Pick<ReadingCore, 'store' | 'clientFor' | 'addApart'>,
  typed: string,
): Promise<Result<ServerView>> {
  const listed = findListed(store.get(), typed)
  if (listed.ok || listed.error.code === 'invalid-request') return listed
  let identifier = typed
  const { keys, panels } = store.get()
  for (const { id, panelId, health, serverCount } of Object.values(keys)) {
    const isAsked = panels[panelId]?.dialect === 'pterodactyl' || serverCount === 0
    const server = isAsked && health.kind === 'works' ? clientFor(id)?.at(typed, call) : undefined
    const read = await server?.read('server', '', (answer) => serverIn(answer, typed))
    if (!read?.ok) continue
    identifier = read.value.servers[0]?.identifier ?? typed
    await addApart(id, read.value)
  }
  if (stopped.aborted) return fail('cancelled')
  const found = findListed(store.get(), identifier)
  return found.ok || found.error.code === 'invalid-request' ? found : listed
}

type Target = {
  readonly identifier: ServerIdentifier
  readonly access: Access
  /** As its list gives it. */
  readonly name: string
  readonly isPelican: boolean
  /** Whether a refusal is for the key to mend, as `isForKey` tells. */
  readonly ofKey: boolean | null
}

/** The key to act with, and the server's name as its list gives it. Two panels that both have it need a choice. */
export async function findTarget(
  session: Session,
  accesses: readonly Access[],
  { identifier: typed, permission }: { readonly identifier: string; readonly permission: Need },
): Promise<Result<Target>> {
  const { clock, stopped } = session
  const core = openReadingCore(accesses, clock, tellingWaits(session))
  const { store, lists, clientFor, accessFor } = core
  await lists.refreshAll()
  const found = stopped.aborted ? fail('cancelled') : await findServer(session, core, typed)
  core.dispose()
  if (!found.ok) return found
  const { ref, identifier, name, panelId, accounts } = found.value
  const reached = reach(store.get(), ref, clientFor, { permission, now: clock.now() })
  const access = reached.ok ? accessFor(reached.value.keyId) : undefined
  if (!reached.ok) return reached
  if (access === undefined) return fail('unknown-key')
  const { dialect, isPelican = false } = store.get().panels[panelId] ?? {}
  return ok({ access, identifier, name, isPelican, ofKey: isForKey(dialect, accounts?.[reached.value.keyId]) })
}
