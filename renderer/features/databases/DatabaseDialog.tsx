import { useState } from 'react'
import type { DatabaseEdit } from '../../../shared/databases/contract.ts'
import {
  databaseNameLength,
  longestRemote,
  wrongDatabaseName,
  wrongRemote,
} from '../../../shared/databases/databases.ts'
import type { Result } from '../../../shared/result.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useTask } from '../../ui/use-task.ts'
import { refusedField } from './database-words.ts'

type DatabaseDialogProps = { create: (edit: DatabaseEdit) => Promise<Result<null>>; onClose: () => void }

/** The form for a new database. */
export function DatabaseDialog({ create, onClose }: DatabaseDialogProps) {
  const [typed, setTyped] = useState<DatabaseEdit>({ name: '', connectionsFrom: '%' })
  const [isTried, setTried] = useState(false)
  const edit = { name: typed.name.trim(), connectionsFrom: typed.connectionsFrom.trim() }
  const wrong = { name: wrongDatabaseName(edit.name), connectionsFrom: wrongRemote(edit.connectionsFrom) }
  const task = useTask(() => create(edit))
  const told = task.error && toldOf(task.error)
  const refused = task.error && refusedField(task.error)
  const input = (name: keyof DatabaseEdit) => ({
    value: typed[name],
    onChange(event: React.ChangeEvent<HTMLInputElement>) {
      setTyped({ ...typed, [name]: event.target.value })
      task.clear()
    },
    error: isTried && wrong[name] !== null ? { message: wrong[name], hint: '' } : refused === name ? told : null,
  })
  function submit(): void {
    setTried(true)
    if (wrong.name === null && wrong.connectionsFrom === null) task.start()
  }
  return (
    <FormDialog
      title="New database"
      lead="The panel makes it at once, with a user and a password of its own."
      submit="Create"
      task={task}
      error={refused === null ? told : null}
      onSubmit={submit}
      onClose={onClose}
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
    </FormDialog>
  )
}
