import { isOnlyGood, wantsTypedName } from '../../../shared/backups/backups.ts'
import type { Backup } from '../../../shared/backups/contract.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { TypedNameForm } from '../../parts/area/TypedNameForm.tsx'
import { useClient } from '../../state/hooks.ts'
import { Modal, Question } from '../../ui/Dialogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { closing, useTask } from '../../ui/use-task.ts'

type DeleteBackupProps = {
  serverRef: ServerRef
  backup: Backup
  all: readonly Backup[]
  onDone: () => void
  onClose: () => void
}

/** What is lost. */
function lossOf(backup: Backup, all: readonly Backup[]): string {
  if (isOnlyGood(backup, all)) return 'It is the only good backup of this server. It can’t be brought back.'
  return backup.isLocked ? 'It is locked. It can’t be brought back.' : 'It can’t be brought back.'
}

/** Asks before a backup is deleted: by its name where it is locked, or where nothing good would be left. */
export function DeleteBackup({ serverRef: ref, backup, all, onDone, onClose }: DeleteBackupProps) {
  const { call } = useClient().bridge
  const { id, name } = backup
  const send = (typedName: string | null) => closing(call('backups:remove', { ref, id, typedName }), onDone)
  const remove = useTask(() => send(null))
  const title = `Delete “${name}”?`
  const told = (
    <div role="alert">
      {remove.error && <Notice tone="bad" message={remove.error.message} hint={remove.error.hint} />}
    </div>
  )
  if (!wantsTypedName(backup, all))
    return (
      <Question
        title={title}
        text={lossOf(backup, all)}
        yes="Delete backup"
        look="bad"
        onYes={remove.start}
        onClose={onClose}
      >
        {told}
      </Question>
    )
  return (
    <Modal title={title} lead={lossOf(backup, all)} onClose={onClose}>
      <TypedNameForm name={name} submit="Delete backup" run={send} onCancel={onClose} />
    </Modal>
  )
}
