import type { Result } from '../../shared/result.ts'
import { ok } from '../../shared/result.ts'
import type { Commands } from '../console/commands.ts'
import type { Demo } from '../demo.ts'
import type { KeyEdits } from '../keys/edits.ts'
import type { Found, KeyRegistry } from '../keys/registry.ts'
import { keyPageUrl } from '../panel/key-page.ts'
import type { ServerLists } from '../servers/lists.ts'
import type { Power } from '../servers/power.ts'
import type { StateStore } from '../state/store.ts'
import { changeKey } from '../state/updates.ts'
import type { Handlers } from './router.ts'

type Deps = {
  store: StateStore
  registry: KeyRegistry
  keyEdits: KeyEdits
  lists: ServerLists
  power: Power
  commands: Commands
  demo: Demo
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
export function createHandlers({
  store,
  registry,
  keyEdits,
  lists,
  power,
  commands,
  demo,
  openExternal,
}: Deps): Handlers {
  return {
    'state:snapshot': () => ok({ revision: store.revision(), state: store.get() }),
    'keys:check': async ({ address, token }) => mapped(await registry.check(address, token), checked),
    'keys:add': async (input) =>
      mapped(await registry.add(input), (found) => ({ ...checked(found), keyId: found.keyId })),
    'keys:replaceToken': async ({ keyId, token }) => mapped(await registry.replaceToken(keyId, token), checked),
    'keys:rename': ({ keyId, label }) => registry.rename(keyId, label),
    'keys:remove': ({ keyId }) => registry.remove(keyId),
    'keys:setPermissions': ({ keyId, permissions }) => keyEdits.setPermissions(keyId, permissions),
    'keys:move': ({ keyId, to }) => keyEdits.move(keyId, to),
    'keys:refresh': ({ keyId }) => {
      store.update(changeKey(keyId, { learned: [] }))
      return lists.refresh(keyId)
    },
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
    'servers:power': ({ ref, signal, keyId }) => power.send(ref, signal, 'window', keyId),
    'servers:command': ({ ref, command, keyId }) => commands.send(ref, command, keyId),
  }
}
