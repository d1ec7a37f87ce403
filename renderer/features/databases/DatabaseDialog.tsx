import type { DatabaseEdit } from '../../../shared/databases/contract.ts'
import {
  databaseNameLength,
  longestRemote,
  wrongDatabaseName,
  wrongRemote,
} from '../../../shared/databases/databases.ts'
import type { Result } from '../../../shared/result.ts'
import { useForm } from '../../parts/area/use-form.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'
import { refusedField } from './database-words.ts'

type DatabaseDialogProps = { create: (edit: DatabaseEdit) => Promise<Result<null>>; onClose: () => void }

/** The form for a new database. */
export function DatabaseDialog({ create, onClose }: DatabaseDialogProps) {
  const { input, submit, busy, error } = useForm<DatabaseEdit>({
    first: { name: '', connectionsFrom: '%' },
    faults: ({ name, connectionsFrom }) => ({
      name: wrongDatabaseName(name),
      connectionsFrom: wrongRemote(connectionsFrom),
    }),
    refusedField,
    send: create,
  })
  return (
    <Modal
      title="New database"
      lead="The panel makes it at once, with a user and a password of its own."
      onClose={onClose}
    >
      <Form isTall onSubmit={submit}>
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
        <FormEnd submit="Create" isDisabled={busy} error={error} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
