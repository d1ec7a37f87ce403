import type { ActivityEvent } from '../../shared/activity/contract.ts'
import type { NeededPermission } from '../../shared/keys/permission.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Journal } from '../jobs/journal.ts'
import type { Profile } from '../keys/profile.ts'
import type { LoadStoredKeys } from '../keys/stored-key.ts'
import type { Clock } from '../lib/clock.ts'
import { orCancelled } from '../lib/time-limit.ts'
import type { Network } from '../network/network.ts'
import type { PanelAccess, PanelClient } from '../panel/types.ts'
import { type Access, type Credentials, type Exchange, findCredentials, openAccess, socketsFor } from './access.ts'
import { findTarget } from './find-server.ts'
import { type NoteActivity, noteAction } from './noted.ts'
import type { OpenPlayers } from './players.ts'
import type { Outcome, Output, Session } from './session.ts'
import { createUnsavedNotes } from './unsaved.ts'

export type CliDeps = {
  /** The arguments after the program's name. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  /** Asked only when the environment gives no credentials. */
  readonly loadStoredKeys: LoadStoredKeys
  /** Asked only for the commands on keys. */
  readonly openProfile: () => Promise<Profile>
  /** Adds to the activity list of the profile; asked only after an action with a stored key. */
  readonly noteActivity: NoteActivity
  /** Asked by each command that talks to a panel. */
  readonly openJournal: () => Journal
  /** Reads the token of a new key from standard input. */
  readonly readToken: () => Promise<Result<string>>
  /** Reads the value of a variable from there. */
  readonly readValue: () => Promise<Result<string>>
  /** Lines of standard input, for commands that take them. */
  readonly input: AsyncIterable<string>
  /** Whether a person types them; not, by default. */
  readonly isTyped?: boolean
  /** Asks games how many are on; nobody is asked where it is not given. */
  readonly openPlayers?: OpenPlayers | undefined
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  readonly clock: Clock
  /** Fires when the person ends the command. */
  readonly stopped?: AbortSignal | undefined
  /** Fires when nobody reads standard output any more. */
  readonly unread?: AbortSignal | undefined
  /** Told that what is not read by now is not waited for: the command's time is over. */
  readonly leaveUnread?: (() => void) | undefined
  readonly version: string
}

type Parts = { readonly session: Session; readonly exchange: Exchange }

/** What a command on the profile works with. */
async function openProfileTools(deps: CliDeps, { session: { options, stopped }, exchange }: Parts) {
  return {
    profile: await deps.openProfile(),
    /** Reads the token of a new key. */
    readToken: () => orCancelled(deps.readToken(), stopped),
    createClient(baseUrl: string, access: PanelAccess, readToken: Credentials['readToken']): PanelClient {
      const key = { panel: baseUrl, panelId: null, baseUrl, isDemo: false, access, declared: null, readToken }
      return openAccess(key, options, { ...exchange, stopped }).client
    },
  }
}
export type ProfileTools = Awaited<ReturnType<typeof openProfileTools>>

/** What a command on the servers of all keys works with. */
function openPanelTools(deps: CliDeps, { session, exchange }: Parts, accesses: readonly Access[]) {
  const { clock, stopped } = session
  const { input, isTyped = false, openPlayers, leaveUnread, unread, env } = deps
  return {
    accesses,
    openSocket: socketsFor(accesses, exchange),
    /** The jobs under way, of this process and of others. */
    journal: deps.openJournal(),
    input,
    /** Whether a person types the input. */
    isTyped,
    openPlayers,
    /** Whether standard output shows colours, as https://no-color.org asks. */
    hasColours: deps.isTerminal && !env.NO_COLOR,
    /** Fires when the person ends the command, or nobody reads what it prints. */
    over: unread === undefined ? stopped : AbortSignal.any([stopped, unread]),
    /** Adds what was done to the activity list. */
    note: noteAction(clock, deps.noteActivity),
    /** What is not read by the end of the command is not waited for. */
    leaveUnread: () => leaveUnread?.(),
  }
}
export type PanelTools = ReturnType<typeof openPanelTools>

type Target = { readonly access: Access; readonly identifier: ServerIdentifier; readonly name: string }

/** What a command on one server works with, by the key that may; `name` is as its list has it. */
function serverToolsOf(
  deps: CliDeps,
  { session, exchange: { network, userAgent } }: Parts,
  { openSocket, journal, note }: PanelTools,
  { access, identifier, name }: Target,
) {
  const { baseUrl, client } = access
  const trust = { baseUrl, fingerprint: () => access.access.fingerprint }
  return {
    access,
    client,
    identifier,
    name,
    openSocket,
    journal,
    /** How downloads from the machines of its panel go. */
    machines: { fetch: network.fetchFromMachines(trust), userAgent },
    /** Reads the value of a variable. */
    readValue: () => orCancelled(deps.readValue(), session.stopped),
    note: (event: ActivityEvent | null) => note(event, { identifier, name }, access),
  }
}
export type ServerTools = ReturnType<typeof serverToolsOf>

type Needed = { readonly identifier: ServerIdentifier; readonly permission: NeededPermission }

/** Opens for one command what it needs, and nothing else. */
export function createTools(
  deps: CliDeps,
  { session, network, command }: { readonly session: Session; readonly network: Network; readonly command: string },
) {
  const { clock, stopped, options } = session
  const exchange = { clock, network, userAgent: `Servertray/${deps.version}` }
  const parts = { session, exchange }

  async function onPanels(work: (tools: PanelTools) => Promise<Outcome>): Promise<Outcome> {
    const found = await orCancelled(findCredentials(deps.env, deps.loadStoredKeys, options.panel), stopped)
    if (!found.ok) return found
    const accesses = found.value.map((key) => openAccess(key, options, { ...exchange, stopped }))
    const tools = openPanelTools(deps, parts, accesses)
    const baseUrls = accesses.map(({ baseUrl }) => baseUrl)
    const tellUnsaved = createUnsavedNotes(session, tools.journal, baseUrls)
    // No note before `send`: its command may be the very one that the note asks for.
    if (command !== 'send') tellUnsaved()
    try {
      return session.conclude(await work(tools))
    } finally {
      tellUnsaved()
    }
  }

  return {
    onProfile: async (work: (tools: ProfileTools) => Promise<Outcome>): Promise<Outcome> =>
      work(await openProfileTools(deps, parts)),
    onPanels,
    onServer: ({ identifier, permission }: Needed, work: (tools: ServerTools) => Promise<Outcome>): Promise<Outcome> =>
      onPanels(async (tools) => {
        // Credentials of the environment name their panel, so the one request is the action itself.
        const ofEnvironment = tools.accesses.find(({ panelId }) => panelId === null)
        const target =
          ofEnvironment === undefined
            ? await findTarget(session, tools.accesses, { identifier, permission })
            : ok({ access: ofEnvironment, name: identifier as string })
        return target.ok ? work(serverToolsOf(deps, parts, tools, { ...target.value, identifier })) : target
      }),
  }
}

export type Tools = ReturnType<typeof createTools>
