import type { PanelId, ServerRef } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Activity } from '../activity/activity.ts'
import type { Commands } from '../console/commands.ts'
import type { Consoles } from '../console/consoles.ts'
import type { CommandHistory } from '../console/history.ts'
import type { Demo } from '../demo-panel/demo.ts'
import type { KeyEdits } from '../keys/edits.ts'
import type { Panels } from '../keys/panels.ts'
import type { Found, KeyRegistry } from '../keys/registry.ts'
import { keyPageUrl, schedulesPageUrl } from '../panel/web-pages.ts'
import type { ServerLists } from '../servers/lists.ts'
import type { Poller } from '../servers/poller.ts'
import type { Power } from '../servers/power.ts'
import type { InView } from '../servers/visible-servers.ts'
import type { SettingsExchange } from '../settings/import-export.ts'
import type { Notices } from '../state/notices.ts'
import type { StateStore } from '../state/store.ts'
import { changeKey, forgetRefusals } from '../state/updates.ts'
import { createRestartHandlers, type RestartHandlerDeps } from './restart-handlers.ts'
import type { Handlers } from './router.ts'

type Deps = RestartHandlerDeps & {
  store: StateStore
  registry: KeyRegistry
  keyEdits: KeyEdits
  panels: Panels
  lists: ServerLists
  power: Power
  commands: Commands
  consoles: Consoles
  history: CommandHistory
  saveConsole: (ref: ServerRef) => Promise<Result<{ file: string } | null>>
  demo: Demo
  inView: InView
  poller: Poller
  allowWeaker: () => Result<void>
  exchange: SettingsExchange
  activity: Activity
  notices: Notices
  diagnostics: () => string
  openExternal: (address: string) => Promise<Result<void>>
  /** Opens an address of a console in the browser, after a question before the page that asks. */
  openLink: (address: string, pageId: number) => Promise<Result<void>>
  /** Shows a server's console in a window of its own. */
  showConsole: (ref: ServerRef, name: string) => void
}

/** What a test call found, as the window is told. */
function checked({ baseUrl, list }: Found) {
  const servers = list.servers.map(({ identifier, name }) => ({ identifier, name }))
  return { baseUrl, servers, leftOut: list.leftOut }
}

function mapped<T, U>(result: Result<T>, map: (value: T) => U): Result<U> {
  return result.ok ? ok(map(result.value)) : result
}

/** What each call from the window does: thin, since the parts hold the rules. */
export function createHandlers(deps: Deps): Handlers {
  const {
    store,
    registry,
    keyEdits,
    panels,
    lists,
    power,
    commands,
    consoles,
    history,
    saveConsole,
    demo,
    preferences,
    inView,
    poller,
    allowWeaker,
    exchange,
    activity,
    notices,
    diagnostics,
  } = deps
  const { openExternal, openLink, showConsole } = deps

  /** Reads the lists of a panel's keys anew after what is allowed it has changed. */
  async function reread(changed: Result<void>, panelId: PanelId): Promise<Result<void>> {
    const keys = Object.values(store.get().keys).filter((key) => key.panelId === panelId)
    if (changed.ok) await Promise.all(keys.map((key) => lists.refresh(key.id)))
    return changed
  }

  return {
    'state:snapshot': () => ok({ revision: store.revision(), state: store.get() }),
    'keys:check': async (input) => mapped(await registry.check(input), checked),
    'keys:add': async (input) =>
      mapped(await registry.add(input), (found) => ({ ...checked(found), keyId: found.keyId })),
    'keys:replaceToken': async ({ keyId, token }) => mapped(await registry.replaceToken(keyId, token), checked),
    'keys:rename': ({ keyId, label }) => registry.rename(keyId, label),
    'keys:remove': ({ keyId }) => registry.remove(keyId),
    'keys:setPermissions': ({ keyId, permissions }) => keyEdits.setPermissions(keyId, permissions),
    'keys:move': ({ keyId, to }) => keyEdits.move(keyId, to),
    'keys:refresh': ({ keyId }) => {
      store.update(changeKey(keyId, { learned: [] }))
      poller.askAgain()
      return lists.refresh(keyId)
    },
    'keys:openPage': async ({ address }) => {
      const panel = Object.values(store.get().panels).find(({ baseUrl }) => baseUrl === address)
      const url = keyPageUrl(address, panel?.dialect ?? null)
      return url.ok ? openExternal(url.value) : url
    },
    'vault:allowWeaker': () => allowWeaker(),
    'panels:trustCertificate': ({ panelId, fingerprint }) =>
      reread(panels.trustCertificate(panelId, fingerprint), panelId),
    'panels:revokeCertificate': ({ panelId }) => reread(panels.revokeCertificate(panelId), panelId),
    'panels:allowHttp': ({ panelId, allowed }) => reread(panels.allowHttp(panelId, allowed), panelId),
    'demo:add': () => demo.add(),
    'demo:open': () => demo.open(),
    'servers:refresh': async () => {
      store.update(forgetRefusals)
      poller.askAgain()
      await lists.refreshAll()
      return ok()
    },
    'servers:inView': ({ refs }) => {
      inView.set(refs)
      return ok()
    },
    'servers:pin': ({ ref, pinned }) => preferences.pin(ref, pinned),
    'servers:setQuiet': ({ ref, quiet }) => preferences.setQuiet(ref, quiet),
    'servers:power': ({ ref, signal, keyId }) => power.send(ref, signal, 'window', { keyId }),
    'servers:openSchedules': async ({ ref }) => {
      const { servers, panels: known } = store.get()
      const server = servers[ref]
      const panel = server && known[server.panelId]
      if (server === undefined || panel === undefined) return fail('unknown-server')
      const url = schedulesPageUrl(panel.baseUrl, server.identifier)
      return url.ok ? openExternal(url.value) : url
    },
    'servers:command': ({ ref, command, ...options }) => commands.send(ref, command, options),
    'console:watch': ({ ref, after }, { pageId }) => {
      if (store.get().servers[ref] === undefined) return fail('unknown-server')
      return ok(consoles.watch(ref, pageId, after))
    },
    'console:unwatch': ({ ref }, { pageId }) => {
      consoles.unwatch(ref, pageId)
      return ok()
    },
    'console:clear': ({ ref }) => ok({ upTo: consoles.clear(ref) }),
    'console:save': ({ ref }) => saveConsole(ref),
    'console:history': ({ ref }) => ok({ commands: [...history.of(ref)] }),
    'console:forget': ({ ref }) => {
      history.forget(ref)
      return ok()
    },
    'console:openLink': ({ address }, { pageId }) => openLink(address, pageId),
    'console:openWindow': ({ ref }) => {
      const server = store.get().servers[ref]
      if (server === undefined) return fail('unknown-server')
      showConsole(ref, server.name)
      return ok()
    },
    'commands:save': (command) => preferences.saveCommand(command),
    'commands:drop': ({ id }) => preferences.dropCommand(id),
    'preferences:mute': ({ choice }) => preferences.mute(choice),
    'preferences:setStallMinutes': (minutes) => preferences.setStallMinutes(minutes),
    'preferences:setConsole': (look) => preferences.setConsole(look),
    ...createRestartHandlers(deps),
    'settings:export': () => exchange.exportToFile(),
    'settings:import': () => exchange.importFromFile(),
    'activity:export': () => activity.exportToFile(),
    'notices:dismiss': ({ id }) => {
      notices.withdraw(id)
      return ok()
    },
    'app:copyDiagnostics': () => ok({ text: diagnostics() }),
  }
}
