import type { Result } from '../../shared/result.ts'
import { initialState } from '../../shared/state/initial-state.ts'
import { createActivityFeature } from '../activity/feature.ts'
import { createAllocationsFeature } from '../allocations/feature.ts'
import { createBackupsFeature } from '../backups/feature.ts'
import { createConsoleFeature } from '../console/feature.ts'
import type { SystemClipboard } from '../databases/copied-secret.ts'
import { createDatabasesFeature } from '../databases/feature.ts'
import { createDemoFeature } from '../demo-panel/feature.ts'
import { createDiagnosticsFeature } from '../diagnostics/feature.ts'
import { createExpectedOffFeature } from '../expected-off/feature.ts'
import { createFilesFeature } from '../files/feature.ts'
import { disposeInReverse, handlersOf, startFeatures } from '../ipc/feature.ts'
import { createJobsFeature } from '../jobs/feature.ts'
import { createKeyAccess } from '../keys/access.ts'
import { createKeysFeature } from '../keys/feature.ts'
import { createSaveText } from '../lib/save-text.ts'
import { createSleepWatch } from '../lib/sleep-watch.ts'
import { createLoadHistoryFeature } from '../load-history/feature.ts'
import { describeFailure, failuresTo } from '../log/logger.ts'
import type { Route } from '../network/proxy.ts'
import { createNotifyFeature } from '../notify/feature.ts'
import { createPanelActivityFeature } from '../panel-activity/feature.ts'
import { createPanelSchedulesFeature } from '../panel-schedules/feature.ts'
import type { Sockets } from '../players/ask-udp.ts'
import { createPlayersFeature } from '../players/feature.ts'
import { createRestartFeature } from '../restart/feature.ts'
import { createServerSettingsFeature } from '../server-settings/feature.ts'
import { createServersFeature } from '../servers/feature.ts'
import type { OpenFolder } from '../settings/feature.ts'
import { createSettingsFeature } from '../settings/feature.ts'
import type { FilePicker } from '../settings/import-export.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { createStartupFeature } from '../startup/feature.ts'
import { createStateFeature, type FeatureBasics } from '../state/feature.ts'
import type { Notices } from '../state/notices.ts'
import { createStore } from '../state/store.ts'
import { createWays } from '../transfers/machine.ts'
import { createUsersFeature } from '../users/feature.ts'
import { createVaultFeature } from '../vault/feature.ts'
import type { Vault } from '../vault/vault.ts'

type Deps = Pick<FeatureBasics, 'clock' | 'log'> & {
  settings: SettingsStore
  vault: Vault
  /** Allows weaker storage for this run, whatever the settings say. */
  allowsWeaker?: boolean
  notices: Notices
  /** The profile folder, where the demo panel keeps its file. */
  profile: string
  version: string
  platform: string
  /** What secrets are copied to. */
  clipboard: SystemClipboard
  openExternal: (address: string) => Promise<Result<void>>
  openFolder: OpenFolder
  /** Opens a file in the person's program for it. */
  openFile: (path: string) => Promise<Result<void>>
  /** Opens an SFTP address in the person's program for it. */
  openSftp: (address: string) => Promise<Result<void>>
  /** The routes that the system's proxy settings give for an origin. */
  findRoutes: (origin: string) => Promise<readonly Route[]>
  pickFile: FilePicker
  /** The ways to games; the system's by default. */
  gameSockets?: Sockets
}

/**
 * What every feature gets, each taking what it needs.
 * @param end comes before all features end
 */
function contextOf({ allowsWeaker = false, ...deps }: Deps, end: AbortSignal) {
  const { log, version, platform, settings, pickFile } = deps
  return {
    ...deps,
    end,
    allowsWeaker,
    newId: () => crypto.randomUUID(),
    sleepWatch: createSleepWatch(deps.clock),
    store: createStore(initialState({ version, platform, lastUsed: settings.get().lastUsed }), (failure) =>
      log.error('a part could not follow the state', { failure: describeFailure(failure) }),
    ),
    saveText: createSaveText({ pick: pickFile.save, onFailure: failuresTo(log) }),
  }
}

type Context = ReturnType<typeof contextOf>

