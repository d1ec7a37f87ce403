import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Dialect } from '../http/dialect.ts'
import { item, list, refusal, time } from '../http/envelope.ts'
import { json, noContent, type Reply } from '../http/reply.ts'
import { account } from '../panel/account.ts'
import { type ApiKeys, type DemoKey, identifierLength } from '../panel/api-keys.ts'
import { type ActivityEntry, activityPage, newEntryId } from './activity.ts'
import type { AccountCall, Operation } from './operation.ts'
import { allPermissions } from './panel-permissions.ts'

type Deps = {
  readonly now: () => number
  readonly dialect: Dialect
  readonly timeZone: string
  readonly keys: ApiKeys
}

type SshKey = { readonly name: string; readonly fingerprint: string; readonly publicKey: string; readonly at: number }

const keyInput = z.object({
  description: z.string().max(500),
  allowed_ips: z.array(z.string()).max(50).nullish(),
})
const sshInput = z.object({ name: z.string().max(191), public_key: z.string().max(16_000) })
const removal = z.object({ fingerprint: z.string() })
const maxEntries = 200

const keyItem = ({ identifier, description, allowedIps, lastUsedAt, createdAt }: Omit<DemoKey, 'id'>) =>
  item('api_key', {
    identifier,
    description,
    allowed_ips: allowedIps,
    last_used_at: time(lastUsedAt),
    created_at: time(createdAt),
  })
const sshItem = ({ name, fingerprint, publicKey, at }: SshKey) =>
  item('ssh_key', { name, fingerprint, public_key: publicKey, created_at: time(at) })

/** As `ssh-keygen -l` tells it; null for what is no public key, or a kind that the panel does not take. */
function fingerprintOf(publicKey: string): string | null {
  const [kind = '', data = ''] = publicKey.trim().split(/\s+/)
  if (!/^(?:ssh-(?:rsa|ed25519)|ecdsa-sha2-)/.test(kind) || !/^[A-Za-z0-9+/=]{40,}$/.test(data)) return null
  return createHash('sha256').update(Buffer.from(data, 'base64')).digest('base64').replace(/=+$/, '')
}

/** The account: its keys, SSH keys and activity, for any key of it (the panel's API, part 2, *Account*). */
export function accountOperations({ now, dialect, timeZone, keys }: Deps): readonly Operation[] {
  let sshKeys: readonly SshKey[] = []
  const entries: ActivityEntry[] = []

  function record({ request }: AccountCall, event: string, properties: Readonly<Record<string, unknown>>): void {
    const actor = { username: account.username, ip: request.remote, isApi: true }
    entries.push({ id: newEntryId(), event, actor, properties, at: now() })
    entries.splice(0, Math.max(0, entries.length - maxEntries))
  }

  function profile(): Reply {
    const { uuid, username, email } = account
    const own =
      dialect === 'pelican'
        ? { uuid, admin: false, root_admin: false, '2fa_enabled': true }
        : { id: 1, admin: false, first_name: 'Demo', last_name: 'Account' }
    return json(item('user', { ...own, username, email, language: 'en' }))
  }

  /** Which permissions the panel knows; each kind of panel in its own shape. */
  function knownPermissions(): Reply {
    const names = allPermissions(dialect)
    return json(item('system_permissions', { permissions: dialect === 'pelican' ? names : grouped(names) }))
  }

  function createKey(call: AccountCall): Reply {
    const input = call.input(keyInput)
    if (!input.ok) return input.reply
    const { servers, permissions } = call.key
    const allowedIps = (input.value.allowed_ips ?? []).join('\n')
    const made = keys.create({ description: input.value.description, servers, permissions, allowedIps })
    // The limit is the one refusal that the form of the request does not explain.
    if (!made.ok) return refusal.limitReached('DisplayException', made.error.message)
    const key = keys.list().find(({ id }) => id === made.value.keyId)
    if (key === undefined) return refusal.failed()
    record(call, 'user:api-key.create', { identifier: key.identifier })
    const { object, attributes } = keyItem(key)
    return json(item(object, attributes, { secret_token: made.value.token.slice(identifierLength) }))
  }

  function deleteKey(call: AccountCall): Reply {
    const key = keys.list().find(({ identifier }) => identifier !== '' && identifier === call.params.key)
    if (key === undefined) return refusal.unknownResource()
    if (!keys.delete(key.id).ok) return refusal.failed()
    record(call, 'user:api-key.delete', { identifier: key.identifier })
    return noContent
  }

  function addSshKey(call: AccountCall): Reply {
    const input = call.input(sshInput)
    if (!input.ok) return input.reply
    const fingerprint = fingerprintOf(input.value.public_key)
    if (fingerprint === null) return refusal.limitReached('DisplayException', 'The public key provided is not valid.')
    if (sshKeys.some((known) => known.fingerprint === fingerprint))
      return refusal.limitReached('DisplayException', 'The public key provided already exists on your account.')
    const key = { name: input.value.name, fingerprint, publicKey: input.value.public_key, at: now() }
    sshKeys = [...sshKeys, key]
    record(call, 'user:ssh-key.create', { fingerprint })
    return json(sshItem(key))
  }

  /** The older way calls it done also where there is no such key. */
  function removeSshKey(call: AccountCall, fingerprint: string): Reply {
    const left = sshKeys.filter((key) => key.fingerprint !== fingerprint)
    if (left.length === sshKeys.length) return dialect === 'pterodactyl' ? noContent : refusal.unknownResource()
    sshKeys = left
    record(call, 'user:ssh-key.delete', { fingerprint })
    return noContent
  }

  const row = (method: Operation['method'], path: string, handle: (call: AccountCall) => Reply): Operation => ({
    scope: 'account',
    method,
    path: `/account${path}`,
    handle,
  })

  const removeByPost = row('POST', '/ssh-keys/remove', (call) => {
    // To the router of the later panels, `remove` is a fingerprint.
    if (dialect === 'pelican') return refusal.methodNotAllowed('POST', ['DELETE'])
    const input = call.input(removal)
    return input.ok ? removeSshKey(call, input.value.fingerprint) : input.reply
  })
  const removeByDelete = row('DELETE', '/ssh-keys/:fingerprint', (call) =>
    removeSshKey(call, call.params.fingerprint ?? ''),
  )

  return [
    row('GET', '', profile),
    { scope: 'account', method: 'GET', path: '/permissions', handle: knownPermissions },
    row('GET', '/api-keys', () =>
      json(list(keys.list().flatMap((key) => (key.identifier === '' ? [] : keyItem(key))))),
    ),
    row('POST', '/api-keys', createKey),
    row('DELETE', '/api-keys/:key', deleteKey),
    row('GET', '/ssh-keys', () => json(list(sshKeys.map(sshItem)))),
    row('POST', '/ssh-keys', addSshKey),
    removeByPost,
    ...(dialect === 'pelican' ? [removeByDelete] : []),
    row('GET', '/activity', ({ request }) => activityPage(entries, request, { dialect, timeZone })),
  ]
}

/** `{ control: { description, keys: { start: text } } }`. */
function grouped(names: readonly string[]) {
  const areas = [...new Set(names.map((name) => name.split('.', 1)[0] ?? ''))]
  return Object.fromEntries(
    areas.map((area) => {
      const keys = names.filter((name) => name.startsWith(`${area}.`)).map((name) => name.slice(area.length + 1))
      return [area, { description: '', keys: Object.fromEntries(keys.map((key) => [key, ''])) }]
    }),
  )
}
