import { type AppError, appError } from '../../shared/errors.ts'
import type { AccountKey, RotationEnd } from '../../shared/model/account.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { TellingFile } from '../lib/kept-file.ts'
import { createQueue, type Queue } from '../lib/queue.ts'
import type { AccountCalls } from '../panel/account.ts'
import { identifierOf, type Rotation, type RotationFacts, rotationStep } from './rotation.ts'

/** What a rotation has come to, for whoever tells the person. */
export type RotationNews = {
  readonly rotation: Rotation
  /** `open`: it waits for something; `lost`: it will not be looked at again. */
  readonly state: 'open' | 'lost' | 'over'
}

type Deps = {
  readonly clock: Clock
  readonly newId: () => string
  /** Rotations under way, on disk. */
  readonly records: TellingFile<readonly Rotation[]>
  /** The key's name in the app; null where the app has it no more. */
  readonly labelOf: (keyId: KeyId) => string | null
  readonly readToken: (keyId: KeyId) => Promise<Result<string>>
  /** The calls about the account, with the token that the vault gives at each. */
  readonly accountOf: (keyId: KeyId) => AccountCalls | undefined
  /** False where a new token for the key would be gone with this run of the app, and nobody has seen it. */
  readonly wouldLast: (keyId: KeyId) => Promise<boolean>
  /** Tries a token out, and only then stores it for the key. */
  readonly replaceToken: (keyId: KeyId, token: string) => Promise<Result<unknown>>
  readonly onNews: (news: RotationNews) => void
}

export type Rotator = {
  /**
   * Makes a new key, tries it out, stores its token for the key of the app, then deletes the old key. Where that does not
   * come to its end the record stays, and is looked at again. The new token is in no value that leaves this module.
   * Errors: those of the calls, `key-not-of-account`, `token-would-be-lost`, `storage-failed`.
   */
  rotate(keyId: KeyId): Promise<Result<RotationEnd>>
  /** Looks at what earlier runs left undone; resolves when nothing more can be done now. */
  settle(): Promise<void>
  isOpen(keyId: KeyId): boolean
  dispose(): void
}

/** Looks and deletions in a row; a panel that keeps what it says to have deleted is not asked for ever. */
const maxRounds = 8
/** When an open rotation is looked at again, in milliseconds. */
const againMs = 180_000

/** Why a rotation was given up, with what is left of it: nothing. */
const given = (error: AppError): AppError => ({ ...error, message: `The key was not rotated. ${error.message}` })

