import type { CertificateReason } from '../certificate-schema.ts'

const reasonWords: Readonly<Record<CertificateReason, string>> = {
  expired: 'it has expired',
  'not-yet-valid': 'it is not valid yet',
  'self-signed': 'the panel signed it itself',
  'unknown-authority': 'no authority known to this computer signed it',
  'wrong-name': 'it was made out for another name',
  invalid: 'it does not pass the check',
}

/** The reasons as the end of a sentence: `it has expired, and the panel signed it itself`. */
export function describeReasons(reasons: readonly CertificateReason[]): string {
  const words = reasons.map((reason) => reasonWords[reason])
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`
}
