import { z } from 'zod'
import { parseJson } from '../lib/parse-json.ts'

const claimsSchema = z.object({
  iat: z.number().optional().catch(undefined),
  exp: z.number().optional().catch(undefined),
})

/** As panels issue them (the panel's API, *GET websocket*). */
const usualLifeMs = 10 * 60_000

/**
 * How long a console's token is good from now on, in milliseconds: ten minutes where it does not say. For planning only;
 * nothing is verified, which is for the machine that it is meant for.
 */
export function lifeOf(token: string): number {
  const payload = token.split('.')[1] ?? ''
  const parsed = claimsSchema.safeParse(parseJson(Buffer.from(payload, 'base64url').toString('utf8')))
  const { iat, exp } = parsed.success ? parsed.data : {}
  // The two clocks may differ, so only the span between its own two times counts.
  const spanMs = iat !== undefined && exp !== undefined ? (exp - iat) * 1_000 : Number.NaN
  return spanMs > 0 ? Math.min(spanMs, usualLifeMs) : usualLifeMs
}

/** When to renew a token of this life, in milliseconds from its receipt: two minutes before its end, or at 60 %. */
export function renewAfterMs(lifeMs: number): number {
  return lifeMs >= 5 * 60_000 ? lifeMs - 2 * 60_000 : lifeMs * 0.6
}
