import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { serverIdentifierSchema } from '../../shared/model/identifier-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { decoded } from '../lib/decoded.ts'
import type { Logger } from '../log/logger.ts'

/**
 * Links as `servertray://open/a1b2c3d4`, the identifier escaped as in any address. Registered with the system by the
 * installed app.
 */
export const linkScheme = 'servertray'

/** What a link asks for. Anyone can write one, so nothing is done for it without a person's yes. */
export type DeepLink = { readonly kind: 'open' | 'restart'; readonly identifier: ServerIdentifier }

/** Reads a link, written exactly so; null for everything else. Pure; never throws, whatever the text. */
export function parseDeepLink(text: string): DeepLink | null {
  const [, kind, segment] = /^servertray:\/\/(open|restart)\/([^\s/?#]{8,96})\/?$/.exec(text) ?? []
  const identifier = serverIdentifierSchema.safeParse(decoded(segment ?? ''))
  return identifier.success && (kind === 'open' || kind === 'restart') ? { kind, identifier: identifier.data } : null
}

/** The link that asks for this. */
export const linkTo = ({ kind, identifier }: DeepLink): string =>
  `${linkScheme}://${kind}/${encodeURIComponent(identifier)}`

/** The arguments of a start that are meant as links, whether they are well-formed or not. */
export const linksOf = (argv: readonly string[]): readonly string[] =>
  argv.filter((argument) => /^servertray:/i.test(argument))

export type LinkRequest =
  | { readonly focus: NonNullable<AppState['app']['focus']> }
  /** Why it leads nowhere. */
  | { readonly refused: string }

/** What the window shows for a link: a server, or the question whether to restart it. @param at unix milliseconds */
export function requestOf({ kind, identifier }: DeepLink, servers: readonly ServerView[], at: number): LinkRequest {
  const found = servers.filter((server) => server.identifier === identifier)
  const [server] = found
  if (server === undefined) return { refused: `No server in the list has the identifier ${identifier}.` }
  if (found.length > 1) return { refused: `Several panels have a server with the identifier ${identifier}.` }
  const { ref } = server
  return { focus: kind === 'open' ? { ref, isFull: true, at } : { ref, dialog: 'confirm-restart', at } }
}

/** Keeps the newest well-formed link until the app can follow it; refused ones are logged. */
export function createLinks(log: Pick<Logger, 'warn'>) {
  let kept: DeepLink | null = null
  let follower: ((link: DeepLink) => void) | null = null
  return {
    /** Takes a link's text; a malformed one is refused. */
    put(text: string): void {
      const link = parseDeepLink(text)
      if (link === null) log.warn('a malformed link was refused')
      else if (follower === null) kept = link
      else follower(link)
    },
    /** Passes on the newest link so far, since only one can be shown, and then each new one. */
    open(follow: (link: DeepLink) => void): void {
      follower = follow
      if (kept !== null) follow(kept)
      kept = null
    },
  }
}

/** Holds links from the system until the app can follow them. */
export type Links = ReturnType<typeof createLinks>
