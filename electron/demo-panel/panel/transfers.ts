import { randomBytes } from 'node:crypto'
import type { Permission } from '../../../shared/keys/permission.ts'
import { json, type Reply } from '../http/reply.ts'
import type { PanelRequest } from '../http/request.ts'

const lifetimeMs = 15 * 60_000
const maxWaiting = 200
/** Where nodes give files and backups (wings, `router/router.go`). */
export const downloadPath = '/download/file'
export const backupPath = '/download/backup'

/** The key that asked for a signed address, and the permission it must still have when the address is used. */
export type TransferGrant = { readonly keyId: string; readonly serverUuid: string; readonly needs: Permission }

/** Answers whoever uses an address. */
type Give = (request: PanelRequest) => Reply | Promise<Reply>

/** Where an address gives nothing, or no more. */
export const expired = json(
  { error: 'This address was used already, has expired, or its key no longer allows it.' },
  404,
)

export type Transfers = ReturnType<typeof createTransfers>

type Deps = { readonly now: () => number; readonly isGranted: (grant: TransferGrant, remote: string) => boolean }

/**
 * Signed addresses for downloads and uploads, which carry no API key: each works once, for 15 minutes, and only while
 * the key that asked for it allows the same. Errors have the daemon's shape, `{"error": text}`.
 */
export function createTransfers({ now, isGranted }: Deps) {
  const waiting = new Map<string, { give: Give; grant: TransferGrant; expiresAt: number }>()
  return {
    /** An address, from its path on. */
    sign(path: string, grant: TransferGrant, give: Give): string {
      for (const [address, { expiresAt }] of waiting) {
        if (expiresAt <= now() || waiting.size >= maxWaiting) waiting.delete(address)
      }
      const address = `${path}?token=${randomBytes(24).toString('base64url')}`
      waiting.set(address, { give, grant, expiresAt: now() + lifetimeMs })
      return address
    },
    /** What the address of this request leads to, which is used up by it. */
    answer(request: PanelRequest): Reply | Promise<Reply> {
      const address = `${request.path}?token=${request.query.get('token')}`
      const found = waiting.get(address)
      waiting.delete(address)
      const isGood = found !== undefined && found.expiresAt > now() && isGranted(found.grant, request.remote)
      return isGood ? found.give(request) : expired
    },
  }
}
