import { randomUUID } from 'node:crypto'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import { account } from '../panel/account.ts'

/** Somebody who was invited to a server. */
export type User = {
  readonly uuid: string
  readonly email: string
  readonly hasTwoFactor: boolean
  readonly permissions: readonly string[]
  readonly createdAt: number
}

/** A user from before. */
export type GivenUser = {
  readonly email: string
  readonly permissions: readonly string[]
  readonly hasTwoFactor?: boolean
  /** How long ago the user was invited, in milliseconds; 0 by default. */
  readonly agoMs?: number
}

type Deps = { readonly now: () => number }

export type Users = ReturnType<typeof createUsers>

/** Owns a server to which the account was only invited. */
const otherOwner = 'owner@example.com'

const lowered = (email: string) => email.toLowerCase()

/** The users of all servers (the panel's API, part 2, *Users of a server*). */
export function createUsers({ now }: Deps) {
  const usersOf = perServer(() => new Map<string, User>())
  const guests = new Set<string>()
  const known = new Set<string>([account.email, otherOwner])
  const mails: string[] = []

  const isGuest = ({ uuid }: LiveServer) => guests.has(uuid)

  function put(server: LiveServer, user: User): User {
    usersOf(server).set(user.uuid, user)
    return user
  }

  return {
    isGuest,
    ownerOf: (server: LiveServer): string => (isGuest(server) ? otherOwner : account.email),
    /** Those whom somebody invited, without the account's own entry. */
    list: (server: LiveServer): readonly User[] => [...usersOf(server).values()],
    find: (server: LiveServer, uuid: string): User | null => usersOf(server).get(uuid) ?? null,
    /** Lets somebody in; without an account they get one, and mail about it. */
    invite(server: LiveServer, email: string, permissions: readonly string[]): User {
      if (!known.has(lowered(email))) {
        known.add(lowered(email))
        mails.push(email)
      }
      return put(server, { uuid: randomUUID(), email, hasTwoFactor: false, permissions, createdAt: now() })
    },
    update: (server: LiveServer, user: User, permissions: readonly string[]): User =>
      put(server, { ...user, permissions }),
    remove(server: LiveServer, user: User) {
      usersOf(server).delete(user.uuid)
    },
    /** Gives the server a user from before. */
    add(server: LiveServer, { email, permissions, hasTwoFactor = false, agoMs = 0 }: GivenUser): User {
      known.add(lowered(email))
      return put(server, { uuid: randomUUID(), email, hasTwoFactor, permissions, createdAt: now() - agoMs })
    },
    /** Makes the account one that was only invited to the server, or its owner again. */
    setGuest({ uuid }: LiveServer, value: boolean) {
      if (value) guests.add(uuid)
      else guests.delete(uuid)
    },
    /** Lets these e-mail addresses have accounts on the panel. Others get one with their first invitation. */
    know(...emails: readonly string[]) {
      for (const email of emails) known.add(lowered(email))
    },
    /** To whom the panel sent mail about a new account, oldest first. */
    mailed: (): readonly string[] => [...mails],
  }
}
