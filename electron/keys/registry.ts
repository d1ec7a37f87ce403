import type { KeyView, VaultBackendName } from '../../shared/model/api-key.ts'
import type { KeyId, PanelId } from '../../shared/model/identifier.ts'
import { keyIdSchema, panelIdSchema } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { AppState } from '../../shared/state.ts'
import type { Clock } from '../clock.ts'
import type { PanelClient, ServerList } from '../panel/types.ts'
import type { KeyEntry, PanelEntry } from '../settings/schema.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { StateStore } from '../state/store.ts'
import { applyList, changeKey, dropKey, setKey, setKeyHealth, setPanel } from '../state/updates.ts'
import type { Vault } from '../vault/vault.ts'
import { createTurns } from './in-turn.ts'

/** What a test call found. */
export type Found = { readonly baseUrl: string; readonly list: ServerList }

type Deps = {
  store: StateStore
  settings: SettingsStore
  vault: Vault
  clock: Clock
  newId: () => string
  /** Finds the base address behind what a person typed, with one list call each try. */
  probe: (address: string, token: string) => Promise<Result<Found>>
  createClient: (baseUrl: string, readToken: () => Promise<Result<string>>) => PanelClient
}

export type KeyRegistry = {
  /** Brings the state in line with the stored panels and keys; returns the keys that are new to it. */
  load(): readonly KeyId[]
  check(address: string, token: string): Promise<Result<Found>>
  /** Tests the key, stores its token, and only then lists it. */
  add(input: { address: string; token: string; label: string }): Promise<Result<Found & { keyId: KeyId }>>
  /** Lists a key of the demo panel, whose address the app knows. */
  addDemo(input: { baseUrl: string; token: string; label: string }): Promise<Result<{ keyId: KeyId }>>
  replaceToken(keyId: KeyId, token: string): Promise<Result<Found>>
  rename(keyId: KeyId, label: string): Result<void>
  /** Deletes the token first; the entry stays when the vault refuses. */
  remove(keyId: KeyId): Promise<Result<void>>
  clientFor(keyId: KeyId): PanelClient | undefined
  /** Follows the demo panel to the port of this run. Before that no token of it is sent anywhere. */
  moveDemo(baseUrl: string): void
}

const noTokenYet = {
  message: 'This key has no token yet.',
  hint: 'Paste its token with Replace token.',
}

/** The panel's name in lists: its host. */
function panelName(baseUrl: string): string {
  return new URL(baseUrl).host
}

/** A stored panel in the state; what it speaks is known from its first list, and kept from the last. */
const showPanel = (panel: PanelEntry) => (state: AppState) =>
  setPanel({ ...panel, dialect: state.panels[panel.id]?.dialect ?? 'core' })(state)

