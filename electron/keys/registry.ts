import { isDeepStrictEqual } from 'node:util'
import type { KeyView } from '../../shared/keys/contract.ts'
import { nothingLeftOut } from '../../shared/keys/left-out.ts'
import { type TokenDoubt, tokenDoubt, tokenDoubtWords } from '../../shared/keys/token.ts'
import type { KeyId, PanelId } from '../../shared/model/identifier.ts'
import { keyIdSchema, panelIdSchema } from '../../shared/model/identifier-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { own } from '../../shared/own.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { createQueue } from '../lib/queue.ts'
import type { PanelClient } from '../panel/client.ts'
import type { ListedServer, ListOptions, ServerList } from '../panel/types.ts'
import { type KeyEntry, newPanel, type PanelEntry, withEntry } from '../settings/schema.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { applyList, changeKey, dropKey, forgetRefusals, orderKeys, put, setKeyHealth } from '../state/updates.ts'
import type { TokenStore } from '../vault/token-store.ts'
import { type Consent, keptConsent } from './panels.ts'

/** What a test call found. */
export type Found = { readonly baseUrl: string; readonly list: ServerList }

type Deps = Pick<FeatureBasics, 'store' | 'clock' | 'newId'> & {
  settings: SettingsStore
  tokenStore: TokenStore
  /** Finds the base address behind what a person typed, with one list call each try. */
  probe: (address: string, token: string, how: Consent & ListOptions) => Promise<Result<Found>>
  createClient: (baseUrl: string, readToken: () => Promise<Result<string>>, keyId: KeyId) => PanelClient
  /** Told what the list has that a key was tried out with, once it is kept. */
  onList?: (keyId: KeyId, servers: readonly ListedServer[]) => void
}

/** What a person typed, and what they allow beyond the rule. */
type KeyInput = Consent & { address: string; token: string }

type DemoKey = { baseUrl: string; token: string; label: string }

/** Doubts that make a text unusable as a token; about the others the window asks the person. */
const unsendable: ReadonlySet<TokenDoubt> = new Set(['empty', 'line-break', 'inner-space', 'strange-character'])

/** The panel's name in lists: its host, unless an import or the app gave it one that shows. */
const panelName = (baseUrl: string, given = ''): string => safeText(given, 100) || (URL.parse(baseUrl)?.host ?? baseUrl)

/**
 * A token of the demo panel may go to memory unasked: it opens make-believe servers on this computer only,
 * and the app makes a new one at the next start. So the demo stays one click, and the question about weaker
 * storage is left for tokens that matter.
 */
const mayBeLost = (panel: PanelEntry) => panel.kind === 'demo'

/** A stored panel in the state; what it speaks is known from its first list, and kept from the last. */
export const showPanel = (panel: PanelEntry) => (state: AppState) =>
  put('panels', {
    ...panel,
    name: panelName(panel.baseUrl, panel.name),
    dialect: own(state.panels, panel.id)?.dialect ?? 'core',
    isPelican: own(state.panels, panel.id)?.isPelican ?? false,
  })(state)

/** A key in the state before its first list. */
export function newKeyView({ permissions: declared, ...entry }: KeyEntry): KeyView {
  const health = { kind: 'checking' } as const
  return { ...entry, declared, learned: [], health, serverCount: null, leftOut: nothingLeftOut, budget: null }
}

