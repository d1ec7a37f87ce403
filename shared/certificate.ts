/** The SHA-256 fingerprint of a certificate as browsers and `openssl` show it: 32 pairs of hexadecimal digits. */
export type Fingerprint = string

/** Why a certificate is not trusted. `invalid` stands for every reason without a word of its own here. */
export type CertificateReason =
  | 'expired'
  | 'not-yet-valid'
  | 'self-signed'
  | 'unknown-authority'
  | 'wrong-name'
  | 'invalid'

/** A certificate that was not trusted, safe to show. Times are unix milliseconds. */
export type Certificate = {
  subject: string
  issuer: string
  /** The names and addresses it is valid for; empty where it names none. */
  names: string
  validFrom: number
  validTo: number
  fingerprint: Fingerprint
  /** Every reason found, at least one; the decisive one comes first. */
  reasons: CertificateReason[]
}

/** The one certificate that a person trusts for a panel, besides those of known authorities. */
export type TrustedCertificate = { fingerprint: Fingerprint; trustedAt: number }
