import type { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../../shared/model/database.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { TypedNameForm } from '../../parts/area/TypedNameForm.tsx'
import { useClient } from '../../state/hooks.ts'
import { Modal } from '../../ui/Dialogs.tsx'

type DeleteDatabaseProps = {
  serverRef: ServerRef
  database: Database
  onDone: () => void
  /** No answer tells whether it was deleted. */
  onUnsure: (error: AppError) => void
  onClose: () => void
}

/** Asks before a database is deleted, by its name. */
export function DeleteDatabase({ serverRef: ref, database, onDone, onUnsure, onClose }: DeleteDatabaseProps) {
  const { call } = useClient().bridge
  const { id, name } = database
  async function remove(typedName: string): Promise<Result<null>> {
    const removed = await call['databases:remove']({ ref, id, typedName })
    if (removed.ok) onDone()
    else if (removed.error.mayHaveActed) onUnsure(removed.error)
    else return removed
    return ok(null)
  }
  return (
    <Modal
      title={`Delete ${name}?`}
      lead="All its tables go at once, and nothing brings them back. Backups of the server don’t hold them."
      onClose={onClose}
    >
      <TypedNameForm name={name} submit="Delete database" run={remove} onCancel={onClose} />
    </Modal>
  )
}
