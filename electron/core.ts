import { createHash } from 'node:crypto'
import { release } from 'node:os'
import { join } from 'node:path'
import { initialState } from '../shared/initial-state.ts'
import type { KeyId, ServerRef } from '../shared/model/identifier.ts'
import type { Result } from '../shared/result.ts'
import { ok } from '../shared/result.ts'
import type { AppState } from '../shared/state.ts'
import { type Activity, createActivity } from './activity/activity.ts'
import { activityPath, createActivityFile } from './activity/file.ts'
import type { Clock } from './clock.ts'
import { type Commands, createCommands } from './console/commands.ts'
import { type Consoles, createConsoles } from './console/consoles.ts'
import { type CommandHistory, createCommandHistory, historyPath } from './console/history.ts'
import { createSaveConsole } from './console/save.ts'
import { createDemo, type Demo } from './demo.ts'
import { createBudgetWatch } from './keys/budget-watch.ts'
import { createKeyEdits, type KeyEdits } from './keys/edits.ts'
import { createExpiry } from './keys/expiry.ts'
import { createPanels, type Panels } from './keys/panels.ts'
import { createKeyRegistry, type KeyRegistry } from './keys/registry.ts'
import { describeApp } from './log/diagnostics.ts'
import { createLastErrors, type LastErrors, newErrors } from './log/last-errors.ts'
import type { Logger } from './log/logger.ts'
import { describeFailure } from './log/logger.ts'
import { createNetwork } from './network/network.ts'
import type { Route } from './network/proxy.ts'
import { createEventWatch, type EventWatch } from './notify/watch.ts'
import { findBaseUrl } from './panel/address.ts'
import { createPanelClient, type PanelClientDeps } from './panel/client.ts'
import { placeOfConsole } from './panel/console-address.ts'
import { openConsoleSocket } from './panel/console-socket.ts'
import type { PanelAccess } from './panel/types.ts'
import { type Bulks, createBulks } from './restart/bulks.ts'
import { createRestartsFile, restartsPath } from './restart/file.ts'
import { createPlans, type Plans } from './restart/plans.ts'
import { createSchedules, type Schedules } from './restart/schedules.ts'
import { createContact } from './servers/contact.ts'
import { createInView, type InView } from './servers/in-view.ts'
import { createServerLists, type ServerLists } from './servers/lists.ts'
import { createPoller, type Poller } from './servers/poller.ts'
import { createPower, type Power } from './servers/power.ts'
import { createRest, type Rest } from './servers/rest.ts'
import { createSettingsExchange, type FilePicker, type SettingsExchange } from './settings/exchange.ts'
import { createPreferenceEdits, type PreferenceEdits } from './settings/preferences.ts'
import { createSaveText } from './settings/save-text.ts'
import type { SettingsStore } from './settings/settings.ts'
import type { Notices } from './state/notices.ts'
import { createStore, type StateStore } from './state/store.ts'
import { setNotices, setVault } from './state/updates.ts'
import { isWeak } from './vault/backend.ts'
import { createCustody } from './vault/custody.ts'
import type { Vault } from './vault/vault.ts'

type Deps = {
  clock: Clock
  /** Milliseconds that only ever grow; the system's by default. A clock of a test brings its own. */
  monotonic?: () => number
  log: Logger
  settings: SettingsStore
  vault: Vault
  /** Weaker storage is allowed for this run, whatever the settings say. */
  allowsWeaker?: boolean
  notices: Notices
  /** The profile folder, where the demo panel keeps its file. */
  profile: string
  version: string
  platform: string
  openExternal: (address: string) => Promise<Result<void>>
  /** The routes that the system's proxy settings give for an origin. */
  findRoutes: (origin: string) => Promise<readonly Route[]>
  pickFile: FilePicker
}

/** How soon it is written down which server was used last, in milliseconds. */
const saveAfterMs = 1_000