/** The API keys: their entries in settings and state, their tokens in the vault, their clients. */
export function createKeyRegistry(deps: Deps) {
  const { store, settings, tokenStore, clock, newId, probe, createClient, onList = () => {} } = deps
  const clients = new Map<KeyId, PanelClient>()
  /** Tokens are added and replaced one after another, so that each sees what the one before it left. */
  const changes = createQueue()
  /** Where the demo panel answers in this run; another program may have the port of the last one. */
  let demoBaseUrl: string | null = null

  const entryOf = (keyId: KeyId) => settings.get().keys.find((key) => key.id === keyId)
  const panelOf = (panelId?: PanelId) => settings.get().panels.find((panel) => panel.id === panelId)

  const baseUrlOf = (panel: PanelEntry): Result<string> => {
    const baseUrl = panel.kind === 'demo' ? demoBaseUrl : panel.baseUrl
    return baseUrl === null ? fail('demo-failed', { message: 'The demo panel has not started.' }) : ok(baseUrl)
  }

  const readToken = async (keyId: KeyId): Promise<Result<string>> => {
    const panel = panelOf(entryOf(keyId)?.panelId)
    if (panel === undefined) return fail('unknown-key')
    const baseUrl = baseUrlOf(panel)
    return baseUrl.ok ? tokenStore.read(keyId) : baseUrl
  }

  /** A listed key as the settings have it; what was learned about it stays. */
  function showKey(entry: KeyEntry): void {
    const { permissions: declared, ...kept } = entry
    const known = own(store.get().keys, entry.id)
    const shown = known === undefined ? newKeyView(entry) : { ...known, ...kept, declared }
    if (!isDeepStrictEqual(shown, known)) store.update(put('keys', shown))
  }

  /** True when another key of the panel than `self` has this token. */
  async function isKnownToken(panelId: PanelId | undefined, token: string, self?: KeyId): Promise<boolean> {
    const others = settings.get().keys.filter((key) => key.panelId === panelId && key.id !== self)
    const tokens = await Promise.all(others.map((key) => tokenStore.read(key.id)))
    return tokens.some((known) => known.ok && known.value === token)
  }

  /**
   * Stores the token, then the entry. A panel that is known stays as it is by then, but for what was
   * consented to.
   */
  async function keep(
    panel: PanelEntry,
    label: string,
    token: string,
    consent: Partial<PanelEntry> = {},
  ): Promise<Result<KeyId>> {
    const keyId = keyIdSchema.parse(newId())
    const entry = { id: keyId, panelId: panel.id, label, permissions: null }
    const stored = await tokenStore.put({
      keyId,
      token,
      allowsWeak: mayBeLost(panel),
      commit: (now, tokenIn) => ({
        ...now,
        panels: now.panels.some((known) => known.id === panel.id)
          ? withEntry(now.panels, panel.id, consent)
          : [...now.panels, { ...panel, ...consent }],
        keys: [...now.keys, { ...entry, tokenIn }],
      }),
    })
    if (!stored.ok) return stored
    const kept = panelOf(panel.id) ?? panel
    store.update((state) => put('keys', newKeyView({ ...entry, tokenIn: stored.value }))(showPanel(kept)(state)))
    return ok(keyId)
  }

  /** The test call, with the white space around the token dropped; a token that cannot be one is not sent. */
  async function tryOut(address: string, token: string, how: Consent & ListOptions): Promise<Result<Found>> {
    const doubt = tokenDoubt(token)
    if (doubt !== null && unsendable.has(doubt)) return fail('invalid-token', tokenDoubtWords[doubt])
    return probe(address, token, how)
  }

  return {
    /** Brings the state in line with the stored panels and keys; returns the keys that are new to it. */
    load(): readonly KeyId[] {
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
      store.update(orderKeys(keys.map((key) => key.id)))
      return keys.map((key) => key.id).filter((id) => !before.includes(id))
    },

    check: ({ address, token, ...consent }: KeyInput): Promise<Result<Found>> => tryOut(address, token.trim(), consent),

    /** Tests the key, stores its token, and only then lists it. */
    async add({ label, ...input }: KeyInput & { label: string }): Promise<Result<Found & { keyId: KeyId }>> {
      const { address, token: typed, ...consent } = input
      const token = typed.trim()
      const found = await tryOut(address, token, consent)
      if (!found.ok) return found
      const { baseUrl, list } = found.value
      return changes.run(async () => {
        const known = settings.get().panels.find((panel) => panel.baseUrl === baseUrl)
        if (await isKnownToken(known?.id, token)) return fail('duplicate-key')
        const panel =
          known ?? newPanel({ id: panelIdSchema.parse(newId()), kind: 'remote', name: panelName(baseUrl), baseUrl })
        const kept = await keep(panel, label, token, keptConsent(baseUrl, consent, clock.now()))
        if (!kept.ok) return kept
        onList(kept.value, list.servers)
        store.update(applyList(kept.value, list, clock.now()))
        return ok({ ...found.value, keyId: kept.value })
      })
    },

    /** Lists a key of the demo panel, whose address the app knows. */
    addDemo({ baseUrl, token, label }: DemoKey): Promise<Result<{ keyId: KeyId }>> {
      return changes.run(async () => {
        const known = settings.get().panels.find((panel) => panel.kind === 'demo')
        const panel = known ?? newPanel({ id: panelIdSchema.parse('demo'), kind: 'demo', name: 'Demo panel', baseUrl })
        const kept = await keep(panel, label, token)
        return kept.ok ? ok({ keyId: kept.value }) : kept
      })
    },

    async replaceToken(keyId: KeyId, typed: string): Promise<Result<Found>> {
      const entry = entryOf(keyId)
      const panel = panelOf(entry?.panelId)
      if (panel === undefined) return fail('unknown-key')
      const baseUrl = baseUrlOf(panel)
      if (!baseUrl.ok) return baseUrl
      const token = typed.trim()
      const found = await tryOut(baseUrl.value, token, { all: entry?.listsAll })
      if (!found.ok) return found
      return changes.run(async () => {
        if (await isKnownToken(panel.id, token, keyId)) return fail('duplicate-key')
        const stored = await tokenStore.replace(keyId, token, mayBeLost(panel))
        if (!stored.ok) return stored
        clients.delete(keyId)
        store.update(changeKey(keyId, { tokenIn: stored.value, learned: [] }))
        store.update(forgetRefusals)
        onList(keyId, found.value.list.servers)
        store.update(applyList(keyId, found.value.list, clock.now()))
        return found
      })
    },

    /** Deletes the token first; the entry stays when the vault refuses. */
    async remove(keyId: KeyId): Promise<Result<void>> {
      const removed = await tokenStore.remove(keyId)
      if (!removed.ok) {
        store.update(setKeyHealth(keyId, { kind: 'failing', since: clock.now(), error: removed.error }))
        return removed
      }
      clients.delete(keyId)
      store.update(dropKey(keyId))
      return ok()
    },

    clientFor(keyId: KeyId): PanelClient | undefined {
      const known = clients.get(keyId)
      if (known !== undefined) return known
      const panel = panelOf(entryOf(keyId)?.panelId)
      if (panel === undefined) return undefined
      const baseUrl = baseUrlOf(panel)
      const client = createClient(baseUrl.ok ? baseUrl.value : panel.baseUrl, () => readToken(keyId), keyId)
      clients.set(keyId, client)
      return client
    },

    /** Takes tokens over into a better backend, ends what an earlier run left undone, and shows what changed. */
    async tidy(): Promise<void> {
      await tokenStore.tidy()
      for (const { id, tokenIn } of Object.values(store.get().keys)) {
        const entry = entryOf(id)
        if (entry === undefined) store.update(dropKey(id))
        else if (entry.tokenIn !== tokenIn) store.update(changeKey(id, { tokenIn: entry.tokenIn }))
      }
    },

    /** Follows the demo panel to the port of this run. Before that no token of it is sent anywhere. */
    moveDemo(baseUrl: string): void {
      demoBaseUrl = baseUrl
      const demo = settings.get().panels.find((panel) => panel.kind === 'demo')
      if (demo === undefined || demo.baseUrl === baseUrl) return
      settings.update((now) => ({ ...now, panels: withEntry(now.panels, demo.id, { baseUrl }) }))
      clients.clear()
      store.update(showPanel({ ...demo, baseUrl }))
    },
  }
}

export type KeyRegistry = ReturnType<typeof createKeyRegistry>
