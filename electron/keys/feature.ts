import type { KeyId, PanelId } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { FeatureOf } from '../ipc/feature.ts'
import { keyPageUrl } from '../panel/web-pages.ts'
import type { ServerLists } from '../servers/lists.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { changeKey, forgetRefusals } from '../state/updates.ts'
import type { KeyAccess } from './access.ts'
import { createKeyEdits } from './edits.ts'
import type { Allowed } from './panels.ts'
import type { Found } from './registry.ts'

type Context = Pick<FeatureBasics, 'store' | 'clock'> & {
  settings: SettingsStore
  openExternal: (address: string) => Promise<Result<void>>
}

type Uses = {
  access: KeyAccess
  lists: Pick<ServerLists, 'refresh' | 'refreshAll' | 'choose'>
  /** A person tries again what a panel refused to tell. */
  askAgain: () => void
  /** Tells when the vault has taken up a backend. */
  onVaultChange: (listener: () => void) => () => void
  /** Tells when settings were read from a file that the person chose. */
  onImported: (listener: () => void) => () => void
}

/** What a test call found, as the window is told. */
function checked({ baseUrl, list }: Found) {
  const servers = list.servers.map(({ identifier, name }) => ({ identifier, name }))
  return { baseUrl, servers, leftOut: list.leftOut }
}

const mapped = <T, U>(result: Result<T>, map: (value: T) => U): Result<U> =>
  result.ok ? ok(map(result.value)) : result

/** Keys whose token could not be read: another try is worth it when the vault has changed. */
function unreadableKeys({ keys }: AppState): KeyId[] {
  return Object.values(keys)
    .filter(({ health }) => health.kind === 'failing' && health.error.code === 'token-unreadable')
    .map(({ id }) => id)
}

/** The API keys and what their panels are allowed: shown, changed, and their servers read when that is due. */
export function createKeysFeature(context: Context, uses: Uses): FeatureOf<'keys' | 'panels'> {
  const { store, clock, settings, openExternal } = context
  const { access, lists, askAgain, onVaultChange, onImported } = uses
  const { registry, panels } = access
  const edits = createKeyEdits({ store, settings })

  const readKeys = async (keyIds: readonly KeyId[]) => {
    await Promise.all(keyIds.map((keyId) => lists.refresh(keyId)))
  }

  /** Changes what a panel is allowed, and reads the lists of its keys anew. */
  async function allow(panelId: PanelId, by: Allowed): Promise<Result<void>> {
    const changed = panels.change(panelId, by)
    const keys = Object.values(store.get().keys).filter((key) => key.panelId === panelId)
    if (changed.ok) await readKeys(keys.map(({ id }) => id))
    return changed
  }

  registry.load()
  const endings = [
    onVaultChange(() => void registry.tidy().then(() => readKeys(unreadableKeys(store.get())))),
    onImported(() => void readKeys(registry.load())),
    settings.onForeignChange(() => void readKeys(registry.load())),
  ]

  return {
    handlers: {
      'keys:check': async (input) => mapped(await registry.check(input), checked),
      'keys:add': async (input) =>
        mapped(await registry.add(input), (found) => ({ ...checked(found), keyId: found.keyId })),
      'keys:replaceToken': async ({ keyId, token }) => mapped(await registry.replaceToken(keyId, token), checked),
      'keys:rename': ({ keyId, label }) => edits.rename(keyId, label),
      'keys:remove': ({ keyId }) => registry.remove(keyId),
      'keys:setPermissions': ({ keyId, permissions }) => edits.setPermissions(keyId, permissions),
      'keys:setListsAll': ({ keyId, listsAll }) =>
        lists.choose(keyId, listsAll, () => edits.setListsAll(keyId, listsAll)),
      'keys:move': ({ keyId, to }) => edits.move(keyId, to),
      'keys:refresh': ({ keyId }) => {
        store.update(changeKey(keyId, { learned: [] }))
        store.update(forgetRefusals)
        askAgain()
        return lists.refresh(keyId)
      },
      'keys:openPage': async ({ address }) => {
        const panel = Object.values(store.get().panels).find(({ baseUrl }) => baseUrl === address)
        const url = keyPageUrl(address, panel ?? null)
        return url.ok ? openExternal(url.value) : url
      },
      'panels:trustCertificate': ({ panelId, fingerprint }) =>
        allow(panelId, { trustedCertificate: { fingerprint, trustedAt: clock.now() } }),
      'panels:revokeCertificate': ({ panelId }) => allow(panelId, { trustedCertificate: null }),
      'panels:allowHttp': ({ panelId, allowed }) => allow(panelId, { allowsHttp: allowed }),
    },
    start: () => lists.refreshAll(),
    dispose() {
      for (const end of endings) end()
    },
  }
}
