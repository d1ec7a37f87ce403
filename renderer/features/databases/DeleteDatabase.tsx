import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../../shared/model/database.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { ok } from '../../../shared/result.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { useClient } from '../../state/hooks.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { useTask } from '../../ui/use-task.ts'

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
  const [typed, setTyped] = useState('')
  const isReady = typed.trim() === name
  const remove = useTask(async () => {
    const removed = await call['databases:remove']({ ref, id, typedName: typed })
    if (removed.ok) onDone()
    else if (removed.error.mayHaveActed) onUnsure(removed.error)
    else return removed
    return ok(null)
  })
  return (
    <Modal
      title={`Delete ${name}?`}
      lead="All its tables go at once, and nothing brings them back. Backups of the server don’t hold them."
      onClose={onClose}
    >
      <Form
        onSubmit={() => {
          if (isReady) remove.start()
        }}
      >
        <Field label={`Type ${name} to confirm`} value={typed} onChange={(event) => setTyped(event.target.value)} />
        <FormEnd
          submit="Delete database"
          look="bad"
          isDisabled={!isReady || remove.busy}
          error={remove.error && toldOf(remove.error)}
          onCancel={onClose}
        />
      </Form>
    </Modal>
  )
}
