import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '../../shared/errors.ts'
import { createListeners } from '../../shared/listeners.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import { failureCodeOf } from '../lib/failure-code.ts'
import { withLock } from '../lib/lock.ts'
import { makeProfile } from '../lib/profile.ts'
import { describeFailure } from '../log/logger.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { Notices } from '../state/notices.ts'
import { createSettingsFolder, type OpenFile } from './folder.ts'
import { defaultSettings, type Settings } from './schema.ts'
import {
  inaccessibleNotice,
  lostNotice,
  newerNotice,
  restoredNotice,
  unwritableId,
  unwritableNotice,
} from './settings-notices.ts'

type Deps = Pick<FeatureBasics, 'clock' | 'log'> & {
  folder: string
  open: OpenFile
  notices: Notices
  /**
   * `app` repairs the file: sets a damaged one aside and restores the backup. `guest` (the command line) only changes
   * settings, and leaves a file alone that it cannot read.
   */
  role: 'app' | 'guest'
}

/** Settings over one file in the profile folder, which the app and the command line may both write. */
export function createSettings({ folder, open, clock, log, notices, role }: Deps) {
  const files = createSettingsFolder({ folder, open })
  const isApp = role === 'app'
  let settings = defaultSettings
  let blocked: ErrorCode | null = null
  const foreignChanges = createListeners()

  function block(code: ErrorCode): void {
    blocked = code
    // The command line reports this itself, and must not write a log for a mere look.
    if (isApp) log.warn('the settings are not written in this run', { code })
  }

  /** Sets the damaged file aside; returns its new name. */
  function setAside(reason: string): string {
    const aside = files.setAside(new Date(clock.now()))
    log.error('the settings file could not be read and was set aside', { aside, reason })
    return aside
  }

  /**
   * Starts from the backup. Without one the settings are empty: a first start, or everything is lost.
   * @param heal writes what was restored
   */
  function restore(aside: string | null, heal: boolean): void {
    const backup = files.readBackup()
    if (backup.kind === 'settings') {
      settings = backup.settings
      if (!heal) return
      files.write(settings)
      notices.show(restoredNotice(aside))
    } else if (aside !== null) notices.show(lostNotice(aside))
  }

  /**
   * Reads the file into memory.
   * @param heal sets aside and restores on disk too; otherwise the disk stays as it is
   */
  function load(heal: boolean): void {
    const main = files.read()
    switch (main.kind) {
      case 'settings':
        settings = main.settings
        break
      case 'missing':
        restore(null, heal)
        break
      case 'newer':
        block('settings-newer')
        notices.show(newerNotice())
        break
      case 'broken':
        if (isApp) restore(heal ? setAside(main.reason) : null, heal)
        else block('settings-broken')
        break
      case 'inaccessible':
        log.error('the settings file could not be opened', { failure: describeFailure(main.failure) })
        block('storage-failed')
        notices.show(inaccessibleNotice(folder))
    }
  }

  /** Runs a write under the lock. A failure is shown as a notice, which goes with the next success. */
  function attempt<T>(work: () => Result<T>): Result<T> {
    try {
      makeProfile(folder)
      const done = withLock(join(folder, 'settings.lock'), work)
      if (done.ok) notices.withdraw(unwritableId)
      return done
    } catch (failure) {
      log.error('settings could not be written', { failure: describeFailure(failure) })
      const notice = unwritableNotice(failureCodeOf(failure), folder)
      notices.show(notice)
      return fail('storage-failed', { message: notice.message, hint: notice.hint })
    }
  }

  /** The settings to change: those on disk, or those in memory where the file is missing or was set aside. */
  function base(): Result<Settings> {
    const main = files.read()
    switch (main.kind) {
      case 'settings':
        return ok(main.settings)
      case 'missing':
        return ok(settings)
      case 'newer':
        return fail('settings-newer')
      case 'broken':
        if (!isApp) return fail('settings-broken')
        setAside(main.reason)
        return ok(settings)
      case 'inaccessible':
        throw main.failure
    }
  }

  function start(): void {
    // Reading needs neither folder nor lock; on a first start both are made by the first write.
    const canHeal = isApp && files.exists()
    const healed = canHeal && attempt(() => ok(files.removeLeftovers())).ok && attempt(() => ok(load(true))).ok
    // A folder that cannot be written to can still be read.
    if (!healed) load(false)
  }
  start()

  return {
    get: (): Settings => settings,
    /** Why nothing is written in this run; null where it is. */
    blocked: (): ErrorCode | null => blocked,
    /**
     * Applies a pure change to what the file holds now, which another program may have written, and writes it
     * at once. On failure nothing changes, in memory either: `storage-failed`, `settings-newer`,
     * `settings-broken`, `settings-busy`.
     */
    update(change: (settings: Settings) => Settings): Result<void> {
      if (blocked !== null) return fail(blocked)
      let hasForeignChange = false
      const updated = attempt(() => {
        const current = base()
        if (!current.ok) return current
        const next = change(current.value)
        if (next !== current.value) files.write(next)
        hasForeignChange = !isDeepStrictEqual(current.value, settings)
        settings = next
        return ok()
      })
      // After the lock is released, since listeners may write as well.
      if (hasForeignChange) foreignChanges.notify()
      return updated
    },
    /** Writes the backup that replaces a damaged settings file. Call after a successful start. */
    backUp(): void {
      if (blocked !== null || settings === defaultSettings) return
      attempt(() => ok(files.writeBackup(settings)))
    },
    /** Reads what another program wrote, and tells the listeners of `onForeignChange`. */
    reload(): void {
      if (blocked !== null) return
      const main = files.read()
      if (main.kind !== 'settings' || isDeepStrictEqual(main.settings, settings)) return
      settings = main.settings
      foreignChanges.notify()
    },
    /** Calls `listener` after another program's changes were read. Returns the function that ends the subscription. */
    onForeignChange: foreignChanges.add,
  }
}

export type SettingsStore = ReturnType<typeof createSettings>
