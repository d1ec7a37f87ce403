import { randomBytes, timingSafeEqual } from 'node:crypto'
import { makeRoom } from '../http/rate-limit.ts'
import type { PanelRequest } from '../http/request.ts'

const ticketLifetimeMs = 2 * 60_000
const sessionLifetimeMs = 8 * 60 * 60_000
const maxTickets = 20
const maxSessions = 20
const cookieName = 'demo_panel_session'

export type Session = {
  /** Sent with every form, so that no other page can post one. */
  readonly csrf: string
  /** New tokens by key id; each is shown once and then removed. */
  readonly secrets: Map<string, Secret>
}

/** The token of a new key. */
export type Secret = { readonly description: string; readonly token: string }

export type Sessions = ReturnType<typeof createSessions>

/** One-time tickets and the browser sessions they start. None of it is written to disk. */
export function createSessions(now: () => number) {
  const tickets = new Map<string, number>()
  const sessions = new Map<string, { session: Session; expiresAt: number }>()
  const random = () => randomBytes(32).toString('base64url')

  return {
    /** A ticket that starts one session within two minutes. */
    newTicket(): string {
      makeRoom(tickets, maxTickets)
      const ticket = random()
      tickets.set(ticket, now() + ticketLifetimeMs)
      return ticket
    },
    /** Redeems a ticket. Returns the session's cookie, or null for a used, expired or unknown one. */
    open(ticket: string): string | null {
      const expiresAt = tickets.get(ticket)
      tickets.delete(ticket)
      if (expiresAt === undefined || expiresAt <= now()) return null
      makeRoom(sessions, maxSessions)
      const id = random()
      sessions.set(id, { session: { csrf: random(), secrets: new Map() }, expiresAt: now() + sessionLifetimeMs })
      return `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Strict`
    },
    /** The session of a request, or null. */
    find(request: PanelRequest): Session | null {
      const found = sessions.get(cookieOf(request) ?? '')
      return found === undefined || found.expiresAt <= now() ? null : found.session
    },
  }
}

/** True when a form was posted by one of the panel's own pages, in this session. */
export function isOwnPost(request: PanelRequest, session: Session, csrf: string | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return request.headers.origin === request.origin && same(csrf ?? '', session.csrf)
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function cookieOf(request: PanelRequest): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
}
