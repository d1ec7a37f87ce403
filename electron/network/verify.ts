import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Certificate, CertificateReason, Fingerprint } from '../../shared/certificate-schema.ts'
import { appError } from '../../shared/errors.ts'
import { describeReasons } from '../../shared/model/describe-certificate.ts'
import { safeText } from '../../shared/model/text.ts'
import { own } from '../../shared/own.ts'
import { ConnectionFailure } from './connection-failure.ts'

/** What OpenSSL's codes mean. A code that is not here is `invalid`. */
const reasonByCode: Readonly<Record<string, CertificateReason>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown-authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown-authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong-name',
}

/** Reasons that an authority which only the system knows would take away. */
const reasonsOfAuthority: ReadonlySet<CertificateReason> = new Set(['unknown-authority', 'self-signed'])

/** Whether a certificate was refused for want of somebody who vouches for it. */
export const lacksAuthority = ({ error }: ConnectionFailure): boolean =>
  error.certificate?.reasons.some((reason) => reasonsOfAuthority.has(reason)) ?? false

/** A name as certificates carry it, one attribute a line, on one line and safe to show. */
const oneLine = (name: string | undefined) => safeText((name ?? '').replace(/\n+/g, ', '), 300)

/** Unix milliseconds; 0 for a time that is none, as a hostile certificate may have it. */
const timeOf = (text: string) => Date.parse(text) || 0

function certificateOf(leaf: X509Certificate, reasons: readonly CertificateReason[]): Certificate {
  return {
    subject: oneLine(leaf.subject),
    issuer: oneLine(leaf.issuer),
    names: oneLine(leaf.subjectAltName),
    validFrom: timeOf(leaf.validFrom),
    validTo: timeOf(leaf.validTo),
    fingerprint: leaf.fingerprint256,
    reasons: [...new Set(reasons)],
  }
}

const isFor = (leaf: X509Certificate, host: string): boolean =>
  (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined

function reasonsOf(socket: TLSSocket, leaf: X509Certificate, host: string, now: number): CertificateReason[] {
  // Node's types call it an error; it is the code of one.
  const reason = own(reasonByCode, String(socket.authorizationError)) ?? 'invalid'
  return [
    // BoringSSL finds no issuer for one that signed itself without the right to sign.
    reason === 'unknown-authority' && leaf.subject === leaf.issuer ? 'self-signed' : reason,
    ...(now > timeOf(leaf.validTo) ? (['expired'] as const) : []),
    ...(now < timeOf(leaf.validFrom) ? (['not-yet-valid'] as const) : []),
    ...(isFor(leaf, host) ? [] : (['wrong-name'] as const)),
  ]
}

/**
 * Judges the other side of a TLS connection, made without refusing anybody, before anything is sent over it:
 * null when its certificate is believed or is the trusted one, else why not.
 * @param host the name or address that was asked for, bare
 */
export function verify(
  socket: TLSSocket,
  host: string,
  trusted: Fingerprint | null,
  now: number,
): ConnectionFailure | null {
  if (socket.authorized) return null
  const leaf = socket.getPeerX509Certificate()
  if (leaf === undefined) return new ConnectionFailure(appError('tls-failed'))
  if (leaf.fingerprint256 === trusted) return null
  const certificate = certificateOf(leaf, reasonsOf(socket, leaf, host, now))
  const words = describeReasons(certificate.reasons)
  const isOther = trusted !== null
  return new ConnectionFailure(
    appError('certificate-refused', {
      message: isOther
        ? `The panel shows another certificate than the one you trusted, and ${words}. Nothing was sent.`
        : `The panel’s certificate could not be verified: ${words}. Nothing was sent.`,
      certificate,
    }),
  )
}
