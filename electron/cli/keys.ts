import { type AppError, appError } from '../../shared/errors.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { initialState } from '../../shared/state/initial-state.ts'
import { createPanels } from '../keys/panels.ts'
import type { Profile } from '../keys/profile.ts'
import { createKeyRegistry, type KeyRegistry } from '../keys/registry.ts'
import { orCancelled } from '../lib/or-cancelled.ts'
import { findBaseUrl } from '../panel/address.ts'
import type { PanelAccess, PanelClient, ServerList } from '../panel/types.ts'
import type { KeyEntry, Settings } from '../settings/schema.ts'
import { createStore } from '../state/store.ts'
import { createCustody } from '../vault/token-store.ts'
import { type ExitCode, exitCodes, formatJson, formatTable } from './format.ts'
import type { KeysCommand } from './keys-args.ts'
import { patientCall, report, reportLeftOut, type Session } from './session.ts'

type ReadToken = () => Promise<Result<string>>

export type KeysDeps = {
  readonly profile: Profile
  /** Reads the token of a new key; asked only after everything else was found in order. */
  readonly readToken: ReadToken
  readonly createClient: (baseUrl: string, access: PanelAccess, readToken: ReadToken) => PanelClient
}

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

function listKeys({ stdout, options }: Session, rows: readonly KeyRow[]): ExitCode {
  const cells = rows.map((row) => [row.id, row.label, row.url, row.tokenIn ?? 'none yet'])
  const table = formatTable(['ID', 'LABEL', 'PANEL', 'TOKEN IN'], cells, 'No keys.\n')
  stdout.write(options.json ? formatJson(rows) : table)
  return exitCodes.done
}

const demoOnly = { message: 'The demo panel runs inside the app only.', hint: 'Open Servertray to use its servers.' }

type Checked = { readonly row: KeyRow; readonly result: Result<ServerList> }

/** One list call for each key, all at once: the same that the app does at start. */
async function checkKeys(session: Session, rows: readonly KeyRow[], registry: KeyRegistry): Promise<ExitCode> {
  const { stdout, stderr, options } = session
  if (rows.length === 0) return report(stderr, appError('no-key'), options.json)
  const checks = await Promise.all(
    rows.map(async (row): Promise<Checked> => {
      const client = registry.clientFor(row.id)
      const result =
        client === undefined ? fail('demo-failed', demoOnly) : await client.listServers(patientCall(session))
      return { row, result }
    }),
  )
  const failed = checks.flatMap(({ row, result }): AppError[] =>
    result.ok ? [] : [{ ...result.error, message: `${row.label}: ${result.error.message}` }],
  )
  if (options.json) {
    stdout.write(
      formatJson(
        checks.map(({ row: { id, label, panel }, result }) =>
          result.ok
            ? { id, label, panel, ok: true, servers: result.value.servers.length }
            : { id, label, panel, ok: false, code: result.error.code },
        ),
      ),
    )
  } else {
    const cells = checks.map(({ row, result }) => [
      row.id,
      row.label,
      result.ok ? 'works' : result.error.code,
      result.ok ? String(result.value.servers.length) : '',
    ])
    stdout.write(formatTable(['ID', 'LABEL', 'HEALTH', 'SERVERS'], cells, ''))
  }
  const exits = failed.map((error) => report(stderr, error, options.json))
  const lists = checks.flatMap(({ row, result }) =>
    result.ok ? [{ panel: row.label, leftOut: result.value.leftOut }] : [],
  )
  const partial = reportLeftOut(session, lists)
  return exits[0] ?? partial
}

async function addKey(
  session: Session,
  registry: KeyRegistry,
  readToken: ReadToken,
  { label, url }: Extract<KeysCommand, { action: 'add' }>,
): Promise<ExitCode> {
  const { stdout, stderr, options } = session
  const token = await readToken()
  if (!token.ok) return report(stderr, token.error, options.json)
  // The keyring may ask the person first. Wherever this ends, no token is left that the settings do not name.
  const added = await orCancelled(registry.add({ address: url, token: token.value, label }), session.stopped)
  if (!added.ok) return report(stderr, added.error, options.json)
  const { keyId, baseUrl, list } = added.value
  const servers = list.servers.length
  stdout.write(
    options.json
      ? formatJson({ id: keyId, label, url: baseUrl, servers })
      : `Key ${keyId} was added for ${baseUrl}. It reaches ${servers} ${servers === 1 ? 'server' : 'servers'}.\n`,
  )
  // The key was added all the same: what its list lacks fails the commands that want the whole list.
  reportLeftOut(session, [{ panel: label, leftOut: list.leftOut }])
  return exitCodes.done
}

async function removeKey(session: Session, registry: KeyRegistry, id: KeyId): Promise<ExitCode> {
  const { stdout, stderr, options, stopped } = session
  const removed = await orCancelled(registry.remove(id), stopped)
  if (!removed.ok) return report(stderr, removed.error, options.json)
  const words = `Key ${id} was removed, and its token deleted from this computer. In the panel the key still exists.\n`
  stdout.write(options.json ? formatJson({ id }) : words)
  return exitCodes.done
}

/** Runs one command on the stored keys, with the registry and the vault that the app uses. */
export async function runKeys(session: Session, command: KeysCommand, deps: KeysDeps): Promise<ExitCode> {
  const { settings, vault } = deps.profile
  const blocked = settings.blocked()
  if (blocked !== null) return report(session.stderr, appError(blocked), session.options.json)
  const store = createStore(initialState({ version: '', platform: '', lastUsed: null }))
  const panels = createPanels({ store, settings, clock: session.clock })
  const registry = createKeyRegistry({
    store,
    settings,
    custody: createCustody({ settings, vault, consented: false }),
    clock: session.clock,
    newId: () => crypto.randomUUID(),
    probe: (address, token, consent) =>
      findBaseUrl(address, (baseUrl) =>
        deps
          .createClient(baseUrl, panels.accessTo(baseUrl, consent), async () => ok(token))
          .listServers(patientCall(session)),
      ),
    createClient: (baseUrl, readToken) => deps.createClient(baseUrl, panels.accessTo(baseUrl), readToken),
  })
  registry.load()
  const rows = keyRows(settings.get())
  switch (command.action) {
    case 'list':
      return listKeys(session, rows)
    case 'check':
      return checkKeys(session, rows, registry)
    case 'add':
      return addKey(session, registry, deps.readToken, command)
    case 'remove':
      return removeKey(session, registry, command.id)
  }
}
