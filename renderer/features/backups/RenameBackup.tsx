import { maxBackupNameLength } from '../../../shared/backups/backups.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { useForm } from '../../parts/area/use-form.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'

type RenameBackupProps = {
  /** The name that it has. */
  name: string
  rename: (name: string) => Promise<Result<null>>
  onClose: () => void
}

/** Asks for another name. */
export function RenameBackup({ name: former, rename, onClose }: RenameBackupProps) {
  const { input, submit, busy, error } = useForm({
    first: { name: former },
    faults: ({ name }) => ({ name: name === '' ? 'Type a name.' : null }),
    refusedField: () => 'name',
    async send({ name }) {
      if (name !== former) return rename(name)
      onClose()
      return ok(null)
    },
  })
  return (
    <Modal title="Rename the backup" onClose={onClose}>
      <Form onSubmit={submit}>
        <Field label="Name" maxLength={maxBackupNameLength} {...input('name')} />
        <FormEnd submit="Rename" isDisabled={busy} error={error} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
