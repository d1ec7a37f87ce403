import type { Result } from '../../shared/result.ts'
import { ok } from '../../shared/result.ts'
import type { Commands } from '../console/commands.ts'
import type { Demo } from '../demo.ts'
import type { Found, KeyRegistry } from '../keys/registry.ts'
import { keyPageUrl } from '../panel/key-page.ts'
import type { ServerLists } from '../servers/lists.ts'
import type { Power } from '../servers/power.ts'
import type { SettingsExchange } from '../settings/exchange.ts'
import type { Notices } from '../state/notices.ts'
import type { StateStore } from '../state/store.ts'
import type { Handlers } from './router.ts'

type Deps = {
  store: StateStore
  registry: KeyRegistry
  lists: ServerLists
  power: Power
  commands: Commands
  demo: Demo
  exchange: SettingsExchange
  notices: Notices
  diagnostics: () => string
  openExternal: (address: string) => Promise<Result<void>>
}

/** What a test call found, as the window is told. */
function checked({ baseUrl, list }: Found) {
  const servers = list.servers.map(({ identifier, name }) => ({ identifier, name }))
  return { baseUrl, servers, skippedEntries: list.skipped }
}

function mapped<T, U>(result: Result<T>, map: (value: T) => U): Result<U> {
  return result.ok ? ok(map(result.value)) : result
}

/** What each call from the window does: thin, since the parts hold the rules. */
export function createHandlers(deps: Deps): Handlers {
  const { store, registry, lists, power, commands, demo, exchange, notices, diagnostics, openExternal } = deps
  return {
    'state:snapshot': () => ok({ revision: store.revision(), state: store.get() }),
    'keys:check': async ({ address, token }) => mapped(await registry.check(address, token), checked),
    'keys:add': async (input) =>
      mapped(await registry.add(input), (found) => ({ ...checked(found), keyId: found.keyId })),
    'keys:replaceToken': async ({ keyId, token }) => mapped(await registry.replaceToken(keyId, token), checked),
    'keys:rename': ({ keyId, label }) => registry.rename(keyId, label),
    'keys:remove': ({ keyId }) => registry.remove(keyId),
    'keys:refresh': ({ keyId }) => lists.refresh(keyId),
    'keys:openPage': async ({ address }) => {
      const url = keyPageUrl(address)
      return url.ok ? openExternal(url.value) : url
    },
    'demo:add': () => demo.add(),
    'demo:open': () => demo.open(),
    'servers:refresh': async () => {
      await lists.refreshAll()
      return ok()
    },
    'servers:power': ({ ref, signal }) => power.send(ref, signal, 'window'),
    'servers:command': ({ ref, command }) => commands.send(ref, command),
    'settings:export': () => exchange.exportToFile(),
    'settings:import': () => exchange.importFromFile(),
    'notices:dismiss': ({ id }) => {
      notices.withdraw(id)
      return ok()
    },
    'app:copyDiagnostics': () => ok({ text: diagnostics() }),
  }
}
