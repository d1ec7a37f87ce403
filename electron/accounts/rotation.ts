import type { AccountKey } from '../../shared/model/account.ts'
import type { KeyId } from '../../shared/model/identifier.ts'

/**
 * A rotation under way: a key of this app gets a new token, and the old one ends. Written before anything is asked of the
 * panel, and dropped when nothing is left to do, so that a cut at any point leaves word of what may be there. Holds no
 * token: identifiers name keys, and open nothing.
 */
export type Rotation = {
  readonly keyId: KeyId
  /** The description of the new key, which no other has: it finds a key of which no answer came. */
  readonly marker: string
  readonly oldId: string
  /** Null until the panel has answered with it. */
  readonly newId: string | null
  /** When the new key was asked for, in unix milliseconds. */
  readonly askedAt: number
  /** It is known whether the new key was made. */
  readonly isAnswered: boolean
}

/** What is known when a rotation is looked at. */
export type RotationFacts = {
  /** The identifier of the token that the vault gives for the key; null where it gives none now. */
  readonly held: string | null
  /** The app has the key no more. */
  readonly isGone: boolean
  /** The account's keys, read with that very token, which shows that it works; null where they could not be read. */
  readonly keys: readonly Pick<AccountKey, 'identifier' | 'description'>[] | null
  /** Unix milliseconds. */
  readonly now: number
}

export type RotationStep =
  | { readonly kind: 'delete'; readonly identifier: string }
  /** Nothing can be done now: the record stays, and the person is told. */
  | { readonly kind: 'wait'; readonly for: 'vault' | 'panel' | 'answer' }
  /** `lost`: nobody can ask the panel any more. */
  | { readonly kind: 'end'; readonly as: 'rotated' | 'abandoned' | 'lost' }

/** A request of which no answer came may still be carried out for so long, in milliseconds. */
const lateAnswerMs = 120_000

/** The first characters of a token name its key (the panel's API, *API keys*); null for a token of another form. */
export const identifierOf = (token: string): string | null => (token.length >= 40 ? token.slice(0, 16) : null)

/**
 * What is to be done next to bring a rotation to its end, whatever came before. The token that the vault holds decides:
 * - it is the new key's: that works, since the keys were read with it, so the old key goes;
 * - it is any other: nobody holds the new key's token, so the new key goes.
 * The key whose token the vault holds is never deleted, and nothing is before the keys were read with it.
 */
export function rotationStep(rotation: Rotation, { held, isGone, keys, now }: RotationFacts): RotationStep {
  if (isGone) return { kind: 'end', as: 'lost' }
  if (held === null) return { kind: 'wait', for: 'vault' }
  if (keys === null) return { kind: 'wait', for: 'panel' }
  const isNew = ({ identifier, description }: (typeof keys)[number]) =>
    identifier !== rotation.oldId && (identifier === rotation.newId || description === rotation.marker)
  const made = keys.filter(isNew)
  const isTaken = held === rotation.newId || made.some(({ identifier }) => identifier === held)
  const extra = made.find(({ identifier }) => identifier !== held)
  if (extra !== undefined) return { kind: 'delete', identifier: extra.identifier }
  if (isTaken) {
    const hasOld = held !== rotation.oldId && keys.some(({ identifier }) => identifier === rotation.oldId)
    return hasOld ? { kind: 'delete', identifier: rotation.oldId } : { kind: 'end', as: 'rotated' }
  }
  const mayStillCome = !rotation.isAnswered && Math.abs(now - rotation.askedAt) < lateAnswerMs
  return mayStillCome ? { kind: 'wait', for: 'answer' } : { kind: 'end', as: 'abandoned' }
}
