import type { ActivityEvent } from '../../shared/activity/contract.ts'
import type { NeededPermission } from '../../shared/keys/permission.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Journal } from '../jobs/journal.ts'
import type { Profile } from '../keys/profile.ts'
import type { LoadStoredKeys } from '../keys/stored-key.ts'
import type { Clock } from '../lib/clock.ts'
import { orCancelled } from '../lib/time-limit.ts'
import type { Fetch, Network } from '../network/network.ts'
import type { PanelAccess, PanelClient } from '../panel/types.ts'
import { type Access, type Credentials, findCredentials, type OpenSocket, openAccess, socketsFor } from './access.ts'
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

type ReadSecret = () => Promise<Result<string>>

/** What a command on the profile works with. */
export type ProfileTools = {
  readonly profile: Profile
  /** Reads the token of a new key. */
  readonly readToken: ReadSecret
  readonly createClient: (baseUrl: string, access: PanelAccess, readToken: ReadSecret) => PanelClient
}

/** What a command on the servers of all keys works with. */
export type PanelTools = Pick<CliDeps, 'input' | 'isTyped' | 'openPlayers' | 'leaveUnread'> & {
  readonly accesses: readonly Access[]
  readonly openSocket: OpenSocket
  /** The jobs under way, of this process and of others. */
  readonly journal: Journal
  /** Whether standard output shows colours. */
  readonly hasColours: boolean
  /** Fires when the person ends the command, or nobody reads what it prints. */
  readonly over: AbortSignal
  /** Adds what was done to the activity list. */
  readonly note: ReturnType<typeof noteAction>
}

/** What a command on one server works with, by the key that may. */
export type ServerTools = Pick<PanelTools, 'openSocket' | 'journal'> & {
  readonly access: Access
  /** How downloads from the machines of its panel go. */
  readonly machines: { readonly fetch: Fetch; readonly userAgent: string }
  readonly client: PanelClient
  readonly identifier: ServerIdentifier
  /** As its list has it. */
  readonly name: string
  /** Reads the value of a variable. */
  readonly readValue: ReadSecret
  note(event: ActivityEvent | null): Promise<void>
}

type Needed = { readonly identifier: ServerIdentifier; readonly permission: NeededPermission }

/** Opens for one command what it needs, and nothing else. */
export function createTools(
  deps: CliDeps,
  { session, network, command }: { readonly session: Session; readonly network: Network; readonly command: string },
) {
  const { clock, stopped, options } = session
  const userAgent = `Servertray/${deps.version}`
  const open = (key: Credentials) => openAccess(key, options, { clock, network, userAgent, stopped })

  async function onPanels(work: (tools: PanelTools) => Promise<Outcome>): Promise<Outcome> {
    const found = await orCancelled(findCredentials(deps.env, deps.loadStoredKeys, options.panel), stopped)
    if (!found.ok) return found
    const accesses = found.value.map(open)
    const journal = deps.openJournal()
    const baseUrls = accesses.map(({ baseUrl }) => baseUrl)
    const tellUnsaved = createUnsavedNotes(session, journal, baseUrls)
    // No note before `send`: its command may be the very one that the note asks for.
    if (command !== 'send') tellUnsaved()
    const tools: PanelTools = {
      ...deps,
      accesses,
      openSocket: socketsFor(accesses, { clock, network, userAgent }),
      journal,
      // As https://no-color.org asks.
      hasColours: deps.isTerminal && !deps.env.NO_COLOR,
      over: deps.unread === undefined ? stopped : AbortSignal.any([stopped, deps.unread]),
      note: noteAction(clock, deps.noteActivity),
    }
    try {
      return session.conclude(await work(tools))
    } finally {
      tellUnsaved()
    }
  }

  return {
    async onProfile(work: (tools: ProfileTools) => Promise<Outcome>): Promise<Outcome> {
      return work({
        profile: await deps.openProfile(),
        readToken: () => orCancelled(deps.readToken(), stopped),
        createClient: (baseUrl, access, readToken) =>
          open({ panel: baseUrl, panelId: null, baseUrl, isDemo: false, access, declared: null, readToken }).client,
      })
    },
    onPanels,
    onServer: ({ identifier, permission }: Needed, work: (tools: ServerTools) => Promise<Outcome>): Promise<Outcome> =>
      onPanels(async ({ accesses, openSocket, journal, note }) => {
        // Credentials of the environment name their panel, so the one request is the action itself.
        const ofEnvironment = accesses.find(({ panelId }) => panelId === null)
        const target =
          ofEnvironment === undefined
            ? await findTarget(session, accesses, { identifier, permission })
            : ok({ access: ofEnvironment, name: identifier as string })
        if (!target.ok) return target
        const { access, name } = target.value
        const { baseUrl, client } = access
        const trust = { baseUrl, fingerprint: () => access.access.fingerprint }
        return work({
          access,
          machines: { fetch: network.fetchFromMachines(trust), userAgent },
          client,
          identifier,
          name,
          openSocket,
          journal,
          readValue: () => orCancelled(deps.readValue(), stopped),
          note: (event) => note(event, { identifier, name }, access),
        })
      }),
  }
}

export type Tools = ReturnType<typeof createTools>
