import type { Result } from '../../../shared/result.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useForm } from './use-form.ts'

type RenameDialogProps = Pick<React.ComponentProps<typeof FormDialog>, 'title' | 'onClose' | 'finalFocus'> & {
  /** Of its field. */
  label: string
  /** In characters. */
  maxLength: number
  /** The name that it has; nothing is sent for the same one. */
  name: string
  rename: (name: string) => Promise<Result<null>>
}

/** Asks for another name. */
export function RenameDialog({ label, maxLength, name: former, rename, onClose, ...dialog }: RenameDialogProps) {
  const { input, ...task } = useForm({
    first: { name: former },
    faults: ({ name }) => ({ name: name === '' ? 'Type a name.' : null }),
    refusedField: () => 'name',
    async send({ name }) {
      if (name !== former) return rename(name)
      onClose()
      return { ok: true, value: null }
    },
  })
  return (
    <FormDialog submit="Rename" task={task} onClose={onClose} {...dialog}>
      <Field label={label} maxLength={maxLength} onFocus={(event) => event.target.select()} {...input('name')} />
    </FormDialog>
  )
}
