import type { VaultBackendName } from '../../shared/keys/contract.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import { createQueues } from '../lib/queue.ts'
import { type KeyEntry, type Settings, withEntry } from '../settings/schema.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { isBetter } from './backend.ts'
import type { Vault } from './vault.ts'

/** The settings with the key's entry, which names the backend `tokenIn` for its token. */
type Commit = (now: Settings, tokenIn: VaultBackendName) => Settings

type Deps = {
  settings: SettingsStore
  vault: Vault
  /** The person agreed to weaker storage in another way than through the settings, for this run. */
  consented: boolean
}

type Put = { keyId: KeyId; token: string; allowsWeak: boolean; commit: Commit }

type PendingDeletion = Settings['pendingDeletions'][number]

const isSame = (one: PendingDeletion) => (other: PendingDeletion) =>
  one.keyId === other.keyId && one.backend === other.backend

const withoutPending = (now: Settings, place: PendingDeletion): Settings => ({
  ...now,
  pendingDeletions: now.pendingDeletions.filter((known) => !isSame(place)(known)),
})

const withPending = (now: Settings, place: PendingDeletion): Settings => ({
  ...now,
  pendingDeletions: [...now.pendingDeletions.filter((known) => !isSame(place)(known)), place],
})

/** The settings without a key, and without the panel that no other key uses. */
function withoutKey(now: Settings, keyId: KeyId): Settings {
  const keys = now.keys.filter((key) => key.id !== keyId)
  return { ...now, keys, panels: now.panels.filter((panel) => keys.some((key) => key.panelId === panel.id)) }
}

const movedTo =
  (keyId: KeyId): Commit =>
  (now, tokenIn) => ({ ...now, keys: withEntry(now.keys, keyId, { tokenIn }) })

const noTokenYet = {
  message: 'This key has no token yet.',
  hint: 'Paste its token with Replace token.',
}

