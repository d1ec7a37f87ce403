import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { permissionSchema } from '../../../shared/keys/contract.ts'
import { allows, type Permission, permissions } from '../../../shared/keys/permission.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { isAllowed, parseAllowedIps } from './allowed-ips.ts'

/** A key as the state file holds it. The token itself is nowhere, only its hash. Times are unix milliseconds. */
export const storedKeySchema = z.object({
  id: z.string(),
  description: z.string(),
  /** `all` includes servers added later; else the uuids of the servers the key may use. */
  servers: z.union([z.literal('all'), z.array(z.string())]),
  permissions: z.array(permissionSchema),
  allowedIps: z.array(z.string()),
  tokenHash: z.string().regex(/^[0-9a-f]{64}$/),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
})
export type StoredKey = z.infer<typeof storedKeySchema>

/** A key as pages and callers see it. */
export type DemoKey = Omit<StoredKey, 'tokenHash'>

/** The form of a key. `allowedIps` has one address per line; `servers` takes identifiers or uuids. */
export type KeyInput = {
  readonly description: string
  readonly servers: 'all' | readonly string[]
  readonly permissions: readonly Permission[]
  readonly allowedIps?: string
}

type KeyFields = Pick<StoredKey, 'description' | 'servers' | 'permissions' | 'allowedIps'>

const maxKeys = 25
const maxDescription = 500

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new token in the panel's form: `ptlc_` and 43 letters and digits. */
const newToken = () => `ptlc_${Array.from({ length: 43 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Deps = {
  readonly now: () => number
  readonly saved: readonly StoredKey[]
  /** The uuid of a server by identifier or uuid; null when there is none. */
  readonly uuidOf: (server: string) => string | null
  /** Writes the keys; nothing changes when that fails. */
  readonly save: (keys: readonly StoredKey[]) => Result<void>
  /** Called after a key was made, changed or deleted. */
  readonly onChange: () => void
}

export type ApiKeys = ReturnType<typeof createApiKeys>

/** The account's API keys and their rules. */
export function createApiKeys(deps: Deps) {
  let keys: readonly StoredKey[] = deps.saved

  function check(input: KeyInput): Result<KeyFields> {
    const description = input.description.trim()
    if (description === '')
      return refused('The description is required.', 'Write a few words that tell this key from others.')
    if (description.length > maxDescription || /\p{Cc}/u.test(description)) {
      return refused('That description cannot be used.', `Use one line of at most ${maxDescription} characters.`)
    }
    const servers = checkServers(input.servers)
    if (!servers.ok) return servers
    const allowed = parseAllowedIps(input.allowedIps ?? '')
    if (!allowed.ok) return refused(allowed.message, 'Use one IPv4 or IPv6 address or CIDR range per line.')
    // The wider of a pair brings the narrower.
    const chosen = permissions.filter((permission) => allows(input.permissions, permission))
    if (chosen.length === 0) return refused('No permission is chosen.', 'Tick what the key may do.')
    return ok({ description, servers: servers.value, permissions: chosen, allowedIps: [...allowed.entries] })
  }

  function checkServers(chosen: KeyInput['servers']): Result<StoredKey['servers']> {
    if (chosen === 'all') return ok<StoredKey['servers']>('all')
    const uuids = chosen.map(deps.uuidOf)
    const known = uuids.filter((uuid) => uuid !== null)
    if (known.length < uuids.length)
      return refused('One of the chosen servers does not exist.', 'Choose the servers again.')
    if (known.length === 0) return refused('No server is chosen.', 'Tick at least one server, or choose All servers.')
    return ok<StoredKey['servers']>([...new Set(known)])
  }

  function commit(next: readonly StoredKey[]): Result<void> {
    const saved = deps.save(next)
    if (!saved.ok) return saved
    keys = next
    deps.onChange()
    return ok()
  }

  return {
    list: (): readonly DemoKey[] => keys.map(({ tokenHash, ...shown }) => shown),
    stored: () => keys,
    /** Makes a key. The token is in this reply and nowhere else. */
    create(input: KeyInput): Result<{ keyId: string; token: string }> {
      const fields = check(input)
      if (!fields.ok) return fields
      if (keys.length >= maxKeys) {
        const message = 'You have reached the account limit for number of API keys.'
        return refused(message, 'Delete a key that is no longer used.')
      }
      const token = newToken()
      const key: StoredKey = {
        id: randomUUID(),
        ...fields.value,
        tokenHash: hashOf(token).toString('hex'),
        createdAt: deps.now(),
        lastUsedAt: null,
      }
      const saved = commit([...keys, key])
      return saved.ok ? ok({ keyId: key.id, token }) : saved
    },
    /** Changes a key; the token stays the same. */
    update(id: string, changes: Partial<KeyInput>): Result<void> {
      const key = keys.find((candidate) => candidate.id === id)
      if (key === undefined) return fail('unknown-key')
      const unchanged = { ...key, allowedIps: key.allowedIps.join('\n') }
      const fields = check({ ...unchanged, ...changes })
      if (!fields.ok) return fields
      return commit(keys.map((candidate) => (candidate.id === id ? { ...candidate, ...fields.value } : candidate)))
    },
    /** Deletes a key, which revokes its token at once. */
    delete(id: string): Result<void> {
      if (!keys.some((key) => key.id === id)) return fail('unknown-key')
      return commit(keys.filter((key) => key.id !== id))
    },
    /** The key of the token in an `Authorization` header, or null. Compares hashes in constant time. */
    find(authorization: string | undefined): StoredKey | null {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
      if (token === undefined) return null
      const hash = hashOf(token)
      return keys.find((key) => timingSafeEqual(Buffer.from(key.tokenHash, 'hex'), hash)) ?? null
    },
    /**
     * The key that got a console token or a signed link, while it may still use the server from that address; else null.
     * Checked at every use, so that revoking a key also ends what it was given.
     */
    behind(id: string, uuid: string, remote: string): StoredKey | null {
      const key = keys.find((candidate) => candidate.id === id)
      return key !== undefined && reaches(key, { uuid }) && isAllowed(key.allowedIps, remote) ? key : null
    },
    /** Notes that a key was used; saved with the next change. */
    touch(id: string) {
      keys = keys.map((key) => (key.id === id ? { ...key, lastUsedAt: deps.now() } : key))
    },
  }
}

function refused(message: string, hint: string): Result<never> {
  return fail('input-rejected', { message, hint })
}

/** True when the key may use the server. */
export function reaches(key: StoredKey, { uuid }: Pick<LiveServer, 'uuid'>): boolean {
  return key.servers === 'all' || key.servers.includes(uuid)
}