export function createRotator(deps: Deps): Rotator {
  const { clock, newId, records, labelOf, readToken, accountOf, wouldLast, replaceToken, onNews } = deps
  /** One thing at a time for each key. */
  const queues = new Map<KeyId, Queue>()
  let cancelAgain: (() => void) | null = null
  let isDisposed = false

  const recordOf = (keyId: KeyId) => records.get().find((one) => one.keyId === keyId)
  const without = (keyId: KeyId) => records.get().filter((one) => one.keyId !== keyId)
  const write = (rotation: Rotation) => records.set([...without(rotation.keyId), rotation])

  function inTurn<T>(keyId: KeyId, task: () => Promise<T>): Promise<T> {
    const queue = queues.get(keyId) ?? createQueue()
    queues.set(keyId, queue)
    return queue.run(task)
  }

  async function factsOf({ keyId }: Rotation): Promise<RotationFacts> {
    const none = { held: null, keys: null, isGone: false, now: clock.now() }
    const account = accountOf(keyId)
    if (labelOf(keyId) === null || account === undefined) return { ...none, isGone: true }
    const token = await readToken(keyId)
    const held = token.ok ? identifierOf(token.value) : null
    if (held === null) return none
    const keys = await account.keys()
    // The token may have been replaced while the keys were read, so it is the same one that read them only if it is still.
    const after = await readToken(keyId)
    const isSame = after.ok && token.ok && after.value === token.value
    return { ...none, held, keys: keys.ok && isSame ? keys.value : null, now: clock.now() }
  }

  function lookAgain(): void {
    if (isDisposed || cancelAgain !== null) return
    cancelAgain = clock.after(againMs, () => {
      cancelAgain = null
      void settle()
    })
  }

  /** Nothing more can be done now. */
  function leaveOpen(rotation: Rotation): 'open' {
    onNews({ rotation, state: 'open' })
    lookAgain()
    return 'open'
  }

  /** Deletes a key; false where it is surely still there. Where nobody knows, the next look tells. */
  async function isRemoved(keyId: KeyId, identifier: string): Promise<boolean> {
    const removed = await accountOf(keyId)?.removeKey(identifier)
    if (removed === undefined) return false
    return removed.ok || removed.error.code === 'account-entry-not-found' || removed.error.mayHaveActed === true
  }

  /** Goes on with a rotation as far as that is possible now. */
  async function goOn(rotation: Rotation): Promise<'rotated' | 'abandoned' | 'lost' | 'open'> {
    for (let round = 0; round < maxRounds; round += 1) {
      const step = rotationStep(rotation, await factsOf(rotation))
      if (step.kind === 'end') {
        // If the disk fails to forget it, the next start looks at it again, and ends it in the same way.
        records.set(without(rotation.keyId))
        onNews({ rotation, state: step.as === 'lost' ? 'lost' : 'over' })
        return step.as
      }
      if (step.kind === 'wait' || !(await isRemoved(rotation.keyId, step.identifier))) break
    }
    return leaveOpen(rotation)
  }

  async function settle(): Promise<void> {
    for (const { keyId } of records.get()) {
      await inTurn(keyId, async () => {
        const rotation = recordOf(keyId)
        if (rotation !== undefined) await goOn(rotation)
      })
    }
  }

  /** What the person is told of the end, and of what failed before it. */
  async function endOf(rotation: Rotation, error: AppError | null): Promise<Result<RotationEnd>> {
    const end = await goOn(rotation)
    if (end === 'rotated') return ok('rotated')
    if (end === 'open') return ok('unfinished')
    return fail(given(error ?? appError('unknown-key')))
  }

  /** The key as its panel lists it, read with its own token. */
  async function listed(account: AccountCalls, keyId: KeyId): Promise<Result<AccountKey>> {
    const token = await readToken(keyId)
    if (!token.ok) return token
    const keys = await account.keys()
    if (!keys.ok) return keys
    const name = identifierOf(token.value)
    const key = keys.value.find(({ identifier }) => identifier === name)
    return key === undefined ? fail('key-not-of-account') : ok(key)
  }

  /** Makes the new key and puts its token in place of the old one; what comes of it, `goOn` finds out. */
  async function exchange(account: AccountCalls, rotation: Rotation, old: AccountKey): Promise<Result<RotationEnd>> {
    const created = await account.createKey({ description: rotation.marker, allowedIps: old.allowedIps })
    if (!created.ok) {
      const answered = { ...rotation, isAnswered: !created.error.mayHaveActed }
      write(answered)
      return endOf(answered, created.error)
    }
    const made = { ...rotation, newId: created.value.identifier, isAnswered: true }
    write(made)
    const replaced = await replaceToken(rotation.keyId, created.value.token)
    return endOf(made, replaced.ok ? null : replaced.error)
  }

  async function begin(keyId: KeyId): Promise<Result<RotationEnd>> {
    const label = labelOf(keyId)
    const account = accountOf(keyId)
    if (label === null || account === undefined) return fail('unknown-key')
    if (!(await wouldLast(keyId))) return fail('token-would-be-lost')
    const old = await listed(account, keyId)
    if (!old.ok) return old
    const marker = `Servertray: ${safeText(label, 60)} (${newId().slice(0, 8)})`
    const { identifier: oldId } = old.value
    const rotation: Rotation = { keyId, marker, oldId, newId: null, askedAt: clock.now(), isAnswered: false }
    if (write(rotation)) return exchange(account, rotation, old.value)
    records.set(without(keyId))
    return fail('storage-failed')
  }

  /** What is left of an earlier rotation comes first. */
  async function rotate(keyId: KeyId): Promise<Result<RotationEnd>> {
    const left = recordOf(keyId)
    const end = left === undefined ? null : await goOn(left)
    if (end === 'open') return ok('unfinished')
    return end === 'rotated' ? ok('rotated') : begin(keyId)
  }

  return {
    rotate: (keyId) => inTurn(keyId, () => rotate(keyId)),
    settle,
    isOpen: (keyId) => recordOf(keyId) !== undefined,
    dispose() {
      isDisposed = true
      cancelAgain?.()
    },
  }
}