export function createTokenStore({ settings, vault, consented: isConsented }: Deps) {
  /** Changes of one key run one after another; other keys do not wait for a keyring that asks the person. */
  const queueOf = createQueues<KeyId>()

  const entryOf = (keyId: KeyId): KeyEntry | undefined => settings.get().keys.find((key) => key.id === keyId)
  const isPending = (place: PendingDeletion) => settings.get().pendingDeletions.some(isSame(place))
  const consented = () => isConsented || settings.get().allowsMemory

  /** Writes only where something differs: most changes leave nothing to delete. */
  function setPending(place: PendingDeletion, isWanted: boolean): Result<void> {
    if (isPending(place) === isWanted) return ok()
    return settings.update((now) => (isWanted ? withPending(now, place) : withoutPending(now, place)))
  }

  /** Deletes a pending copy. One in a backend better than the current one waits until that works again. */
  async function sweep(place: PendingDeletion): Promise<void> {
    if (!isPending(place) || isBetter(place.backend, await vault.ready())) return
    const deleted = await vault.delete(place.keyId, place.backend)
    if (deleted.ok) setPending(place, false)
  }

  async function store(
    keyId: KeyId,
    token: string,
    backend: VaultBackendName,
    commit: Commit,
  ): Promise<Result<VaultBackendName>> {
    const before = entryOf(keyId)?.tokenIn ?? undefined
    const place = { keyId, backend }
    const intended = setPending(place, before !== backend)
    if (!intended.ok) return intended
    const stored = await vault.set(keyId, token, backend)
    // A backend that refused is tried again by `tidy`, not now: it would only ask the person again.
    if (!stored.ok) return stored
    const old = before === undefined || before === backend ? null : { keyId, backend: before }
    const written = settings.update((now) => {
      const owned = withoutPending(commit(now, backend), place)
      return old === null ? owned : withPending(owned, old)
    })
    if (!written.ok) {
      if (before !== backend) await sweep(place)
      return written
    }
    if (old !== null) await sweep(old)
    return ok(backend)
  }

  async function takeOver(keyId: KeyId, backend: VaultBackendName): Promise<void> {
    const entry = entryOf(keyId)
    if (entry === undefined || entry.tokenIn === null || !isBetter(backend, entry.tokenIn)) return
    const token = await vault.get(keyId, entry.tokenIn)
    if (token.ok) await store(keyId, token.value, backend, movedTo(keyId))
  }

  /** A pending deletion of the very copy that an entry names was a removal that was interrupted. */
  async function cleanUp(place: PendingDeletion): Promise<void> {
    if (entryOf(place.keyId)?.tokenIn !== place.backend) return sweep(place)
    if (isPending(place) && !isBetter(place.backend, await vault.ready())) await finishRemoval(place)
  }

  async function finishRemoval(place: PendingDeletion): Promise<Result<void>> {
    const deleted = await vault.delete(place.keyId, place.backend)
    if (!deleted.ok) return deleted
    return settings.update((now) => withoutPending(withoutKey(now, place.keyId), place))
  }

  async function putNow({ keyId, token, allowsWeak, commit }: Put): Promise<Result<VaultBackendName>> {
    const backend = await vault.choose(allowsWeak || consented())
    return backend.ok ? store(keyId, token, backend.value, commit) : backend
  }

  return {
    /**
     * Stores a token, then `commit`s the entry, then deletes the copy that the entry named before.
     * `weaker-storage` where only that is to be had and neither consent nor `allowsWeak` permits it.
     */
    put: (given: Put): Promise<Result<VaultBackendName>> => queueOf(given.keyId).run(() => putNow(given)),

    /** Stores another token for an entry that is there, as `put` does; `unknown-key` where it is gone. */
    replace: (keyId: KeyId, token: string, allowsWeak: boolean): Promise<Result<VaultBackendName>> =>
      // The key may be removed while this waits for its turn.
      queueOf(keyId).run(async () =>
        entryOf(keyId) === undefined
          ? fail('unknown-key')
          : putNow({ keyId, token, allowsWeak, commit: movedTo(keyId) }),
      ),

    async read(keyId: KeyId): Promise<Result<string>> {
      const tokenIn = entryOf(keyId)?.tokenIn
      if (tokenIn === undefined) return fail('unknown-key')
      if (tokenIn === null) return fail('token-unreadable', noTokenYet)
      const token = await vault.get(keyId, tokenIn)
      const now = entryOf(keyId)?.tokenIn ?? tokenIn
      // `tidy` moved the token while it was read, so the old copy may be gone.
      return token.ok || now === tokenIn ? token : vault.get(keyId, now)
    },

    /** Deletes the token, then the entry; when the vault refuses, the entry stays. */
    remove: (keyId: KeyId): Promise<Result<void>> =>
      queueOf(keyId).run(async () => {
        const entry = entryOf(keyId)
        if (entry === undefined) return fail('unknown-key')
        if (entry.tokenIn === null) return settings.update((now) => withoutKey(now, keyId))
        const place = { keyId, backend: entry.tokenIn }
        // The token may be gone since an earlier try that was cut short: only `tidy` or a next try ends that one.
        const wasInterrupted = isPending(place)
        const intended = setPending(place, true)
        if (!intended.ok) return intended
        const removed = await finishRemoval(place)
        const isRefused = !removed.ok && removed.error.code === 'vault-failed'
        if (isRefused && !wasInterrupted) setPending(place, false)
        return removed
      }),

    /** Takes tokens over into the backend that is best now, and deletes what earlier runs could not. */
    async tidy(): Promise<void> {
      const backend = await vault.ready()
      for (const { id } of settings.get().keys) await queueOf(id).run(() => takeOver(id, backend))
      for (const place of settings.get().pendingDeletions) await queueOf(place.keyId).run(() => cleanUp(place))
    },

    /** True once the person has said yes to weaker storage. */
    consented,
    /** Remembers the person's yes to weaker storage. */
    consent: (): Result<void> =>
      settings.get().allowsMemory ? ok() : settings.update((now) => ({ ...now, allowsMemory: true })),
  }
}

/**
 * The tokens of the keys in settings. Every place that may hold a token is known to the settings file: as an
 * entry's `tokenIn`, or among `pendingDeletions`, which are written before a copy is made and dropped after it is
 * gone. So a run may be killed at any point: the token that an entry names is there, and no other stays.
 */
export type TokenStore = ReturnType<typeof createTokenStore>
