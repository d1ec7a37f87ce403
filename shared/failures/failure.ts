/** What a code of the catalogue says besides its words. All that the app does about a failure follows from this. */
export type Facts = {
  /**
   * What it means for an action that failed with it:
   * - `not-sent`: the request did not reach the panel
   * - `refused`: something answered with a no; its status decides whether the panel may have acted all the same
   * - `undecided`: no whole answer came, so the panel may have acted
   */
  readonly delivery: 'not-sent' | 'refused' | 'undecided'
  /**
   * What it says of the key that was used:
   * - `refused`: the panel does not take it at all; `unreadable`: its token cannot be read on this computer
   * - `permission`: the panel takes it, but not for this
   * - `unreachable`: the panel was not reached; `blocked`: a certificate or a proxy was in the way
   * - `foreign`: what answered may be no client API
   * - null: nothing
   */
  readonly health: 'refused' | 'unreadable' | 'permission' | 'unreachable' | 'blocked' | 'foreign' | null
  /** When trying again may help: within a second, some time later, or only after a person has changed something. */
  readonly recovery: 'soon' | 'later' | 'person'
  /** What a person has to change of a key to fix it. */
  readonly concerns: 'token' | 'label' | 'address' | null
  /** The exit code of the command line, by name. */
  readonly exit: ExitName
}

/** The ways in which a command of the command line can fail. */
export type ExitName =
  | 'usage'
  | 'keyRefused'
  | 'notPermitted'
  | 'notFound'
  | 'rateLimited'
  | 'noAnswer'
  | 'refused'
  | 'skipped'

/** An entry of the catalogue: what happened, the next step, and what follows from it. */
export type Failure = Facts & { readonly message: string; readonly hint: string }

/** Starts an entry for an answer of the panel that was a no; most others start from it too. */
export const answer = { delivery: 'refused', health: null, recovery: 'later', concerns: null, exit: 'refused' } as const

/** Starts an entry for something that may be no client API, or did not answer at all. */
export const foreign = { ...answer, health: 'foreign', concerns: 'address', exit: 'noAnswer' } as const
