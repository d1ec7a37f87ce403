import type { AppError } from '../../../shared/error-schema.ts'
import { appError } from '../../../shared/errors.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { isBusy } from '../../state/busy.ts'
import { plannedOf, unsavedOf, unsentOf } from './quit-guard.ts'
import { unsavedWords } from './unsaved-words.ts'

/** Why the app is not ended for a new version now; null where it may be. */
export function updateHeldBy(state: AppState): AppError | null {
  if (isBusy(state) || unsentOf(state).length + plannedOf(state).length > 0) return appError('update-busy')
  const unsaved = unsavedOf(state)
  if (unsaved.length === 0) return null
  const { message } = unsavedWords(unsaved)
  const hint =
    unsaved.length === 1
      ? 'Save it or discard it, then restart to update.'
      : `Save or discard ${unsaved.join(', ')}, then restart to update.`
  return appError('update-busy', { message, hint })
}
