import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import {
  type DatabaseEdit,
  databaseNameLength,
  longestRemote,
  wrongDatabaseName,
  wrongRemote,
} from '../../../shared/model/database.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { ok } from '../../../shared/result.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { useClient } from '../../state/hooks.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { useTask } from '../../ui/use-task.ts'
import { refusedField } from './database-words.ts'

type DatabaseDialogProps = {
  serverRef: ServerRef
  onDone: () => void
  /** No answer tells whether it was made. */
  onUnsure: (name: string, error: AppError) => void
  onClose: () => void
}

/** The form for a new database. */
export function DatabaseDialog({ serverRef: ref, onDone, onUnsure, onClose }: DatabaseDialogProps) {
  const { call } = useClient().bridge
  const [edit, setEdit] = useState<DatabaseEdit>({ name: '', connectionsFrom: '%' })
  const [isTried, setTried] = useState(false)
  /** What was refused, so that it is said only until it is typed anew. */
  const [sent, setSent] = useState<DatabaseEdit | null>(null)
  const wanted = { name: edit.name.trim(), connectionsFrom: edit.connectionsFrom.trim() }
  const wrong = { name: wrongDatabaseName(wanted.name), connectionsFrom: wrongRemote(wanted.connectionsFrom) }
  const create = useTask(async () => {
    setSent(wanted)
    const made = await call['databases:create']({ ref, edit: wanted })
    if (made.ok) onDone()
    else if (made.error.mayHaveActed) onUnsure(wanted.name, made.error)
    else return made
    return ok(null)
  })
  const refused = create.error === null ? null : refusedField(create.error)

  function errorOf(field: keyof DatabaseEdit) {
    if (isTried && wrong[field] !== null) return { message: wrong[field], hint: '' }
    return create.error !== null && refused === field && sent?.[field] === wanted[field] ? toldOf(create.error) : null
  }

  const input = (field: keyof DatabaseEdit) => ({
    value: edit[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setEdit({ ...edit, [field]: event.target.value }),
    error: errorOf(field),
  })
  return (
    <Modal
      title="New database"
      lead="The panel makes it at once, with a user and a password of its own."
      onClose={onClose}
    >
      <Form
        isTall
        onSubmit={() => {
          setTried(true)
          if (wrong.name === null && wrong.connectionsFrom === null) create.start()
        }}
      >
        <Field
          label="Name"
          maxLength={databaseNameLength.max}
          {...input('name')}
          help="The panel puts the server’s number before it."
        />
        <Field
          label="Connections from"
          mono
          maxLength={longestRemote}
          {...input('connectionsFrom')}
          help="The address that may connect. % stands for any, as in 172.18.0.%."
        />
        <FormEnd
          submit="Create"
          isDisabled={create.busy}
          error={create.error !== null && refused === null ? toldOf(create.error) : null}
          onCancel={onClose}
        />
      </Form>
    </Modal>
  )
}
