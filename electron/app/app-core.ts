import { app, session } from 'electron'
import ElectronStore from 'electron-store'
import { activityPath } from '../activity/file.ts'
import { createCore } from '../core/core.ts'
import { systemClock } from '../lib/clock.ts'
import { keychainService } from '../lib/profile.ts'
import { watchFile } from '../lib/watch-file.ts'
import { failuresTo, type Logger } from '../log/logger.ts'
import { parseProxyList } from '../network/proxy.ts'
import { systemClipboard } from '../security/clipboard.ts'
import { openExternal, openFile, openFolder, openSftp } from '../security/external.ts'
import { openCiphertexts } from '../settings/ciphertexts.ts'
import { settingsFileOptions, settingsPath } from '../settings/folder.ts'
import { createSettings } from '../settings/settings.ts'
import { createNotices } from '../state/notices.ts'
import { createKeychainBackend } from '../vault/backends/keychain.ts'
import { createMemoryBackend } from '../vault/backends/memory.ts'
import { createSafeStorageBackend } from '../vault/backends/safe-storage.ts'
import type { Backends } from '../vault/selection.ts'
import { createVault } from '../vault/vault.ts'
import { filePicker } from '../windows/pick-file.ts'
import type { Ask } from '../windows/questions.ts'

/** The core on Electron's settings file, vault, proxy and dialogs; it follows what the command line writes to its files. */
export function createAppCore(profile: string, log: Logger, ask: Ask) {
  const { env, platform } = process
  const clock = systemClock
  const notices = createNotices()
  const settings = createSettings({
    folder: profile,
    open: (name) => new ElectronStore({ ...settingsFileOptions, name, cwd: profile }),
    clock,
    log,
    notices,
    role: 'app',
  })
  const memory = createMemoryBackend()
  const keychain = createKeychainBackend(keychainService(env))
  const isMemoryOnly = env.SERVERTRAY_VAULT === 'memory'
  const backends: Backends = isMemoryOnly
    ? [memory]
    : [keychain, createSafeStorageBackend(openCiphertexts(profile), platform), memory]
  const core = createCore({
    clock,
    log,
    settings,
    vault: createVault({ backends, clock, log }),
    allowsWeaker: isMemoryOnly,
    profile,
    version: app.getVersion(),
    platform,
    notices,
    clipboard: systemClipboard,
    openExternal,
    openFolder,
    openFile,
    openSftp,
    findRoutes: async (origin) => parseProxyList(await session.defaultSession.resolveProxy(`${origin}/`)),
    pickFile: { ...filePicker, confirm: ask },
  })
  const watch = (path: string, onChange: () => void) => watchFile({ path, clock, onChange, onFailure: failuresTo(log) })
  const watches = [watch(settingsPath(profile), settings.reload), watch(activityPath(profile), core.activity.reload)]
  return {
    core,
    settings,
    notices,
    /** Whether the system's keychain has yet to answer a call. */
    isKeychainBusy: keychain.isBusy,
    /** What is to be disposed of, the last one first. */
    parts: [core, ...watches],
  }
}
