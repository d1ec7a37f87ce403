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

/** Facts that the panel's plain no has; every other kind says what differs from it. */
const plainNo: Facts = { delivery: 'refused', health: null, recovery: 'later', concerns: null, exit: 'refused' }

/** A kind of failures. Each entry gives its words, and the facts that only this one has. */
const kind =
  (facts: Partial<Facts>) =>
  (message: string, hint: string, own: Partial<Facts> = {}): Failure => ({
    ...plainNo,
    ...facts,
    ...own,
    message,
    hint,
  })

/** The panel, or a server's machine, answered with a no. Later the same may work. */
export const refused = kind({})
/** The same, until a person has changed something. */
export const byPerson = kind({ recovery: 'person' })
/** What was meant is no longer there. */
export const notFound = kind({ exit: 'notFound' })
/** The app itself refused, so nothing reached the panel. Later the same may work. */
export const notSent = kind({ delivery: 'not-sent' })
/** The same, until a person has changed something. */
export const notSentByPerson = kind({ delivery: 'not-sent', recovery: 'person' })
/** A restart that was left out, as its rules say. */
export const skipped = kind({ delivery: 'not-sent', exit: 'skipped' })
/** Something on this computer is missing or in the way. */
export const usage = kind({ delivery: 'not-sent', exit: 'usage' })
/** Bad input: nothing was sent. */
export const badInput = kind({ delivery: 'not-sent', recovery: 'person', exit: 'usage' })
/** The same of an address of a panel. */
export const badAddress = kind({ delivery: 'not-sent', recovery: 'person', exit: 'usage', concerns: 'address' })
/** What was asked for began, and nothing told how it ended. */
export const undecided = kind({ delivery: 'undecided', exit: 'noAnswer' })

/** The panel does not take the key. */
export const keyRefused = kind({ health: 'refused', recovery: 'person', exit: 'notPermitted' })
/** The panel takes the key, but not for this. */
export const keyNotPermitted = kind({ health: 'permission', recovery: 'person', exit: 'notPermitted' })

/** What answered may be no client API. */
const noApi = { health: 'foreign', concerns: 'address', exit: 'noAnswer' } as const
export const foreign = kind(noApi)
/** There was no whole answer. */
export const unreached = kind({ ...noApi, delivery: 'undecided', health: 'unreachable' })
/** There was no connection, so nothing was sent. */
export const notReached = kind({ ...noApi, delivery: 'not-sent', health: 'unreachable' })
/** A certificate or a proxy was in the way. */
export const blocked = kind({ ...noApi, delivery: 'not-sent', health: 'blocked' })
