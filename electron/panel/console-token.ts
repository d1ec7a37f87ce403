import { z } from 'zod'
import { parseJson } from '../lib/parse-json.ts'

const claimsSchema = z.object({
  iat: z.number().optional().catch(undefined),
  exp: z.number().optional().catch(undefined),
  permissions: z.array(z.string()).optional().catch(undefined),
})

/** What a console's token says of itself. Nothing here is verified: that is for the machine it is meant for. */
export type TokenClaims = {
  /** How long it is good from now on, in milliseconds: ten minutes where it does not say. */
  readonly lifeMs: number
  /** Whether commands are taken with it; null where it does not say. */
  readonly takesCommands: boolean | null
}

/** As panels issue them (the panel's API, *GET websocket*). */
const usualLifeMs = 10 * 60_000

/** The claims of a JSON Web Token, for planning only. A text that is none gets the usual ones. */
export function readClaims(token: string): TokenClaims {
  const payload = token.split('.')[1] ?? ''
  const parsed = claimsSchema.safeParse(parseJson(Buffer.from(payload, 'base64url').toString('utf8')))
  const { iat, exp, permissions } = parsed.success ? parsed.data : {}
  // The two clocks may differ, so only the span between its own two times counts.
  const spanMs = iat !== undefined && exp !== undefined ? (exp - iat) * 1_000 : Number.NaN
  return {
    lifeMs: spanMs > 0 ? Math.min(spanMs, usualLifeMs) : usualLifeMs,
    takesCommands:
      permissions === undefined ? null : permissions.some((name) => name === '*' || name === 'control.console'),
  }
}

/** When to renew a token of this life, in milliseconds from its receipt: two minutes before its end, or at 60 %. */
export function renewAfterMs(lifeMs: number): number {
  return lifeMs >= 5 * 60_000 ? lifeMs - 2 * 60_000 : lifeMs * 0.6
}
