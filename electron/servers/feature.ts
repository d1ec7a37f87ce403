import type { AppError } from '../../shared/error-schema.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import { createLater } from '../lib/later.ts'
import { schedulesPageUrl } from '../panel/web-pages.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { forgetRefusals } from '../state/updates.ts'
import { createBackgroundPause } from './background-pause.ts'
import { createContact } from './contact.ts'
import { createGames, type Games } from './games.ts'
import { createServerLists } from './lists.ts'
import { createPoller } from './poller.ts'
import { createPower } from './power.ts'
import type { ClientFor } from './reach.ts'
import { createVisibleServers } from './visible-servers.ts'

type Context = Pick<FeatureBasics, 'store' | 'clock' | 'newId'> & {
  settings: Pick<SettingsStore, 'get' | 'update'>
  openExternal: (address: string) => Promise<Result<void>>
  end: AbortSignal
}

type Uses = {
  clientFor: ClientFor
  /** Tells what came of each request of a key that went out; null where the panel answered. */
  onOutcome: (listener: (keyId: KeyId, error: AppError | null) => void) => () => void
  /** Tells the lists that are not read here. */
  onList: (listener: Games['note']) => () => void
}

type ServersChannel = 'servers:refresh' | 'servers:setVisible' | 'servers:power' | 'servers:openSchedules'

/** The servers of all keys: their lists, their states, and power signals to them. */
export function createServersFeature(context: Context, { clientFor, onOutcome, onList }: Uses) {
  const { store, clock, settings, newId, openExternal, end } = context
  const backgroundPause = createBackgroundPause({ clock })
  const { isPaused } = backgroundPause
  const visibleServers = createVisibleServers()
  const games = createGames({ store })
  const lists = createServerLists({ store, clock, clientFor, backgroundPause, visibleServers, onList: games.note })
  const contact = createContact({ store, clock, clientFor, lists, visibleServers, isPaused })
  const unsubscribes = [onOutcome(contact.note), onList(games.note)]
  const power = createPower({ store, clock, newId, clientFor, end })
  const poller = createPoller({ store, clock, clientFor, visibleServers, isPaused })
  const lastUsed = keepLastUsed({ store, settings, clock })

  async function openSchedules(ref: ServerRef): Promise<Result<void>> {
    const { servers, panels } = store.get()
    const server = servers[ref]
    const panel = server && panels[server.panelId]
    if (server === undefined || panel === undefined) return fail('unknown-server')
    const url = schedulesPageUrl(panel.baseUrl, server.identifier)
    return url.ok ? openExternal(url.value) : url
  }

  const handlers: Feature<ServersChannel>['handlers'] = {
    'servers:refresh': async () => {
      store.update(forgetRefusals)
      poller.askAgain()
      await lists.refreshAll()
      return ok()
    },
    'servers:setVisible': ({ refs }) => {
      visibleServers.set(refs)
      return ok()
    },
    'servers:power': ({ ref, signal, keyId, origin }) => power.send(ref, signal, origin ?? 'window', { keyId }),
    'servers:openSchedules': ({ ref }) => openSchedules(ref),
  }

  return {
    api: {
      backgroundPause,
      visibleServers,
      lists,
      poller,
      power,
      /** What the lists tell of a server's game: never for the window or logs. */
      gameOf: games.gameOf,
    },
    handlers,
    dispose(): void {
      lastUsed.dispose()
      poller.dispose()
      for (const unsubscribe of unsubscribes) unsubscribe()
      contact.dispose()
      backgroundPause.dispose()
      lists.dispose()
    },
  }
}

/** Delay before the last used server is written to the settings, in milliseconds. */
const saveAfterMs = 1_000

/** Keeps in the settings which server was used last; `dispose` writes what is not written yet. */
function keepLastUsed({ store, settings, clock }: Pick<Context, 'store' | 'settings' | 'clock'>): { dispose(): void } {
  // Not at once: the disk takes milliseconds, and the signal that was just asked for has yet to go out.
  const saving = createLater(clock, saveAfterMs, () => {
    const { lastUsed } = store.get().app
    if (lastUsed !== settings.get().lastUsed) settings.update((now) => ({ ...now, lastUsed }))
  })
  const unsubscribe = store.subscribe((after, before) => {
    if (after.app.lastUsed !== before.app.lastUsed) saving.soon()
  })
  return {
    dispose() {
      unsubscribe()
      saving.now()
    },
  }
}
