import { randomBytes } from 'node:crypto'
import type { Permission } from '../../../shared/keys/permission.ts'
import { json, type Reply } from '../http/reply.ts'
import { type PanelRequest, uploadPath } from '../http/request.ts'
import { baseName, normalise } from '../machine/file-tree.ts'

const lifetimeMs = 15 * 60_000
const maxWaiting = 200
/** Where nodes give files and backups (wings, `router/router.go`). */
export const downloadPath = '/download/file'
export const backupPath = '/download/backup'

const usualUploadMegabytes = 100

type Upload = (directory: string, name: string, content: Uint8Array) => string | null

/** Something large that the node gives in parts. */
export type Download = {
  readonly name: string
  readonly bytes: number
  parts(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

type Transfer =
  | { readonly kind: 'download'; readonly name: string; readonly content: Uint8Array }
  | { readonly kind: 'backup'; readonly open: () => Download | null }
  | { readonly kind: 'upload'; readonly take: Upload }

/** The key that asked for a signed address, and the permission it must still have when the address is used. */
export type TransferGrant = { readonly keyId: string; readonly serverUuid: string; readonly needs: Permission }

export type Transfers = ReturnType<typeof createTransfers>

type Deps = { readonly now: () => number; readonly isGranted: (grant: TransferGrant, remote: string) => boolean }

/**
 * Signed addresses for downloads and uploads, which carry no API key: each works once, for 15 minutes, and only while
 * the key that asked for it allows the same. Errors have the daemon's shape, `{"error": text}`.
 */
export function createTransfers({ now, isGranted }: Deps) {
  let uploadMegabytes = usualUploadMegabytes
  const waiting = new Map<string, { transfer: Transfer; grant: TransferGrant; expiresAt: number }>()

  function sign(grant: TransferGrant, transfer: Transfer, path: string): string {
    for (const [token, { expiresAt }] of waiting) {
      if (expiresAt <= now() || waiting.size >= maxWaiting) waiting.delete(token)
    }
    const token = randomBytes(24).toString('base64url')
    waiting.set(token, { transfer, grant, expiresAt: now() + lifetimeMs })
    return `${path}?token=${token}`
  }

  function take(request: Pick<PanelRequest, 'query' | 'remote'>, kind: Transfer['kind']): Transfer | null {
    const token = request.query.get('token') ?? ''
    const found = waiting.get(token)
    if (found === undefined || found.expiresAt <= now() || found.transfer.kind !== kind) return null
    waiting.delete(token)
    return isGranted(found.grant, request.remote) ? found.transfer : null
  }

  /** Writes files as a node does; in place of the rest, what is wrong. */
  async function written(
    files: readonly File[],
    { directory, write }: { readonly directory: string; readonly write: Upload },
  ): Promise<string | null> {
    // Looked at once the whole body is there; what comes before one that is too large stays written.
    for (const file of files) {
      if (file.size > uploadMegabytes * 1024 * 1024) return tooLarge(file.name, uploadMegabytes)
      const content = new Uint8Array(await file.arrayBuffer())
      const trouble = write(directory, baseName(normalise(file.name)), content)
      if (trouble !== null) return trouble
    }
    return null
  }

  return {
    /** Sets the node's limit for one file of an upload, in megabytes, as its administrator does: 100 at first. */
    setUploadLimit(megabytes: number) {
      uploadMegabytes = megabytes
    },
    /** The path of an address that gives the content once. */
    signDownload: (grant: TransferGrant, name: string, content: Uint8Array) =>
      sign(grant, { kind: 'download', name, content }, downloadPath),
    /** The path of an address that takes files once; `upload` says what is wrong, or null. */
    signUpload: (grant: TransferGrant, upload: Upload) => sign(grant, { kind: 'upload', take: upload }, uploadPath),
    /** The path, on the node, of an address that gives a backup once; it is looked for only then. */
    signBackup: (grant: TransferGrant, open: () => Download | null) =>
      sign(grant, { kind: 'backup', open }, backupPath),
    /** What an address of a backup gives; in place of it, what is wrong. */
    backup(request: Pick<PanelRequest, 'query' | 'remote'>): Download | Reply {
      const transfer = take(request, 'backup')
      if (transfer?.kind !== 'backup') return expired()
      return transfer.open() ?? json({ error: 'The requested backup was not found on this server.' }, 404)
    },
    download(request: PanelRequest): Reply {
      const transfer = take(request, 'download')
      if (transfer?.kind !== 'download') return expired()
      return {
        status: 200,
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(transfer.name)}`,
        },
        body: transfer.content,
      }
    },
    async upload(request: PanelRequest): Promise<Reply> {
      const transfer = take(request, 'upload')
      if (transfer?.kind !== 'upload') return expired()
      const files = await multipartFiles(request)
      if (files === null) return json({ error: 'Send the files as multipart form data, in the field files.' }, 400)
      const directory = request.query.get('directory') ?? '/'
      const trouble = await written(files, { directory, write: transfer.take })
      if (trouble !== null) return json({ error: trouble }, 400)
      return { status: 200, headers: {}, body: null }
    },
  }
}

const tooLarge = (name: string, megabytes: number) =>
  `File ${name} is larger than the maximum file upload size of ${megabytes} MB.`

/** Where an address gives nothing, or no more. */
export function expired(): Reply {
  return json({ error: 'This address was used already, has expired, or its key no longer allows it.' }, 404)
}

/** The files of an upload; null where there are none. */
export async function multipartFiles(request: PanelRequest): Promise<readonly File[] | null> {
  try {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(request.body), { headers }).formData()
    const files = form.getAll('files').filter((entry) => typeof entry !== 'string')
    return files.length > 0 ? files : null
  } catch {
    return null
  }
}
