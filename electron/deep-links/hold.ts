import type { Logger } from '../log/logger.ts'
import { type DeepLink, parseDeepLink } from './parse.ts'

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
