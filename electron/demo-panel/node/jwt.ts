import { createHmac, timingSafeEqual } from 'node:crypto'

const header = encode(JSON.stringify({ typ: 'JWT', alg: 'HS256' }))

/** A JSON Web Token with the claims, signed by HMAC-SHA256. */
export function signJwt(claims: object, secret: Uint8Array): string {
  const signed = `${header}.${encode(JSON.stringify(claims))}`
  return `${signed}.${signatureOf(signed, secret)}`
}

/**
 * The claims of a token that this secret signed with HS256; null for any other text. Says nothing about what
 * the claims hold: expiry too is the caller's to check.
 */
export function verifyJwt(token: string, secret: Uint8Array): unknown {
  const [head = '', payload = '', signature = '', ...rest] = token.split('.', 4)
  if (rest.length > 0 || !isHs256(decode(head))) return null
  const expected = Buffer.from(signatureOf(`${head}.${payload}`, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return decode(payload)
}

function signatureOf(signed: string, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(signed).digest('base64url')
}

function isHs256(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'alg' in value && value.alg === 'HS256'
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}
