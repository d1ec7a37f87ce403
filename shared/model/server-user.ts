/** Somebody whom a server's owner let in on the panel. */
export type ServerUser = {
  /** The panel's own. */
  id: string
  /** Safe to show. */
  email: string
  /** Whether the account wants a second factor; null where the panel does not tell. */
  hasTwoFactor: boolean | null
  /** When they were let in, in unix milliseconds. */
  createdAt: number | null
  /** In the panel's own names, without what everybody may. */
  permissions: string[]
}

/** The users of a server, as far as they were read. The owner is none of them. */
export type ServerUserList = {
  users: ServerUser[]
  /** Entries that could not be read, and those beyond what is read of a list. */
  leftOut: number
}

/** What a panel may keep an account from doing with users, in its own names. */
export const serverUserActs = ['create', 'update', 'delete'] as const
export type ServerUserAct = (typeof serverUserActs)[number]

/** The users of a server, with what the panel tells of the account that asks. */
export type ServerUsers = ServerUserList & {
  /** What it may not do with them by the panel's own word. */
  denied: ServerUserAct[]
  /** What it may do to the server, in the panel's own names, `*` for everything; null where the panel does not tell. */
  own: string[] | null
  /** Its own entry, where it was only let in itself. */
  ownId: string | null
  /** The permissions that the panel knows; null where it does not tell. */
  known: string[] | null
}

/**
 * What became of a change to a user whom somebody else may have changed since the person looked. `meanwhile` is the user
 * as they are by now, where that is not what was looked at: then nothing was sent. Null after the change.
 */
export type ServerUserChange = { meanwhile: ServerUser | null }

/** Maximum number of users that are read of a server; panels name no limit. */
export const maxServerUsers = 200

/** Panels take no longer e-mail addresses than this; one of them a few more. */
export const maxEmailLength = 191
