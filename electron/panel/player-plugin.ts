import { z } from 'zod'
import type { AppError } from '../../shared/error-schema.ts'
import { maxPlayerNameLength, maxPlayerNames } from '../../shared/model/players.ts'
import type { PlayerCount } from '../../shared/model/players-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { AtServer } from './at-server.ts'

/** Who is on a server, as the panel's player plugin tells it. The names are empty where it tells none. */
export type PanelPlayers = Pick<PlayerCount, 'online' | 'max'> & { readonly names: readonly string[] }

type Server = Pick<AtServer, 'read'>

/** The plugin takes two requests a minute of a server, whoever asks: one look costs both. */
const apartMs = 60_000
/** How long a panel is held to have no plugin. */
const missingForMs = 24 * 60 * 60_000

const whole = z.number().int().min(0)
const countSchema = z.object({ current_players: whole, max_players: whole.nullable().catch(null) })

/**
 * Reads the count of the plugin's answer, `{hostname, map, current_players, max_players}`; null for anything else: the
 * `{}` of a query that failed says nothing of how many are on.
 */
export function readPluginCount(answer: unknown): Pick<PanelPlayers, 'online' | 'max'> | null {
  const read = countSchema.safeParse(answer)
  return read.success ? { online: read.data.current_players, max: read.data.max_players } : null
}

/** Reads the plugin's list of names; empty where the answer is none. */
export function readPluginNames(answer: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(answer) ? answer.slice(0, maxPlayerNames) : []
  return names.flatMap((name) => (typeof name === 'string' && safeText(name, maxPlayerNameLength)) || [])
}

/**
 * What is remembered of a panel's plugin `player-counter`: that it is not there (404), and when each server was asked.
 */
export function createPlayerPlugin(clock: Pick<Clock, 'steady'>) {
  let missingUntil = Number.NEGATIVE_INFINITY
  let hasTold = false
  /** A question for whose answer the others wait, before it has told anything: there may be no plugin. */
  let probe: Promise<unknown> | null = null
  /** In steady milliseconds, oldest first. */
  const askedAt = new Map<string, number>()

  /** How long until the server may be asked, in milliseconds; 0 for at once. */
  function waitFor(identifier: string): number {
    const now = clock.steady()
    for (const [known, at] of askedAt) {
      if (now - at < apartMs) break
      askedAt.delete(known)
    }
    const at = askedAt.get(identifier)
    return at === undefined ? 0 : at + apartMs - now
  }

  function afterRefusal(reply: { ok: false; error: AppError }): Result<null> {
    const { status, code } = reply.error
    // Of one server that has gone the rest of the panel says nothing.
    if (code === 'server-not-found') return reply
    if (status === 404) missingUntil = clock.steady() + missingForMs
    return status === 404 || status === 406 ? ok(null) : reply
  }

  /** Null where the plugin does not tell: it is not there, or it cannot count (406), as while the server is off. */
  async function ask(server: Server): Promise<Result<PanelPlayers | null>> {
    const reply = await server.read('players', '/query', (json) => ({ count: readPluginCount(json) }))
    if (!reply.ok) return afterRefusal(reply)
    const { count } = reply.value
    if (count === null || count.online === 0) return ok(count && { ...count, names: [] })
    const named = await server.read('players', '/query/players', readPluginNames)
    return ok({ ...count, names: named.ok ? named.value : [] })
  }

  async function read(identifier: string, server: Server): Promise<Result<PanelPlayers | null>> {
    if (probe !== null) await probe
    if (clock.steady() < missingUntil) return ok(null)
    const retryAfterMs = waitFor(identifier)
    if (retryAfterMs > 0) return fail('rate-limited', { retryAfterMs })
    askedAt.set(identifier, clock.steady())
    const asking = ask(server)
    if (!hasTold) probe ??= asking
    const reply = await asking
    probe = null
    hasTold ||= reply.ok && reply.value !== null
    return reply
  }

  return { read }
}
