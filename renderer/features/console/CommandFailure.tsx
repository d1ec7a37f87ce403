import type { AppError } from '../../../shared/errors.ts'
import type { ConsoleEntry } from '../../../shared/model/console.ts'
import { Notice } from '../../ui/Notice.tsx'
import { type TryWith, TryWithOther } from './ConsoleLog.tsx'

type CommandFailureProps = {
  /** Why the last command could not be passed to the app. */
  error: AppError | null
  /** The newest command, where its failure is shown nowhere else. */
  entry: ConsoleEntry | undefined
  onTryWith: TryWith
}

/** Why the last command failed, next to the field to which its text returns. */
export function CommandFailure({ error: ownError, entry, onTryWith }: CommandFailureProps) {
  const hasFailed = entry?.phase === 'refused' || entry?.phase === 'unconfirmed'
  const error = (hasFailed ? entry.error : null) ?? ownError
  return (
    <div role="status">
      {error && (
        <Notice tone="bad" message={error.message} hint={error.detail ? `“${error.detail}” ${error.hint}` : error.hint}>
          {hasFailed && entry.otherKeyId !== null && <TryWithOther entry={entry} onTryWith={onTryWith} />}
        </Notice>
      )}
    </div>
  )
}
