import type { AppError } from '../../shared/error-schema.ts'
import { keyLabelSchema } from '../../shared/keys/contract.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { initialState } from '../../shared/state/initial-state.ts'
import { createPanels } from '../keys/panels.ts'
import { createKeyRegistry, type KeyRegistry } from '../keys/registry.ts'
import { orCancelled } from '../lib/time-limit.ts'
import { candidateBaseUrls, findBaseUrl } from '../panel/address.ts'
import type { ServerList } from '../panel/types.ts'
import type { KeyEntry, Settings } from '../settings/schema.ts'
import { createStore } from '../state/store.ts'
import { createTokenStore } from '../vault/token-store.ts'
import { argument, bySchema, misuse, option } from './argument-types.ts'
import { profileCommand } from './command.ts'
import { formatTable } from './format.ts'
import { type Outcome, reportLeftOut, type Session } from './session.ts'
import type { ProfileTools } from './tools.ts'

type KeyRow = {
  readonly id: KeyId
  readonly label: string
  readonly panel: string
  readonly url: string
  readonly tokenIn: KeyEntry['tokenIn']
}

/** The keys in the order of the key list. */
function keyRows({ panels, keys }: Settings): readonly KeyRow[] {
  return keys.flatMap(({ id, label, panelId, tokenIn }) => {
    const panel = panels.find((known) => known.id === panelId)
    return panel === undefined ? [] : [{ id, label, panel: panel.name, url: panel.baseUrl, tokenIn }]
  })
}

const demoOnly = { message: 'The demo panel runs inside the app only.', hint: 'Open Servertray to use its servers.' }

type Checked = { readonly row: KeyRow; readonly result: Result<ServerList> }

/** One list call for each key, all at once: the same that the app does at start. */
async function checkKeys(session: Session, rows: readonly KeyRow[], registry: KeyRegistry): Promise<Outcome> {
  if (rows.length === 0) return fail('no-key')
  const checks = await Promise.all(
    rows.map(async (row): Promise<Checked> => {
      const client = registry.clientFor(row.id)
      const result = client === undefined ? fail('demo-failed', demoOnly) : await client.listServers(session.call)
      return { row, result }
    }),
  )
  const failed = checks.flatMap(({ row, result }): AppError[] =>
    result.ok ? [] : [{ ...result.error, message: `${row.label}: ${result.error.message}` }],
  )
  const cells = checks.map(({ row, result }) => [
    row.id,
    row.label,
    result.ok ? 'works' : result.error.code,
    result.ok ? String(result.value.servers.length) : '',
  ])
  session.say({
    words: formatTable(['ID', 'LABEL', 'HEALTH', 'SERVERS'], cells, ''),
    json: checks.map(({ row: { id, label, panel }, result }) =>
      result.ok
        ? { id, label, panel, ok: true, servers: result.value.servers.length }
        : { id, label, panel, ok: false, code: result.error.code },
    ),
  })
  const exits = failed.map(session.report)
  const lists = checks.flatMap(({ row, result }) =>
    result.ok ? [{ panel: row.label, leftOut: result.value.leftOut }] : [],
  )
  const partial = reportLeftOut(session, lists)
  return exits[0] ?? partial
}

type Registry = { readonly registry: KeyRegistry; readonly rows: readonly KeyRow[] }

/** The registry that the app uses, on what the profile keeps. */
function openRegistry(session: Session, { profile, createClient }: ProfileTools): Result<Registry> {
  const { settings, vault } = profile
  const blocked = settings.blocked()
  if (blocked !== null) return fail(blocked)
  const store = createStore(initialState({ version: '', platform: '', lastUsed: null }))
  const panels = createPanels({ store, settings, clock: session.clock })
  const registry = createKeyRegistry({
    store,
    settings,
    tokenStore: createTokenStore({ settings, vault, consented: false }),
    clock: session.clock,
    newId: () => crypto.randomUUID(),
    probe: (address, token, consent) =>
      findBaseUrl(address, (baseUrl) =>
        createClient(baseUrl, panels.accessTo(baseUrl, consent), async () => ok(token)).listServers(session.call),
      ),
    createClient: (baseUrl, readToken) => createClient(baseUrl, panels.accessTo(baseUrl), readToken),
  })
  registry.load()
  return ok({ registry, rows: keyRows(settings.get()) })
}

/** The stored keys, in the registry and the vault that the app uses. */
export const keysCommands = [
  profileCommand({
    name: 'keys list',
    help: 'the stored keys',
    async run(session, tools) {
      const opened = openRegistry(session, tools)
      if (!opened.ok) return opened
      const { rows } = opened.value
      const cells = rows.map((row) => [row.id, row.label, row.url, row.tokenIn ?? 'none yet'])
      return ok({ words: formatTable(['ID', 'LABEL', 'PANEL', 'TOKEN IN'], cells, 'No keys.\n'), json: rows })
    },
  }),
  profileCommand({
    name: 'keys add',
    help: 'store a key; its token is read from standard input',
    options: {
      label: option('L', 'name of the new key, 1 to 60 characters', (typed) => ok(typed)),
      url: option('U', 'address of its panel', (typed) => ok(typed)),
    },
    usage: 'keys add takes options only.',
    combine({ label, url }) {
      if (label === undefined || url === undefined) return misuse('keys add needs --label and --url.')
      const name = keyLabelSchema.safeParse(label)
      if (!name.success) return fail('invalid-label')
      const candidates = candidateBaseUrls(url)
      return candidates.ok ? ok({ label: name.data, url }) : candidates
    },
    async run(session, tools, { label, url }) {
      const opened = openRegistry(session, tools)
      if (!opened.ok) return opened
      const token = await tools.readToken()
      if (!token.ok) return token
      // The keyring may ask the person first. Wherever this ends, no token is left that the settings do not name.
      const adding = opened.value.registry.add({ address: url, token: token.value, label })
      const added = await orCancelled(adding, session.stopped)
      if (!added.ok) return added
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
      reportLeftOut(session, [{ panel: label, leftOut: list.leftOut }])
      return exit
    },
  }),
  profileCommand({
    name: 'keys remove',
    help: 'remove a key and delete its token',
    args: { id: argument('ID', bySchema(keyIdSchema)) },
    usage: 'keys remove needs the ID of one key, as keys list shows it.',
    async run(session, tools, { id }) {
      const opened = openRegistry(session, tools)
      if (!opened.ok) return opened
      const removed = await orCancelled(opened.value.registry.remove(id), session.stopped)
      if (!removed.ok) return removed
      const words = `Key ${id} was removed, and its token deleted from this computer. In the panel the key still exists.\n`
      return ok({ words, json: { id } })
    },
  }),
  profileCommand({
    name: 'keys check',
    help: 'one list call with each stored key',
    async run(session, tools) {
      const opened = openRegistry(session, tools)
      return opened.ok ? checkKeys(session, opened.value.rows, opened.value.registry) : opened
    },
  }),
]
