import type { AppError } from '../../shared/error-schema.ts'
import { createListeners } from '../../shared/listeners.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { ok } from '../../shared/result.ts'
import { getOrMake } from '../../shared/tables.ts'
import { createNetwork } from '../network/network.ts'
import type { Route } from '../network/proxy.ts'
import { findBaseUrl } from '../panel/address.ts'
import { createPanelClient, type PanelClientDeps } from '../panel/client.ts'
import { type ConsoleListener, openConsoleSocket } from '../panel/console-socket.ts'
import { placeOfConsole } from '../panel/machine-address.ts'
import { createRateHold, type RateHold } from '../panel/rate-budget.ts'
import type { ListedServer, PanelAccess } from '../panel/types.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { TokenStore } from '../vault/token-store.ts'
import { createBudgetWatch } from './budget-watch.ts'
import { createPanels } from './panels.ts'
import { createKeyRegistry } from './registry.ts'

type Context = Pick<FeatureBasics, 'store' | 'clock' | 'newId'> & {
  settings: SettingsStore
  version: string
  /** The routes that the system's proxy settings give for an origin. */
  findRoutes: (origin: string) => Promise<readonly Route[]>
}

/** The ways to panels that the keys give: clients and consoles over one network, as each panel is allowed it. */
export function createKeyAccess(context: Context, { tokenStore }: { tokenStore: TokenStore }) {
  const { store, clock, settings, newId, version, findRoutes } = context
  const userAgent = `Servertray/${version}`
  const panels = createPanels({ store, settings })
  const budgets = createBudgetWatch({ store, clock })
  const network = createNetwork({ clock, findRoutes })
  const outcomes = createListeners<[keyId: KeyId, error: AppError | null]>()
  const lists = createListeners<[keyId: KeyId, servers: readonly ListedServer[]]>()
  const holds = new Map<string, RateHold>()

  const holdOf = (baseUrl: string): RateHold =>
    getOrMake(holds, baseUrl, () => createRateHold({ clock, random: Math.random }))

  const createClient = (
    baseUrl: string,
    access: () => PanelAccess,
    more: Pick<PanelClientDeps, 'readToken' | 'onBudget' | 'onOutcome'>,
  ) =>
    createPanelClient({
      baseUrl,
      clock,
      userAgent,
      fetch: network.fetchFor({ baseUrl, fingerprint: () => access().fingerprint }),
      allowsHttp: () => access().allowsHttp,
      hold: holdOf(baseUrl),
      ...more,
    })

  const registry = createKeyRegistry({
    store,
    settings,
    tokenStore,
    clock,
    newId,
    probe: (address, token, { all, ...consent }) =>
      findBaseUrl(address, (baseUrl) =>
        createClient(baseUrl, () => panels.accessTo(baseUrl, consent), {
          readToken: async () => ok(token),
        }).listServers({ all }),
      ),
    createClient: (baseUrl, readToken, keyId) =>
      createClient(baseUrl, () => panels.accessTo(baseUrl), {
        readToken,
        onBudget: (budget) => budgets.note(keyId, budget),
        onOutcome: (error) => outcomes.notify(keyId, error),
      }),
    onList: lists.notify,
  })

  const api = {
    registry,
    panels,
    /** Tells what came of each request of a key that went out; null where the panel answered. */
    onOutcome: outcomes.add,
    /** Tells the list that a new key, or a new token, was tried out with. */
    onList: lists.add,
    /** Opens the WebSocket of a server of the panel at `baseUrl`. */
    openSocket(baseUrl: string, address: URL, listener: ConsoleListener) {
      const connectTo = network.connectFor({ baseUrl, fingerprint: () => panels.accessTo(baseUrl).fingerprint })
      const connect = () => connectTo(placeOfConsole(address))
      return openConsoleSocket({ address, origin: new URL(baseUrl).origin, userAgent, clock, connect }, listener)
    },
    /** The way to what the machines of the panel at `baseUrl` have to give; they get no token. */
    fetchFromMachines: (baseUrl: string) =>
      network.fetchFromMachines({ baseUrl, fingerprint: () => panels.accessTo(baseUrl).fingerprint }),
  }

  return {
    api,
    handlers: {},
    dispose: network.dispose,
  }
}

export type KeyAccess = ReturnType<typeof createKeyAccess>['api']
