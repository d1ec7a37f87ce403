import type { Resources, ServerState } from '../../shared/model/server-schema.ts'
import { own } from '../../shared/own.ts'
import { parseJson } from '../lib/parse-json.ts'
import { claimsOf } from './entry.ts'
import { readSocketStats, stateOfWord } from './envelope.ts'

/** What the machine of a server says over its console (the panel's API, *Websocket*). */
export type ConsoleEvent =
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'state'; readonly state: ServerState }
  | { readonly kind: 'reading'; readonly state: ServerState; readonly resources: Resources | null }
  | { readonly kind: 'line'; readonly from: 'output' | 'install' | 'daemon'; readonly text: string }
  | { readonly kind: 'token-expiring' }
  /**
   * The token is not, or no longer, believed; `permission` where another one would be no better. `isAnswer`: said
   * of a token that was just told, not of an earlier one.
   */
  | { readonly kind: 'token-refused'; readonly why: 'stale' | 'permission'; readonly isAnswer: boolean }
  /** A move to another machine has ended, one way or the other. */
  | { readonly kind: 'moved' }
  /** A backup, or a restore, has ended one way or the other: the panel knows which. */
  | { readonly kind: 'backup-ended' }
  | { readonly kind: 'deleted' }

/** A frame's event and its text. By hand: a schema would make an error of each of a million bad arguments. */
function partsOf(frame: string): { event: string; text: string } | null {
  const json = parseJson(frame)
  if (typeof json !== 'object' || json === null || !('event' in json) || typeof json.event !== 'string') return null
  const args: unknown = 'args' in json ? json.args : []
  const isText = Array.isArray(args) && args.every((arg) => typeof arg === 'string')
  return { event: json.event, text: isText ? args.join('') : '' }
}

/** The panel's words for the state of a move; these two end it. */
const movesEnded: ReadonlySet<string> = new Set(['completed', 'success', 'failed', 'failure', 'cancelled'])

/** The event's name ends with a colon and the backup's id. Machines send it without the id, but that may come as well. */
const backupEnded = /^backup (?:restore )?completed(?::|$)/

const line = (from: 'output' | 'install' | 'daemon') => (text: string) => ({ kind: 'line', from, text }) as const

/** What each event says, by its name. */
const events: Readonly<Record<string, (text: string) => ConsoleEvent | null>> = {
  'auth success': () => ({ kind: 'authenticated' }),
  status: (text) => ({ kind: 'state', state: stateOfWord(text) }),
  stats(text) {
    const stats = readSocketStats(text)
    return stats && { kind: 'reading', ...stats }
  },
  'console output': line('output'),
  'install output': line('install'),
  'transfer logs': line('install'),
  'install started': () => line('install')('Installation started.'),
  'install completed': () => line('install')('Installation completed.'),
  'daemon message': line('daemon'),
  'daemon error': line('daemon'),
  'token expiring': () => ({ kind: 'token-expiring' }),
  'token expired': () => ({ kind: 'token-refused', why: 'stale', isAnswer: false }),
  'jwt error': (text) => ({
    kind: 'token-refused',
    why: /missing connect permission/i.test(text) ? 'permission' : 'stale',
    // Two shapes: the bare words in place of what is lost, and the same behind `Error Event [uuid]: ` as an answer.
    isAnswer: text.startsWith('Error Event'),
  }),
  'transfer status': (text) => (movesEnded.has(text) ? { kind: 'moved' } : null),
  deleted: () => ({ kind: 'deleted' }),
}

/** Reads one text frame. Null for what is no event, or none that the app has use for. Never throws. */
export function readFrame(frame: string): ConsoleEvent | null {
  const parts = partsOf(frame)
  if (parts === null) return null
  const { event, text } = parts
  return backupEnded.test(event) ? { kind: 'backup-ended' } : (own(events, event)?.(text) ?? null)
}

type Outgoing = 'auth' | 'send logs' | 'send stats'

/** One frame to the machine of a server. */
export const formatFrame = (event: Outgoing, argument?: string): string =>
  JSON.stringify({ event, args: argument === undefined ? [] : [argument] })

/** As panels issue them (the panel's API, *GET websocket*). */
const usualLifeMs = 10 * 60_000

/**
 * How long a console's token is good from now on, in milliseconds: ten minutes where it does not say. For planning only;
 * nothing is verified, which is for the machine that it is meant for.
 */
export function lifeOf(token: string): number {
  const { iat, exp } = claimsOf(token)
  // The two clocks may differ, so only the span between its own two times counts.
  const spanMs = typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1_000 : Number.NaN
  return spanMs > 0 ? Math.min(spanMs, usualLifeMs) : usualLifeMs
}

/** When to renew a token of this life, in milliseconds from its receipt: two minutes before its end, or at 60 %. */
export const renewAfterMs = (lifeMs: number): number => (lifeMs >= 5 * 60_000 ? lifeMs - 2 * 60_000 : lifeMs * 0.6)
