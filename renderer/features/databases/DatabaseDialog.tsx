import type { DatabaseEdit } from '../../../shared/databases/contract.ts'
import {
  databaseNameLength,
  longestRemote,
  wrongDatabaseName,
  wrongRemote,
} from '../../../shared/databases/databases.ts'
import type { Result } from '../../../shared/result.ts'
import { useForm } from '../../parts/area/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { refusedField } from './database-words.ts'

type DatabaseDialogProps = { create: (edit: DatabaseEdit) => Promise<Result<null>>; onClose: () => void }

/** The form for a new database. */
export function DatabaseDialog({ create, onClose }: DatabaseDialogProps) {
  const { input, ...task } = useForm<DatabaseEdit>({
    first: { name: '', connectionsFrom: '%' },
    faults: ({ name, connectionsFrom }) => ({
      name: wrongDatabaseName(name),
      connectionsFrom: wrongRemote(connectionsFrom),
    }),
    refusedField,
    send: create,
  })
  return (
    <FormDialog
      title="New database"
      lead="The panel makes it at once, with a user and a password of its own."
      submit="Create"
      task={task}
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