/** The API keys: their entries in settings and state, their tokens in the vault, their clients. */
export function createKeyRegistry(deps: Deps): KeyRegistry {
  const { store, settings, vault, clock, newId, probe, createClient } = deps
  const clients = new Map<KeyId, PanelClient>()
  /** Changes of vault and settings never overlap, so that each sees what the one before it left. */
  const inTurn = createTurns()
  /** Where the demo panel answers in this run; another program may have the port of the last one. */
  let demoBaseUrl: string | null = null

  const entryOf = (keyId: KeyId) => settings.get().keys.find((key) => key.id === keyId)
  const panelOf = (panelId: PanelId) => settings.get().panels.find((panel) => panel.id === panelId)

  const tokenOf = async ({ id, tokenIn }: KeyEntry): Promise<Result<string>> =>
    tokenIn === null ? fail('token-unreadable', noTokenYet) : vault.get(id, tokenIn)

  const forgetToken = async ({ id, tokenIn }: KeyEntry): Promise<Result<void>> =>
    tokenIn === null ? ok() : vault.delete(id, tokenIn)

  const baseUrlOf = (panel: PanelEntry): Result<string> => {
    const baseUrl = panel.kind === 'demo' ? demoBaseUrl : panel.baseUrl
    return baseUrl === null ? fail('demo-failed', { message: 'The demo panel has not started.' }) : ok(baseUrl)
  }

  const readToken = async (keyId: KeyId): Promise<Result<string>> => {
    const entry = entryOf(keyId)
    const panel = entry && panelOf(entry.panelId)
    if (entry === undefined || panel === undefined) return fail('unknown-key')
    const baseUrl = baseUrlOf(panel)
    return baseUrl.ok ? tokenOf(entry) : baseUrl
  }

  function view({ id, panelId, label, tokenIn }: KeyEntry): KeyView {
    return { id, panelId, label, tokenIn, health: { kind: 'checking' }, serverCount: null, skippedEntries: 0 }
  }

  /** A listed key as the settings have it; what was learned about it stays. */
  function showKey(entry: KeyEntry): void {
    const { id, label, tokenIn } = entry
    const known = store.get().keys[id]
    if (known === undefined) store.update(setKey(view(entry)))
    else if (known.label !== label || known.tokenIn !== tokenIn) store.update(changeKey(id, { label, tokenIn }))
  }

  /** True when another key of the panel than `self` has this token. */
  async function isKnownToken(panelId: PanelId | undefined, token: string, self?: KeyId): Promise<boolean> {
    const others = settings.get().keys.filter((key) => key.panelId === panelId && key.id !== self)
    const tokens = await Promise.all(others.map(tokenOf))
    return tokens.some((known) => known.ok && known.value === token)
  }

  /** Stores the token, then the entry; an entry that cannot be written takes its token back out. */
  async function keep(panel: PanelEntry, label: string, token: string): Promise<Result<KeyId>> {
    const keyId = keyIdSchema.parse(newId())
    const stored = await vault.set(keyId, token)
    if (!stored.ok) return stored
    const entry: KeyEntry = { id: keyId, panelId: panel.id, label, tokenIn: stored.value, permissions: null }
    const written = settings.update((now) => ({
      ...now,
      panels: now.panels.some((known) => known.id === panel.id) ? now.panels : [...now.panels, panel],
      keys: [...now.keys, entry],
    }))
    if (!written.ok) {
      await forgetToken(entry)
      return written
    }
    store.update((state) => setKey(view(entry))(showPanel(panel)(state)))
    return ok(keyId)
  }

  /** Notes that another backend holds a key's token now, and clears the place that is no longer noted. */
  async function moveToken(entry: KeyEntry, tokenIn: VaultBackendName): Promise<Result<void>> {
    if (tokenIn === entry.tokenIn) return ok()
    const written = settings.update((now) => ({
      ...now,
      keys: now.keys.map((key) => (key.id === entry.id ? { ...key, tokenIn } : key)),
    }))
    await forgetToken(written.ok ? entry : { ...entry, tokenIn })
    return written
  }

  return {
    load() {
      const { panels, keys } = settings.get()
      const before = Object.keys(store.get().keys)
      const gone = before.filter((id) => !keys.some((key) => key.id === id))
      for (const id of gone) {
        const keyId = keyIdSchema.parse(id)
        clients.delete(keyId)
        store.update(dropKey(keyId))
      }
      for (const panel of panels) store.update(showPanel(panel))
      for (const key of keys) showKey(key)
      return keys.map((key) => key.id).filter((id) => !before.includes(id))
    },

    check: (address, token) => probe(address, token.trim()),

    async add({ address, token: typed, label }) {
      const token = typed.trim()
      const found = await probe(address, token)
      if (!found.ok) return found
      const { baseUrl, list } = found.value
      return inTurn(async () => {
        const known = settings.get().panels.find((panel) => panel.baseUrl === baseUrl)
        if (await isKnownToken(known?.id, token)) return fail('duplicate-key')
        const panel: PanelEntry = known ?? {
          id: panelIdSchema.parse(newId()),
          kind: 'remote',
          name: panelName(baseUrl),
          baseUrl,
        }
        const kept = await keep(panel, label, token)
        if (!kept.ok) return kept
        store.update(applyList(kept.value, list, clock.now()))
        return ok({ ...found.value, keyId: kept.value })
      })
    },

    addDemo({ baseUrl, token, label }) {
      return inTurn(async () => {
        const known = settings.get().panels.find((panel) => panel.kind === 'demo')
        const panel: PanelEntry = known ?? {
          id: panelIdSchema.parse('demo'),
          kind: 'demo',
          name: 'Demo panel',
          baseUrl,
        }
        const kept = await keep(panel, label, token)
        return kept.ok ? ok({ keyId: kept.value }) : kept
      })
    },

    async replaceToken(keyId, typed) {
      const panelId = entryOf(keyId)?.panelId
      const panel = panelId && panelOf(panelId)
      if (panel === undefined) return fail('unknown-key')
      const baseUrl = baseUrlOf(panel)
      if (!baseUrl.ok) return baseUrl
      const token = typed.trim()
      const found = await probe(baseUrl.value, token)
      if (!found.ok) return found
      return inTurn(async () => {
        // The key may have been removed during the test call.
        const entry = entryOf(keyId)
        if (entry === undefined) return fail('unknown-key')
        if (await isKnownToken(panelId, token, keyId)) return fail('duplicate-key')
        const stored = await vault.set(keyId, token)
        if (!stored.ok) return stored
        const moved = await moveToken(entry, stored.value)
        if (!moved.ok) return moved
        clients.delete(keyId)
        store.update(changeKey(keyId, { tokenIn: stored.value }))
        store.update(applyList(keyId, found.value.list, clock.now()))
        return found
      })
    },

    rename(keyId, label) {
      if (entryOf(keyId) === undefined) return fail('unknown-key')
      const written = settings.update((now) => ({
        ...now,
        keys: now.keys.map((key) => (key.id === keyId ? { ...key, label } : key)),
      }))
      if (written.ok) store.update(changeKey(keyId, { label }))
      return written
    },

    remove(keyId) {
      return inTurn(async () => {
        const entry = entryOf(keyId)
        if (entry === undefined) return fail('unknown-key')
        const deleted = await forgetToken(entry)
        if (!deleted.ok) {
          store.update(setKeyHealth(keyId, { kind: 'failing', since: clock.now(), error: deleted.error }))
          return deleted
        }
        const written = settings.update((now) => {
          const keys = now.keys.filter((key) => key.id !== keyId)
          return { ...now, keys, panels: now.panels.filter((panel) => keys.some((key) => key.panelId === panel.id)) }
        })
        if (!written.ok) return written
        clients.delete(keyId)
        store.update(dropKey(keyId))
        return ok()
      })
    },

    clientFor(keyId) {
      const known = clients.get(keyId)
      if (known !== undefined) return known
      const entry = entryOf(keyId)
      const panel = entry && panelOf(entry.panelId)
      if (panel === undefined) return undefined
      const baseUrl = baseUrlOf(panel)
      const client = createClient(baseUrl.ok ? baseUrl.value : panel.baseUrl, () => readToken(keyId))
      clients.set(keyId, client)
      return client
    },

    moveDemo(baseUrl) {
      demoBaseUrl = baseUrl
      const demo = settings.get().panels.find((panel) => panel.kind === 'demo')
      if (demo === undefined || demo.baseUrl === baseUrl) return
      const moved = { ...demo, baseUrl }
      settings.update((now) => ({
        ...now,
        panels: now.panels.map((panel) => (panel.id === demo.id ? moved : panel)),
      }))
      clients.clear()
      store.update(showPanel(moved))
    },
  }
}
