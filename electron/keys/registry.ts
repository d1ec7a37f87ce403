import type { KeyView } from '../../shared/model/api-key.ts'
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
  /** Follows the demo panel to the port of this run. */
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

  const entryOf = (keyId: KeyId) => settings.get().keys.find((key) => key.id === keyId)
  const panelOf = (panelId: PanelId) => settings.get().panels.find((panel) => panel.id === panelId)

  const tokenOf = async ({ id, tokenIn }: KeyEntry): Promise<Result<string>> =>
    tokenIn === null ? fail('token-unreadable', noTokenYet) : vault.get(id, tokenIn)

  const forgetToken = async ({ id, tokenIn }: KeyEntry): Promise<Result<void>> =>
    tokenIn === null ? ok() : vault.delete(id, tokenIn)

  const readToken = async (keyId: KeyId): Promise<Result<string>> => {
    const entry = entryOf(keyId)
    return entry === undefined ? fail('unknown-key') : tokenOf(entry)
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

  async function isKnownToken(baseUrl: string, token: string): Promise<boolean> {
    const { keys, panels } = settings.get()
    const panel = panels.find((known) => known.baseUrl === baseUrl)
    const onPanel = keys.filter((key) => key.panelId === panel?.id)
    const tokens = await Promise.all(onPanel.map(tokenOf))
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
      if (await isKnownToken(baseUrl, token)) return fail('duplicate-key')
      const known = settings.get().panels.find((panel) => panel.baseUrl === baseUrl)
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
    },

    async addDemo({ baseUrl, token, label }) {
      const known = settings.get().panels.find((panel) => panel.kind === 'demo')
      const panel: PanelEntry = known ?? {
        id: panelIdSchema.parse('demo'),
        kind: 'demo',
        name: 'Demo panel',
        baseUrl,
      }
      const kept = await keep(panel, label, token)
      return kept.ok ? ok({ keyId: kept.value }) : kept
    },

    async replaceToken(keyId, typed) {
      const entry = entryOf(keyId)
      const panel = entry && panelOf(entry.panelId)
      if (entry === undefined || panel === undefined) return fail('unknown-key')
      const token = typed.trim()
      const found = await probe(panel.baseUrl, token)
      if (!found.ok) return found
      const stored = await vault.set(keyId, token)
      if (!stored.ok) return stored
      const tokenIn = stored.value
      const written = settings.update((now) => ({
        ...now,
        keys: now.keys.map((key) => (key.id === keyId ? { ...key, tokenIn } : key)),
      }))
      if (!written.ok) return written
      if (tokenIn !== entry.tokenIn) await forgetToken(entry)
      clients.delete(keyId)
      store.update(changeKey(keyId, { tokenIn }))
      store.update(applyList(keyId, found.value.list, clock.now()))
      return found
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

    async remove(keyId) {
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
    },

    clientFor(keyId) {
      const known = clients.get(keyId)
      if (known !== undefined) return known
      const entry = entryOf(keyId)
      const panel = entry && panelOf(entry.panelId)
      if (panel === undefined) return undefined
      const client = createClient(panel.baseUrl, () => readToken(keyId))
      clients.set(keyId, client)
      return client
    },

    moveDemo(baseUrl) {
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