/** The app without its tray and window. */
export type Core = {
  readonly store: StateStore
  readonly registry: KeyRegistry
  readonly keyEdits: KeyEdits
  readonly panels: Panels
  readonly lists: ServerLists
  readonly power: Power
  readonly commands: Commands
  readonly consoles: Consoles
  readonly history: CommandHistory
  /** Asks for a file and writes the kept lines of a console to it; null when the person cancelled. */
  saveConsole(ref: ServerRef): Promise<Result<{ file: string } | null>>
  readonly demo: Demo
  readonly plans: Plans
  readonly schedules: Schedules
  readonly bulks: Bulks
  readonly preferences: PreferenceEdits
  readonly inView: InView
  readonly rest: Rest
  readonly poller: Poller
  /** What happens to servers and keys. */
  readonly events: EventWatch
  readonly activity: Activity
  /** The person's yes to weaker storage. */
  allowWeaker(): Result<void>
  readonly exchange: SettingsExchange
  readonly lastErrors: LastErrors
  /** A text about the app that is safe to paste in public. */
  diagnostics(): string
  /** Reads the keys and their servers. `demo` also adds a key of the demo panel. */
  start(options: { demo: boolean }): Promise<void>
  dispose(): Promise<void>
}

/** Keys whose token could not be read: another try is worth it when the vault has changed. */
function unreadableKeys({ keys }: AppState): KeyId[] {
  return Object.values(keys)
    .filter(({ health }) => health.kind === 'failing' && health.error.code === 'token-unreadable')
    .map(({ id }) => id)
}

