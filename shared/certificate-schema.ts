import { z } from 'zod'
import type { Certificate, CertificateReason, Fingerprint, TrustedCertificate } from './certificate.ts'

export const fingerprintSchema = z.string().regex(/^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/) satisfies z.ZodType<Fingerprint>

export const certificateReasonSchema = z.enum([
  'expired',
  'not-yet-valid',
  'self-signed',
  'unknown-authority',
  'wrong-name',
  'invalid',
]) satisfies z.ZodType<CertificateReason>

export const certificateSchema = z.object({
  subject: z.string(),
  issuer: z.string(),
  names: z.string(),
  validFrom: z.number(),
  validTo: z.number(),
  fingerprint: fingerprintSchema,
  reasons: z.array(certificateReasonSchema).min(1),
}) satisfies z.ZodType<Certificate>

export const trustedCertificateSchema = z.object({
  fingerprint: fingerprintSchema,
  trustedAt: z.number(),
}) satisfies z.ZodType<TrustedCertificate>
