import type { ActivityEvent } from '../../shared/activity/contract.ts'
import { type Need, refusalWords } from '../../shared/keys/rights.ts'
import { isServerIdentifier, type ServerIdentifier, serverRef } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Profile } from '../keys/profile.ts'
import { orCancelled } from '../lib/time-limit.ts'
import { type Access, findCredentials, openAccess, socketsFor } from './access.ts'
import { findTarget } from './find-server.ts'
import type { Outcome, Session } from './session.ts'
import { createUnsavedNotes } from './unsaved.ts'

/** The server that something was done to, by the name that its list gives it. */
type NotedServer = { readonly identifier: ServerIdentifier; readonly name: string }

/** What a command on the servers of all keys works with. */
const panelToolsOf = (session: Session, accesses: readonly Access[]) => ({
  accesses,
  openSocket: socketsFor(session, accesses),
  journal: session.openJournal(),
  /** Adds what was done by a key to the activity list of the profile; a key of the environment has none. */
  async note(
    event: ActivityEvent | null,
    { identifier, name }: NotedServer,
    access: Access | undefined,
  ): Promise<void> {
    if (event === null || access?.panelId == null) return
    const ref = serverRef(access.panelId, identifier)
    const id = crypto.randomUUID()
    await session.noteActivity({ id, at: session.clock.now(), ref, name: safeText(name), event })
  },
})
export type PanelTools = ReturnType<typeof panelToolsOf>

/** What a command on one server works with, by the key that may. */
function serverToolsOf(
  session: Session,
  tools: PanelTools,
  server: NotedServer & { readonly access: Access; readonly isPelican: boolean | null },
) {
  const { access, identifier } = server
  const { baseUrl, client } = access
  const trust = { baseUrl, fingerprint: () => access.access.fingerprint }
  return {
    ...tools,
    ...server,
    client,
    /** Its areas, in a person's calls. */
    at: client.at(identifier, session.call),
    /** How downloads from the machines of its panel go. */
    machines: { fetch: session.network.fetchFromMachines(trust), userAgent: session.userAgent },
    /** Adds what was done to it to the activity list. */
    noteHere: (event: ActivityEvent | null) => tools.note(event, server, access),
  }
}
export type ServerTools = ReturnType<typeof serverToolsOf>

type Needed = { readonly identifier: string; readonly permission: Need }

/** Opens for a command what it needs, and nothing else. */
export function createTools(session: Session, command: string) {
  async function onPanels(work: (tools: PanelTools) => Promise<Outcome>): Promise<Outcome> {
    const found = await orCancelled(findCredentials(session), session.stopped)
    if (!found.ok) return found
    const tools = panelToolsOf(
      session,
      found.value.map((key) => openAccess(session, key)),
    )
    const noteUnsaved = createUnsavedNotes(session, tools)
    // No note before `send`: its command may be the very one that the note asks for.
    if (command !== 'send') noteUnsaved()
    try {
      return session.conclude(await work(tools))
    } finally {
      noteUnsaved()
    }
  }

  return {
    onProfile: async (work: (profile: Profile) => Promise<Outcome>): Promise<Outcome> =>
      work(await session.openProfile()),
    onPanels,
    onServer: (needed: Needed, work: (tools: ServerTools) => Promise<Outcome>): Promise<Outcome> =>
      onPanels(async (tools) => {
        const { identifier } = needed
        // Credentials of the environment name their panel, so the one request is the action itself.
        const access = tools.accesses.find(({ panelId }) => panelId === null)
        // Which kind it is nobody has asked then.
        const found =
          access && isServerIdentifier(identifier)
            ? ok({ access, identifier, name: identifier, isPelican: null, ofKey: null })
            : await findTarget(session, tools.accesses, needed)
        if (!found.ok) return found
        const outcome = await work(serverToolsOf(session, tools, found.value))
        if (typeof outcome === 'number' || outcome.ok || outcome.error.right === undefined) return outcome
        return fail({ ...outcome.error, ...refusalWords('This key', outcome.error.right, found.value.ofKey) })
      }),
  }
}

export type Tools = ReturnType<typeof createTools>
