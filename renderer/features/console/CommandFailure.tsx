import type { AppError } from '../../../shared/error-schema.ts'
import type { ConsoleEntry } from '../../../shared/model/console-schema.ts'
import { Notice } from '../../ui/Notice.tsx'
import { type TryWith, TryWithOther } from './ConsoleLog.tsx'

type CommandFailureProps = {
  /** Why the last command could not be passed to the app. */
  error: AppError | null
  /** The newest command, where its failure is shown nowhere else. */
  entry: ConsoleEntry | undefined
  /** What is told above, which it does not repeat. */
  told: string
  onTryWith: TryWith
}

/** Why the last command failed, next to the field to which its text returns. */
export function CommandFailure({ error: ownError, entry, told, onTryWith }: CommandFailureProps) {
  const hasFailed = entry?.phase === 'refused' || entry?.phase === 'unconfirmed'
  const error = (hasFailed ? entry.error : null) ?? ownError
  const isTold = error !== null && told.includes(error.message)
  return (
    <div role="status">
      {error && (
        <Notice
          tone="bad"
          message={
            isTold
              ? `Command ${hasFailed && entry.phase === 'unconfirmed' ? 'not confirmed' : 'refused'}.`
              : error.message
          }
          hint={isTold ? '' : error.detail ? `“${error.detail}” ${error.hint}` : error.hint}
        >
          {hasFailed && entry.otherKeyId !== null && <TryWithOther entry={entry} onTryWith={onTryWith} />}
        </Notice>
      )}
    </div>
  )
}
