import type { AppError } from '../error-schema.ts'
import { failureFacts } from '../failure-facts.ts'
import type { ServerRef } from '../model/identifier.ts'
import type { RestorePhase, RestoreView } from './contract.ts'

/** Maximum number of entries of the activity that are looked at for a restore: a page of it. */
export const maxRestoreEntries = 100

/** True once it does nothing more by itself. */
export const hasRestoreEnded = ({ phase }: Pick<RestoreView, 'phase'>): boolean =>
  phase === 'done' || phase === 'failed' || phase === 'unknown' || phase === 'cancelled'

/** True while a restore of the server is under way. */
export const isRestoring = (restores: Readonly<Record<string, RestoreView>>, ref: ServerRef): boolean =>
  Object.values(restores).some((one) => one.ref === ref && !hasRestoreEnded(one))

/** True while nothing was asked of the panel that overwrites files. */
export const canCancelRestore = ({ phase }: Pick<RestoreView, 'phase'>): boolean =>
  phase === 'backing-up' || phase === 'stopping'

function stoppingText({ sent, maySave }: RestoreView): string {
  if (sent.stop === null) return 'Making sure that the server is offline'
  return maySave === true ? 'Giving the server half a minute to finish saving' : 'Stopping the server'
}

function followingText({ wasSeen, isAccepted }: RestoreView): string {
  if (wasSeen) return 'The panel is restoring the backup'
  return isAccepted ? 'The panel took the restore' : 'It is not known yet whether the panel took the restore'
}

const endText = (error: AppError | null, otherwise: string) => error?.message.replace(/\.$/, '') ?? otherwise

const texts: Readonly<Record<RestorePhase, (view: RestoreView) => string>> = {
  'backing-up': () => 'Backing up what is there now',
  stopping: stoppingText,
  requesting: () => 'Asking the panel to restore',
  following: followingText,
  done: () => 'Restored',
  unknown: () => 'It is not known whether the backup was restored',
  cancelled: ({ error }) => endText(error, 'Nothing was restored'),
  failed: ({ error }) => endText(error, 'The restore failed'),
}

/** How far it is, in one line without an end: `Stopping the server`. */
export const restoreText = (view: RestoreView): string => texts[view.phase](view)

/** True for a refusal that surely came before a machine was asked: it deletes files before it looks for the archive. */
function isBeforeActing({ code, mayHaveActed }: AppError): boolean {
  const { delivery, health } = failureFacts(code)
  return (
    !mayHaveActed && (delivery === 'not-sent' || health !== null || code === 'rate-limited' || code === 'cancelled')
  )
}

/** What a person looks at or does next; null while there is nothing to do but to wait. */
export function restoreHint(view: RestoreView): string | null {
  const { phase, sent, deletesFiles, error } = view
  // Only the request tells that the server was seen offline.
  const stopText = sent.restore === null ? ' Servertray told the server to stop.' : ' Servertray stopped the server.'
  const off = sent.stop === null ? '' : stopText
  const next = error === null ? '' : ` ${error.hint}`
  if (!hasRestoreEnded(view)) return null
  if (phase === 'done') return 'The panel left the server off. Start it when you are ready.'
  if (sent.restore === null) return `Nothing was overwritten.${off}${next}`
  const isRefused = phase === 'failed' && error !== null && error.code !== 'restore-failed'
  if (isRefused && (!deletesFiles || isBeforeActing(error))) return `Nothing was overwritten.${off}${next}`
  const files = deletesFiles
    ? 'All files of the server may have been deleted.'
    : 'Some files may come from the backup, and others from before it.'
  return `${files} Before you start the server, look at its files and its activity in the panel.`
}
