import { randomBytes } from 'node:crypto'
import type { Permission } from '../../../shared/keys/permission.ts'
import { json, type Reply } from '../http/reply.ts'
import { type PanelRequest, uploadPath } from '../http/request.ts'
import { baseName, normalise, notThere } from '../machine/file-tree.ts'

const lifetimeMs = 15 * 60_000
const maxWaiting = 200
/** Where nodes give files and backups (wings, `router/router.go`). */
export const downloadPath = '/download/file'
export const backupPath = '/download/backup'

const usualUploadMegabytes = 100

/** Writes a file; what is wrong, or null. */
type Upload = (directory: string, name: string, content: Uint8Array) => string | null

/** Something large that the node gives in parts. */
export type Download = {
  readonly name: string
  readonly bytes: number
  parts(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

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

  /** The addresses at one path, each of which leads to something. */
  function addresses<What>(path: string) {
    const waiting = new Map<string, { what: What; grant: TransferGrant; expiresAt: number }>()
    return {
      sign(grant: TransferGrant, what: What): string {
        for (const [token, { expiresAt }] of waiting) {
          if (expiresAt <= now() || waiting.size >= maxWaiting) waiting.delete(token)
        }
        const token = randomBytes(24).toString('base64url')
        waiting.set(token, { what, grant, expiresAt: now() + lifetimeMs })
        return `${path}?token=${token}`
      },
      /** What the address leads to, which is used up by it; null where it is not, or no more, good. */
      take({ query, remote }: Pick<PanelRequest, 'query' | 'remote'>): What | null {
        const token = query.get('token') ?? ''
        const found = waiting.get(token)
        waiting.delete(token)
        return found !== undefined && found.expiresAt > now() && isGranted(found.grant, remote) ? found.what : null
      },
    }
  }
  const downloads = addresses<{ readonly name: string; readonly content: Uint8Array | null }>(downloadPath)
  const backups = addresses<() => Download | null>(backupPath)
  const uploads = addresses<Upload>(uploadPath)

  /** Writes files as a node does; in place of the rest, what is wrong. */
  async function written(files: readonly File[], directory: string, write: Upload): Promise<string | null> {
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
    /** The path of an address that gives the content once; null where there is none. */
    signDownload: (grant: TransferGrant, name: string, content: Uint8Array | null) =>
      downloads.sign(grant, { name, content }),
    /** The path of an address that takes files once. */
    signUpload: uploads.sign,
    /** The path, on the node, of an address that gives a backup once; it is looked for only then. */
    signBackup: backups.sign,
    /** What an address of a backup gives; in place of it, what is wrong. */
    backup(request: Pick<PanelRequest, 'query' | 'remote'>): Download | Reply {
      const open = backups.take(request)
      if (open === null) return expired()
      return open() ?? json({ error: 'The requested backup was not found on this server.' }, 404)
    },
    download(request: PanelRequest): Reply {
      const found = downloads.take(request)
      if (found === null) return expired()
      if (found.content === null) return json({ error: notThere.detail }, 404)
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(found.name)}`,
      }
      return { status: 200, headers, body: found.content }
    },
    async upload(request: PanelRequest): Promise<Reply> {
      const write = uploads.take(request)
      if (write === null) return expired()
      const files = await multipartFiles(request)
      if (files === null) return json({ error: 'Send the files as multipart form data, in the field files.' }, 400)
      const trouble = await written(files, request.query.get('directory') ?? '/', write)
      return trouble === null ? { status: 200, headers: {}, body: null } : json({ error: trouble }, 400)
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
