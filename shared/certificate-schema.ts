import { z } from 'zod'
/** The SHA-256 fingerprint of a certificate as browsers and `openssl` show it: 32 pairs of hexadecimal digits. */
export const fingerprintSchema = z.string().regex(/^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/)
export type Fingerprint = z.infer<typeof fingerprintSchema>

/** Why a certificate is not trusted. `invalid` stands for every reason without a word of its own here. */
export const certificateReasonSchema = z.enum([
  'expired',
  'not-yet-valid',
  'self-signed',
  'unknown-authority',
  'wrong-name',
  'invalid',
])
export type CertificateReason = z.infer<typeof certificateReasonSchema>

/** A certificate that was not trusted, safe to show. Times are unix milliseconds. */
export const certificateSchema = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** The names and addresses it is valid for; empty where it names none. */
  names: z.string(),
  validFrom: z.number(),
  validTo: z.number(),
  fingerprint: fingerprintSchema,
  /** Every reason found, at least one; the decisive one comes first. */
  reasons: z.array(certificateReasonSchema).min(1),
})
export type Certificate = z.infer<typeof certificateSchema>

/** The one certificate that a person trusts for a panel, besides those of known authorities. */
export const trustedCertificateSchema = z.object({
  fingerprint: fingerprintSchema,
  trustedAt: z.number(),
})
