import type { AppError } from '../../shared/error-schema.ts'
import { incomplete } from '../../shared/keys/left-out.ts'
import { isForKey, type Need } from '../../shared/keys/rights.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { reach } from '../servers/reach.ts'
import type { Access } from './access.ts'
import { openReadingCore, tellingWaits } from './core.ts'
import type { ExitCode } from './format.ts'
import { listsOf, reportLeftOut, type Session } from './session.ts'

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
  const partial = reportLeftOut(session, listsOf(state))
  return exit ?? partial
}

/** The server of that identifier; where no list has it a key's failure, else what the lists left out. */
export function findServer(state: AppState, identifier: ServerIdentifier): Result<ServerView> {
  const [server, ...others] = Object.values(state.servers).filter((one) => one.identifier === identifier)
  if (others.length > 0) return fail('invalid-request', severalPanels)
  if (server !== undefined) return ok(server)
  const [failure] = keyFailures(state)
  if (failure !== undefined) return fail(failure)
  const [cut] = listsOf(state).flatMap(({ panel, leftOut }) => incomplete(panel, leftOut))
  if (cut === undefined) return fail('server-not-found')
  return fail('server-not-found', {
    message: `No server with that identifier was found. ${cut.message}`,
    hint: cut.hint,
  })
}

type Target = {
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
  { identifier, permission }: { readonly identifier: ServerIdentifier; readonly permission: Need },
): Promise<Result<Target>> {
  const { clock, stopped } = session
  const { store, lists, clientFor, accessFor, dispose } = openReadingCore(accesses, clock, tellingWaits(session))
  await lists.refreshAll()
  dispose()
  if (stopped.aborted) return fail('cancelled')
  const found = findServer(store.get(), identifier)
  if (!found.ok) return found
  const { ref, name, panelId, accounts } = found.value
  const reached = reach(store.get(), ref, clientFor, { permission, now: clock.now() })
  const access = reached.ok ? accessFor(reached.value.keyId) : undefined
  if (!reached.ok) return reached
  if (access === undefined) return fail('unknown-key')
  const { dialect, isPelican = false } = store.get().panels[panelId] ?? {}
  return ok({ access, name, isPelican, ofKey: isForKey(dialect, accounts?.[reached.value.keyId]) })
}
