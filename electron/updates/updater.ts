import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { app, autoUpdater as squirrel } from 'electron'
import { AppImageUpdater, type AppUpdater, BaseUpdater, DebUpdater, MacUpdater, NsisUpdater } from 'electron-updater'
import type { InstallOptions } from 'electron-updater/out/BaseUpdater.js'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { ok, type Result } from '../../shared/result.ts'
import type { UpdateAbility } from '../../shared/updates/contract.ts'
import { describeFailure, type Logger } from '../log/logger.ts'
import { updateFailure } from './failure.ts'

type Deps = {
  platform: NodeJS.Platform
  ability: UpdateAbility
  /** The AppImage that runs. */
  appImage: string | null
  log: Logger
  /** Told when the app is about to close its windows for good. */
  onQuit: () => void
}

/**
 * electron-updater sends an id of this installation along, for releases in stages. Nobody is to tell people apart by
 * it.
 */
class QuietExecutor extends ElectronHttpExecutor {
  override createRequest(
    options: { headers?: Record<string, string> },
    callback: (response: unknown) => void,
  ): Electron.ClientRequest {
    const { 'x-user-staging-id': _, ...headers } = options.headers ?? {}
    return super.createRequest({ ...options, headers }, callback)
  }
}

/**
 * Puts the new AppImage in the place of the old one as one step, where electron-updater deletes the old one first, and
 * has neither when the disk is full. One that is named after its version gets the new one's name.
 */
class SafeAppImageUpdater extends AppImageUpdater {
  readonly #appImage: string

  constructor(appImage: string) {
    super()
    this.#appImage = appImage
  }

  protected override doInstall({ isForceRunAfter }: InstallOptions): boolean {
    const { installerPath } = this
    if (installerPath === null) return false
    const old = this.#appImage
    const target = /\d+\.\d+\.\d+/.test(basename(old)) ? join(dirname(old), basename(installerPath)) : old
    const part = `${target}.part`
    try {
      copyFileSync(installerPath, part)
      chmodSync(part, 0o755)
      renameSync(part, target)
    } finally {
      rmSync(part, { force: true })
    }
    if (target !== old) rmSync(old, { force: true })
    if (isForceRunAfter) spawn(target, [], { detached: true, stdio: 'ignore' }).unref()
    return true
  }
}

/** Where the signature could not be checked at all, electron-updater lets the file through, and only its log says so. */
function verifyStrictly(updater: NsisUpdater, heard: { warning: string }): void {
  const verify = updater.verifyUpdateCodeSignature
  updater.verifyUpdateCodeSignature = async (publishers, file) => {
    heard.warning = ''
    const refusal = await verify(publishers, file)
    return refusal ?? (/ignoring signature validation/i.test(heard.warning) ? heard.warning : null)
  }
}

function makeUpdater({ platform, ability, appImage }: Deps): AppUpdater {
  if (platform === 'win32') return new NsisUpdater()
  if (platform === 'darwin') return new MacUpdater()
  // Builds from a package manager only look for versions; the Debian updater does that for all of them.
  return ability === 'itself' && appImage !== null ? new SafeAppImageUpdater(appImage) : new DebUpdater()
}

/** Resolves when Squirrel has the update, which it checks against the signature of the app that runs. */
function squirrelHasIt(): Promise<void> {
  return new Promise((resolve, reject) => {
    squirrel.once('update-downloaded', () => resolve())
    squirrel.once('error', reject)
  })
}

/**
 * electron-updater, which goes by `app-update.yml` beside the app. It verifies each file by the SHA-512 of the release;
 * on Windows also by the publisher of its signature, on macOS by the signature of the app that runs.
 */
export function createUpdater(deps: Deps) {
  const { platform, log, onQuit } = deps
  const updater = makeUpdater(deps)
  const heard = { warning: '' }
  updater.logger = {
    info() {},
    warn(message) {
      heard.warning = String(message)
      log.warn('the updater warns', { failure: heard.warning })
    },
    error: (message) => log.warn('the updater failed', { failure: String(message) }),
  }
  updater.autoDownload = false
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  // Squirrel installs as the app ends. Elsewhere that is done below, once everything is written.
  updater.autoInstallOnAppQuit = platform === 'darwin'
  // Internal parts of it, so that neither an id is made nor sent; the tests look at what arrives.
  Object.assign(updater, {
    httpExecutor: new QuietExecutor(),
    stagingUserIdPromise: { value: Promise.resolve(crypto.randomUUID()) },
  })
  // Each failure is told by its promise as well.
  updater.on('error', () => {})
  if (updater instanceof NsisUpdater) verifyStrictly(updater, heard)

  let isReady = false
  let restarts = false
  if (updater instanceof BaseUpdater) {
    app.once('quit', (_event, code) => {
      if (!isReady || code !== 0) return
      if (restarts) app.releaseSingleInstanceLock()
      const isInstalled = updater.install(true, restarts)
      if (restarts && !isInstalled) app.relaunch(deps.appImage === null ? {} : { execPath: deps.appImage })
    })
  }

  async function attempt<T>(step: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await step())
    } catch (failure) {
      log.warn('an update failed', { failure: describeFailure(failure) })
      return { ok: false, error: updateFailure(failure) }
    }
  }

  return {
    /** The newest version where it is newer than this one, else null. Errors: those of the catalogue for updates. */
    check: (): Promise<Result<string | null>> =>
      attempt(async () => {
        const found = await updater.checkForUpdates()
        return found?.isUpdateAvailable ? found.updateInfo.version : null
      }),
    /**
     * Downloads and verifies the version that was found; it is installed when the app quits.
     * @param onPercent whole percents
     */
    download: (onPercent: (percent: number) => void): Promise<Result<void>> =>
      attempt(async () => {
        const follow = ({ percent }: { percent: number }) => onPercent(Math.floor(percent))
        updater.on('download-progress', follow)
        try {
          const staged = platform === 'darwin' ? squirrelHasIt() : undefined
          await Promise.all([updater.downloadUpdate(), staged])
          isReady = true
        } finally {
          updater.off('download-progress', follow)
        }
      }),
    /** Ends every request that is out; what waits for one fails. */
    cancel: (): void => void updater.netSession.closeAllConnections(),
    /** Quits, installs the downloaded version, and starts it. */
    restart() {
      restarts = true
      if (updater instanceof BaseUpdater) return app.quit()
      // Squirrel closes the windows itself, before the app is asked to quit.
      onQuit()
      updater.quitAndInstall()
    },
  }
}

/** Finds, downloads and installs new versions, in the way of this system. */
export type Updater = ReturnType<typeof createUpdater>
