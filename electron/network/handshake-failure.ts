import type { AppError } from '../../shared/error-schema.ts'

type Words = Pick<AppError, 'message' | 'hint'>

/**
 * What a TLS library says of a connection that it gives up before a certificate can be judged, and what that means.
 * BoringSSL's names (Electron) as in its `ssl_errors` and `x509_errors`, OpenSSL's (the command line) as Node makes
 * them: the words in capitals, joined by `_`.
 */
const meanings: readonly (readonly [said: RegExp, message: string, hint: string])[] = [
  [
    // BoringSSL alone holds a key to what its certificate says that it is for.
    /KEY_USAGE_BIT_INCORRECT|ECC_CERT_NOT_FOR_SIGNING/,
    'The panel’s certificate does not let its key sign, so no secure connection can be made. Nothing was sent.',
    'Whoever runs the panel needs a certificate with the key usage “digital signature”. Browsers refuse this one too.',
  ],
  [
    /CANNOT_PARSE_LEAF_CERT|BAD_ECC_CERT/,
    'The panel’s certificate is malformed, so no secure connection can be made. Nothing was sent.',
    'Whoever runs the panel needs a new certificate.',
  ],
  [
    /(?:WRONG|UNKNOWN|UNSUPPORTED)_CERTIFICATE_TYPE|KEY_TYPE_MISMATCH|WRONG_CURVE|UNSUPPORTED_ELLIPTIC_CURVE|UNSUPPORTED_ALGORITHM|WRONG_SIGNATURE_TYPE|NO_COMMON_SIGNATURE_ALGORITHMS|MODULUS_TOO_LARGE|(?:EE|CA)_KEY_TOO_SMALL/,
    'The panel’s certificate has a key of a kind that is not supported. Nothing was sent.',
    'Whoever runs the panel needs a certificate with an RSA key of 2048 bits or more, or an ECDSA P-256 key.',
  ],
  [
    /UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION/,
    'The panel speaks only an outdated version of TLS, so nothing was sent.',
    'Whoever runs the panel needs to turn on TLS 1.2 or newer.',
  ],
  [
    /WRONG_VERSION_NUMBER|HTTPS?_(?:PROXY_)?REQUEST|PACKET_LENGTH_TOO_LONG/,
    'What answers at that address does not speak https, so nothing was sent.',
    'Check the panel’s address and port.',
  ],
]

/**
 * Words for a TLS connection that was given up in its handshake; null where the library's tell nothing that a person
 * could act on.
 * @param thrown what the socket failed with: Node puts the reason into `code`, or only into the message
 */
export function wordsOfHandshake(thrown: unknown): Words | null {
  if (!(thrown instanceof Error)) return null
  const said = `${'code' in thrown ? thrown.code : ''} ${thrown.message}`
  const [, message, hint] = meanings.find(([pattern]) => pattern.test(said)) ?? []
  return message === undefined || hint === undefined ? null : { message, hint }
}
