import type { Logger } from '../log/logger.ts'
import { type DeepLink, parseDeepLink } from './parse.ts'

/** Links on their way from the system to the one who follows them. */
export type Links = {
  /** Takes a text that is meant as a link; a malformed one is refused. */
  put(text: string): void
  /** Hands over the newest link that came so far, since only one can be shown, and each that comes from now on. */
  open(follow: (link: DeepLink) => void): void
}

export function createLinks(log: Pick<Logger, 'warn'>): Links {
  let kept: DeepLink | null = null
  let follower: ((link: DeepLink) => void) | null = null
  return {
    put(text) {
      const link = parseDeepLink(text)
      if (link === null) log.warn('a malformed link was refused')
      else if (follower === null) kept = link
      else follower(link)
    },
    open(follow) {
      follower = follow
      if (kept !== null) follow(kept)
      kept = null
    },
  }
}