/** Builds and wires the parts that need no Electron. */
export function createCore(deps: Deps): Core {
  const {
    clock,
    log,
    settings,
    vault,
    allowsWeaker = false,
    notices,
    profile,
    version,
    platform,
    openExternal,
    findRoutes,
    pickFile,
  } = deps
  const newId = () => crypto.randomUUID()
  const userAgent = `Servertray/${version}`
  const store = createStore(initialState({ version, platform, lastUsed: settings.get().lastUsed }), (failure) =>
    log.error('a part could not follow the state', { failure: describeFailure(failure) }),
  )
  const custody = createCustody({ settings, vault, consented: allowsWeaker })
  const panels = createPanels({ store, settings, clock })
  const budgets = createBudgetWatch({ store, clock })
  const network = createNetwork({ clock, findRoutes })
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
      ...more,
    })
  const registry = createKeyRegistry({
    store,
    settings,
    custody,
    clock,
    newId,
    probe: (address, token, consent) =>
      findBaseUrl(address, (baseUrl) =>
        createClient(baseUrl, () => panels.accessTo(baseUrl, consent), {
          readToken: async () => ok(token),
        }).listServers(),
      ),
    createClient: (baseUrl, readToken, keyId) =>
      createClient(baseUrl, () => panels.accessTo(baseUrl), {
        readToken,
        onBudget: (budget) => budgets.note(keyId, budget),
        onOutcome: (error) => contact.note(keyId, error),
      }),
  })
  const { clientFor } = registry
  const rest = createRest({ clock })
  const inView = createInView()
  const isLookedAt = () => inView.refs().length > 0
  const lists = createServerLists({ store, clock, clientFor, rest, isLookedAt })
  const contact = createContact({ store, clock, clientFor, lists, inView, isResting: rest.isResting })
  const power = createPower({ store, clock, newId, clientFor })
  const consoles = createConsoles({
    store,
    clock,
    clientFor,
    rest,
    openSocket: (baseUrl, address, listener) =>
      openConsoleSocket(
        {
          address,
          origin: new URL(baseUrl).origin,
          userAgent,
          connect: () =>
            network.connectFor({ baseUrl, fingerprint: () => panels.accessTo(baseUrl).fingerprint })(
              placeOfConsole(address),
            ),
        },
        listener,
      ),
  })
  const history = createCommandHistory({ path: historyPath(profile), clock, log })
  const commands = createCommands({ store, clock, newId, clientFor, consoles, history })
  const restarts = createRestartsFile({ path: restartsPath(profile), log })
  const plans = createPlans({
    store,
    clock,
    ...(deps.monotonic && { monotonic: deps.monotonic }),
    newId,
    power,
    commands,
    file: restarts,
  })
  const schedules = createSchedules({ store, settings, clock, newId, plans, file: restarts })
  const bulks = createBulks({ store, clock, newId, clientFor, power, commands, plans })
  const demo = createDemo({ store, clock, log, registry, lists, file: join(profile, 'demo-panel.json'), openExternal })
  const preferences = createPreferenceEdits({ store, settings, clock, newId })
  const keyEdits = createKeyEdits({ store, settings })
  const expiry = createExpiry({ store, clock })
  const poller = createPoller({ store, clock, clientFor, inView, isResting: rest.isResting })
  const events = createEventWatch({ store, clock, rest })
  const saveText = createSaveText({ pick: pickFile.save, log })
  const activityFile = createActivityFile({ path: activityPath(profile), clock, log })
  const activity = createActivity({ store, clock, newId, events, file: activityFile, saveText })
  const lastErrors = createLastErrors(clock)
  function saveLastUsed(): void {
    const { lastUsed } = store.get().app
    if (lastUsed !== settings.get().lastUsed) settings.update((now) => ({ ...now, lastUsed }))
  }
  let cancelSave: (() => void) | undefined
  const unsubscribe = store.subscribe((after, before) => {
    for (const code of newErrors(before, after)) lastErrors.note(code)
    if (after.app.lastUsed === before.app.lastUsed) return
    // Not at once: the disk takes milliseconds, and the signal that was just asked for has yet to go out.
    cancelSave?.()
    cancelSave = clock.after(saveAfterMs, saveLastUsed)
  })
  const showNotices = () => store.update(setNotices(notices.all()))
  const readKeys = async (keyIds: readonly KeyId[]) => {
    await Promise.all(keyIds.map((keyId) => lists.refresh(keyId)))
  }
  const exchange = createSettingsExchange({
    settings,
    pick: pickFile,
    saveText,
    clock,
    log,
    newId,
    onImported: () => void readKeys(registry.load()),
  })
  showNotices()
  registry.load()
  preferences.load()
  activityFile.prune()
  activity.load()
  const endings = [
    unsubscribe,
    vault.onChange((backend) => {
      store.update(setVault({ backend, isWeak: isWeak(backend), consented: custody.consented() }))
      void registry.tidy().then(() => readKeys(unreadableKeys(store.get())))
    }),
    notices.subscribe(showNotices),
    settings.onForeignChange(() => {
      preferences.load()
      schedules.load()
      void readKeys(registry.load())
    }),
  ]

  return {
    store,
    registry,
    keyEdits,
    panels,
    lists,
    power,
    commands,
    consoles,
    history,
    saveConsole: createSaveConsole({ store, consoles, saveText }),
    demo,
    plans,
    schedules,
    bulks,
    preferences,
    inView,
    rest,
    poller,
    events,
    activity,
    allowWeaker() {
      const remembered = custody.consent()
      if (remembered.ok) store.update((state) => setVault({ ...state.vault, consented: true })(state))
      return remembered
    },
    exchange,
    lastErrors,
    diagnostics() {
      // Salted, so that nobody can test a guess at a host against a text that was pasted.
      const salt = newId()
      return describeApp({
        state: store.get(),
        runtime: { versions: process.versions, platform, release: release(), arch: process.arch },
        settingsVersion: settings.get().version,
        errors: lastErrors.list(),
        now: clock.now(),
        hashHost: (host) => `panel-${createHash('sha256').update(salt).update(host).digest('hex').slice(0, 8)}`,
      })
    },
    async start(options) {
      // By now somebody hears of what was missed.
      plans.load()
      schedules.load()
      // Not waited for: a locked keyring may be asking, and what is kept elsewhere can be read meanwhile.
      void vault.ready()
      const resumed = await demo.resume()
      if (!resumed.ok) log.error('the demo panel did not start', { code: resumed.error.code })
      const added = options.demo ? await demo.add() : ok()
      if (!added.ok) log.error('the demo panel could not be added', { code: added.error.code })
      await lists.refreshAll()
      settings.backUp()
    },
    async dispose() {
      for (const end of endings) end()
      cancelSave?.()
      saveLastUsed()
      bulks.dispose()
      schedules.dispose()
      plans.dispose()
      poller.dispose()
      contact.dispose()
      activity.dispose()
      events.dispose()
      expiry.dispose()
      rest.dispose()
      consoles.dispose()
      history.dispose()
      lists.dispose()
      budgets.dispose()
      await network.dispose()
      await demo.dispose()
    },
  }
}
