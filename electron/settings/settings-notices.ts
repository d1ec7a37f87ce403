import { catalogue } from '../../shared/error-catalogue.ts'
import type { Notice } from '../../shared/model/notice-schema.ts'
import { own } from '../../shared/own.ts'

/** The notices about the settings file. */

const unwritable: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full, so the settings could not be saved.',
  EDQUOT: 'The disk quota is used up, so the settings could not be saved.',
  EACCES: 'The profile folder may not be written to, so the settings could not be saved.',
  EPERM: 'The profile folder may not be written to, so the settings could not be saved.',
  EROFS: 'The profile folder is read-only, so the settings could not be saved.',
}

export const unwritableId = 'settings-unwritable'

const notice = (id: string, level: Notice['level'], message: string, hint: string): Notice => ({
  id: `settings-${id}`,
  level,
  message,
  hint,
})

/**
 * For settings that could not be written.
 * @param failureCode the system's code, such as `ENOSPC`
 */
export const unwritableNotice = (failureCode: string, folder: string): Notice => ({
  id: unwritableId,
  level: 'error',
  message: own(unwritable, failureCode) ?? 'The settings could not be saved.',
  hint: `What was saved before is untouched. Check free space and access to ${folder}, then make the change again.`,
})

/** For a settings file of a newer version of the app. */
export const newerNotice = (): Notice =>
  notice(
    'newer',
    'warning',
    catalogue['settings-newer'].message,
    'Your keys are not shown and nothing is saved until you install the newer version again.',
  )

/** For a settings file that may not be opened. */
export const inaccessibleNotice = (folder: string): Notice =>
  notice(
    'inaccessible',
    'error',
    'The settings file may not be read, so it was left alone.',
    `Nothing is saved in this run. Check access to ${folder}, then restart Servertray.`,
  )

/** @param aside the name of the file that was set aside; null where the file was missing altogether */
export function restoredNotice(aside: string | null): Notice {
  const reason = aside === null ? 'The settings file was missing' : 'The settings file was damaged'
  return notice(
    'restored',
    'warning',
    `${reason}, so its backup from the last start was used.`,
    `Check your keys: the changes after that start may be missing.${aside === null ? '' : ` The damaged file is kept as ${aside}.`}`,
  )
}

/**
 * For a damaged settings file without a backup.
 * @param aside the name of the file that was set aside
 */
export function lostNotice(aside: string): Notice {
  return notice(
    'lost',
    'error',
    'The settings file was damaged and there is no backup, so Servertray starts afresh.',
    `The damaged file is kept as ${aside}. Add your keys again, or import settings you exported.`,
  )
}
