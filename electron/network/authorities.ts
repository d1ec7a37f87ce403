import tls, { type SecureContext } from 'node:tls'
import { Worker } from 'node:worker_threads'

/** Node 20 cannot tell the system's authorities, though its types say so. By name it could not even be imported. */
const canRead = typeof tls.getCACertificates === 'function'

/** Runs in a thread of its own: plain JavaScript, since neither bundler nor loader comes between. */
const readerCode = `
  const { parentPort } = require('node:worker_threads')
  parentPort.postMessage(require('node:tls').getCACertificates('system'))
`

/**
 * The authorities that the system trusts, each as PEM. Node asks the system for them at one go: 0.1 s on a Linux desktop,
 * but macOS has taken up to 40 s of a thread that then does nothing else (nodejs/node#63313, microsoft/vscode#333830).
 */
function readSystemAuthorities(): Promise<readonly string[]> {
  if (!canRead) return Promise.resolve([])
  return new Promise((resolve, reject) => {
    const reader = new Worker(readerCode, { eval: true })
    reader.once('message', resolve).once('error', reject)
    reader.once('exit', () => reject(new Error('the system’s authorities were not told')))
  })
}

/**
 * Node believes the authorities that it brings, and those of `NODE_EXTRA_CA_CERTS`. A company's or a home's own stand in
 * the system's store. That is read once, and not before a certificate is refused without it: most people have no such
 * authority, and to them it costs nothing.
 */
export function createAuthorities(readSystem: () => Promise<readonly string[]> = readSystemAuthorities) {
  let context: SecureContext | null = null
  let reading: Promise<SecureContext | null> | undefined

  async function read(): Promise<SecureContext | null> {
    try {
      const system = await readSystem()
      if (system.length > 0)
        context = tls.createSecureContext({ ca: [...new Set([...tls.getCACertificates(), ...system])] })
    } catch {
      // Told by the certificate that stays refused; the next one tries again.
      reading = undefined
    }
    return context
  }

  return {
    /** What is believed by now; null for those that Node brings, and no others. */
    known: (): SecureContext | null => context,
    /** The system's own beside them, for a certificate that was refused under `before`; null where that is no more. */
    async more(before: SecureContext | null): Promise<SecureContext | null> {
      if (before !== null) return null
      reading ??= read()
      return reading
    },
  }
}

/** Which authorities a certificate may be signed by. */
export type Authorities = ReturnType<typeof createAuthorities>
