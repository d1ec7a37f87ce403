import { app } from 'electron'
import { isMuted } from '../../shared/model/preferences.ts'
import type { Core } from '../core/core.ts'
import type { Clock } from '../lib/clock.ts'
import { appImageOf } from '../lib/profile.ts'
import type { Logger } from '../log/logger.ts'
import type { Notification } from '../notify/policy.ts'
import { openExternal } from '../security/external.ts'
import { createAutostartFile } from '../start-at-login/autostart.ts'
import { createStartAtLoginFeature, type StartAtLogin } from '../start-at-login/feature.ts'
import { createLoginItem } from '../start-at-login/login-item.ts'
import type { Notices } from '../state/notices.ts'
import { createUpdatesFeature, noticeOfUpdate, notificationOfUpdate } from '../updates/feature.ts'
import { abilityOf, isWritable, namesPublisher, readReleases } from '../updates/releases.ts'
import { updateHeldBy } from './quit/quit-guard.ts'

type Deps = {
  core: Core
  clock: Clock
  log: Logger
  notices: Notices
  /** Told when the app is about to close its windows for good. */
  onQuit: () => void
  show: (notification: Notification) => void
}

function startAtLoginOf(platform: NodeJS.Platform, log: Logger): StartAtLogin | null {
  if (!app.isPackaged) return null
  if (platform === 'win32' || platform === 'darwin') return createLoginItem(platform)
  return createAutostartFile({ env: process.env, execPath: process.execPath, log })
}

/** What only an installed app does: it starts at login, and takes new versions. */
export function createInstalledApp({ core, clock, log, notices, onQuit, show }: Deps) {
  const { env, platform, execPath } = process
  const { store } = core
  const { preferences } = core.settings
  const appImage = appImageOf(env, execPath)
  const releases = readReleases(process.resourcesPath)
  const ability = abilityOf({
    isPackaged: app.isPackaged,
    platform,
    releases,
    namesPublisher: namesPublisher(process.resourcesPath),
    appImage: appImage === null ? null : { isReplaceable: isWritable(appImage) },
  })
  const startAtLogin = createStartAtLoginFeature({ store, system: startAtLoginOf(platform, log) })
  const updates = createUpdatesFeature({
    store,
    clock,
    log,
    preferences,
    ability,
    async load() {
      const { createUpdater } = await import('../updates/updater.ts')
      return createUpdater({ platform, ability, appImage, log, onQuit })
    },
    heldBy: () => updateHeldBy(store.get()),
    openPage: () => openExternal(releases?.page ?? ''),
    tell(version, { isReady, aloud }) {
      notices.show(noticeOfUpdate(version, isReady))
      if (aloud && !isMuted(store.get().preferences, clock.now())) show(notificationOfUpdate(version))
    },
  })
  return {
    features: { startAtLogin, updates },
    isSigned: releases?.isSigned ?? false,
    /** Looks for new versions from now on, where the person chose so. */
    start: updates.api.start,
    dispose: updates.dispose,
  }
}