/** Builds the features, each with what it uses of those before it. */
function createFeatures(context: Context) {
  const state = createStateFeature(context)
  const diagnostics = createDiagnosticsFeature(context)
  const vault = createVaultFeature(context)
  const access = createKeyAccess(context, vault.api)
  const { registry, onOutcome, onList, openSocket, fetchFromMachines } = access.api
  const { clientFor } = registry
  const servers = createServersFeature(context, { clientFor, onOutcome, onList })
  const { backgroundPause, lists, power, poller, visibleServers, gameOf } = servers.api
  const loadHistory = createLoadHistoryFeature(context, { backgroundPause })
  const demo = createDemoFeature(context, { registry, lists, backfill: loadHistory.api.backfill })
  const console = createConsoleFeature(context, { clientFor, backgroundPause, openSocket })
  const { consoles, commands, states } = console.api
  const settings = createSettingsFeature(context)
  const { preferences } = settings.api
  const expectedOff = createExpectedOffFeature(context, settings.api)
  /** What several features use; each takes what it needs. */
  const common = {
    clientFor,
    lists,
    power,
    backgroundPause,
    wayTo: createWays({ ...context, fetchFromMachines }),
    consoles,
    commands,
    readState: states.read,
  }
  const players = createPlayersFeature(context, { ...common, preferences, gameOf, visibleServers })
  const notify = createNotifyFeature(context, common)
  const activity = createActivityFeature(context, notify.api)
  const jobs = createJobsFeature(context, common)
  const backups = createBackupsFeature(context, { ...common, jobs: jobs.api, gameFor: players.api.gameFor })
  const uses = { ...common, jobs: jobs.api, backUp: backups.api.makePlain }
  const databases = createDatabasesFeature(context, uses)
  /** The areas of a server that are read from its panel when somebody looks, and that no other part uses. */
  const areas = {
    files: createFilesFeature(context, uses),
    startup: createStartupFeature(context, uses),
    allocations: createAllocationsFeature(context, uses),
    users: createUsersFeature(context, uses),
    serverSettings: createServerSettingsFeature(context, uses),
    panelActivity: createPanelActivityFeature(context, uses),
  }
  const panelSchedules = createPanelSchedulesFeature(context, { clientFor, activity: activity.api })
  const restart = createRestartFeature(context, {
    ...uses,
    watchPlayers: players.api.watch,
    silenceOf: players.api.silenceOf,
    panelSchedules: panelSchedules.api,
  })
  // Last, as it adds the keys to the state, which the others follow.
  const keys = createKeysFeature(context, {
    access: access.api,
    lists,
    askAgain: poller.askAgain,
    onVaultChange: vault.api.onChange,
    onImported: settings.api.importExport.onImported,
  })
  // In the order of their start; they end in reverse. The demo panel starts before the lists of its keys are read, and
  // ends when nothing is connected to it any more. The databases end first, so that a copied password leaves the clipboard
  // however long the others take.
  return {
    state,
    diagnostics,
    vault,
    demo,
    access,
    servers,
    loadHistory,
    console,
    settings,
    expectedOff,
    players,
    jobs,
    backups,
    ...areas,
    notify,
    activity,
    panelSchedules,
    restart,
    keys,
    databases,
  }
}

/** The app without its tray and window. */
export type Core = ReturnType<typeof createCore>

/** Builds and wires the parts that need no Electron. */
export function createCore(deps: Deps) {
  const ending = new AbortController()
  const context = contextOf(deps, ending.signal)
  const features = createFeatures(context)
  const inOrder = Object.values(features)
  return {
    store: context.store,
    sleepWatch: context.sleepWatch,
    handlers: handlersOf(features),
    diagnostics: features.diagnostics.api,
    vault: features.vault.api,
    keys: features.access.api,
    servers: features.servers.api,
    loadHistory: features.loadHistory.api,
    console: features.console.api,
    settings: features.settings.api,
    players: features.players.api,
    backups: features.backups.api,
    notify: features.notify.api,
    activity: features.activity.api,
    restart: features.restart.api,
    demo: features.demo.api,
    /** Reads the keys and their servers. `demo` also adds a key of the demo panel. */
    async start(options: { demo: boolean }): Promise<void> {
      await startFeatures(inOrder, options)
      context.settings.backUp()
    },
    dispose(): Promise<void> {
      // First, since the end of a part may take longer than what waits for a rate limit.
      ending.abort()
      return disposeInReverse(inOrder, context.log)
    },
  }
}
