import { keyLabelSchema } from '../../shared/keys/contract.ts'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { fail, ok } from '../../shared/result.ts'
import { initialState } from '../../shared/state/initial-state.ts'
import { createPanels } from '../keys/panels.ts'
import type { Profile } from '../keys/profile.ts'
import { createKeyRegistry } from '../keys/registry.ts'
import { keychainHint } from '../keys/stored-keys.ts'
import { orCancelled } from '../lib/time-limit.ts'
import { candidateBaseUrls, findBaseUrl } from '../panel/address.ts'
import type { PanelAccess } from '../panel/types.ts'
import { createStore } from '../state/store.ts'
import { createTokenStore } from '../vault/token-store.ts'
import { bareKey, type Credentials, openAccess } from './access.ts'
import { argument, bySchema, misuse, option } from './argument-types.ts'
import { commandWith } from './command.ts'
import { type Columns, listing } from './format.ts'
import { type Outcome, reportLeftOut, type Session } from './session.ts'

const demoOnly = { message: 'The demo panel runs inside the app only.', hint: 'Open Servertray to use its servers.' }

/** The registry that the app uses, on what the profile keeps, and its keys in the order of the key list. */
function openRegistry(session: Session, { settings, vault }: Profile) {
  const blocked = settings.blocked()
  if (blocked !== null) return fail(blocked)
  const store = createStore(initialState({ version: '', platform: '', lastUsed: null }))
  const { clock, call } = session
  const { accessTo } = createPanels({ store, settings })
  const createClient = (baseUrl: string, access: PanelAccess, readToken: Credentials['readToken']) =>
    openAccess(session, bareKey(baseUrl, access, readToken)).client
  const registry = createKeyRegistry({
    store,
    settings,
    tokenStore: createTokenStore({ settings, vault, consented: false }),
    clock,
    newId: () => crypto.randomUUID(),
    probe: (address, token, consent) =>
      findBaseUrl(address, (baseUrl) =>
        createClient(baseUrl, accessTo(baseUrl, consent), async () => ok(token)).listServers(call),
      ),
    createClient: (baseUrl, readToken) => createClient(baseUrl, accessTo(baseUrl), readToken),
  })
  registry.load()
  const { panels, keys } = settings.get()
  const rows = keys.flatMap(({ id, label, panelId, tokenIn, listsAll = false }) => {
    const panel = panels.find((known) => known.id === panelId)
    if (panel === undefined) return []
    return [{ id, label, panel: panel.name, url: panel.baseUrl, tokenIn, ...(listsAll && { listsAll }) }]
  })
  return ok({ registry, rows })
}
type Opened = Extract<ReturnType<typeof openRegistry>, { ok: true }>['value']

const keyColumns: Columns<Opened['rows'][number]> = {
  ID: ({ id }) => id,
  LABEL: ({ label }) => label,
  PANEL: ({ url, listsAll }) => (listsAll ? `${url} (all servers)` : url),
  'TOKEN IN': ({ tokenIn }) => tokenIn ?? 'none yet',
}

/** One list call for each key, all at once: the same that the app does at start. */
async function checkKeys(session: Session, { registry, rows }: Opened): Promise<Outcome> {
  if (rows.length === 0) return fail('no-key')
  const checks = await Promise.all(
    rows.map(async ({ id, label, panel, listsAll }) => {
      const list = await registry.clientFor(id)?.listServers({ ...session.call, all: listsAll })
      const result = list ?? fail('demo-failed', demoOnly)
      if (!result.ok) return { id, label, panel, servers: '', error: result.error }
      const { servers, leftOut } = result.value
      return { id, label, panel, servers: servers.length, leftOut }
    }),
  )
  const columns: Columns<(typeof checks)[number]> = {
    ID: ({ id }) => id,
    LABEL: ({ label }) => label,
    HEALTH: ({ error }) => error?.code ?? 'works',
    SERVERS: ({ servers }) => String(servers),
  }
  session.say(
    listing(columns, checks, '', ({ id, label, panel, servers, error }) =>
      error === undefined ? { id, label, panel, ok: true, servers } : { id, label, panel, ok: false, code: error.code },
    ),
  )
  const exits = checks.flatMap(({ label, error }) =>
    error === undefined ? [] : [session.report({ ...error, message: `${label}: ${error.message}` })],
  )
  const lists = checks.flatMap(({ label, leftOut }) => (leftOut === undefined ? [] : [{ label, leftOut }]))
  const partial = reportLeftOut(session, lists)
  return exits[0] ?? partial
}

const keyCommand = commandWith<Opened>((tools, work, session) =>
  tools.onProfile(async (profile) => {
    const opened = openRegistry(session, profile)
    return opened.ok ? work(opened.value) : opened
  }),
)

/** The stored keys, in the registry and the vault that the app uses. */
export const keysCommands = [
  keyCommand({
    name: 'keys list',
    help: 'the stored keys',
    run: async (_session, { rows }) => ok(listing(keyColumns, rows, 'No keys.\n')),
  }),
  keyCommand({
    name: 'keys add',
    help: 'store a key; its token is read from standard input',
    options: {
      label: option('L', 'name of the new key, 1 to 60 characters', (typed) => ok(typed)),
      url: option('U', 'address of its panel', (typed) => ok(typed)),
    },
    combine({ label, url }) {
      if (label === undefined || url === undefined) return misuse('keys add needs --label and --url.')
      const name = keyLabelSchema.safeParse(label)
      if (!name.success) return fail('invalid-label')
      const candidates = candidateBaseUrls(url)
      return candidates.ok ? ok({ label: name.data, url }) : candidates
    },
    async run(session, { registry }, { label, url }) {
      const token = await orCancelled(session.readToken(), session.stopped)
      if (!token.ok) return token
      // The keyring may ask the person first. Wherever this ends, no token is left that the settings do not name.
      const adding = registry.add({ address: url, token: token.value, label })
      const added = await orCancelled(adding, session.stopped)
      if (!added.ok) return added.error.code === 'vault-failed' ? fail({ ...added.error, hint: keychainHint }) : added
      const { keyId, baseUrl, list } = added.value
      const servers = list.servers.length
      const reached = `${servers} ${servers === 1 ? 'server' : 'servers'}`
      const exit = session.conclude(
        ok({
          words: `Key ${keyId} was added for ${baseUrl}. It reaches ${reached}.\n`,
          json: { id: keyId, label, url: baseUrl, servers },
        }),
      )
      // The key was added all the same: what its list lacks fails the commands that want the whole list.
      reportLeftOut(session, [{ label, leftOut: list.leftOut }])
      return exit
    },
  }),
  keyCommand({
    name: 'keys remove',
    help: 'remove a key and delete its token',
    args: { id: argument('ID', bySchema(keyIdSchema)) },
    async run({ stopped }, { registry }, { id }) {
      const removed = await orCancelled(registry.remove(id), stopped)
      if (!removed.ok) return removed
      const words = `Key ${id} was removed, and its token deleted from this computer. In the panel the key still exists.\n`
      return ok({ words, json: { id } })
    },
  }),
  keyCommand({ name: 'keys check', help: 'one list call with each stored key', run: checkKeys }),
]
