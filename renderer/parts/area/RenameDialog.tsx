import { useState } from 'react'
import { ok, type Result } from '../../../shared/result.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useTask } from '../../ui/use-task.ts'
import { toldOf } from './area-words.ts'

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
  const [typed, setTyped] = useState(former)
  const [isTried, setTried] = useState(false)
  const name = typed.trim()
  const task = useTask(async () => {
    if (name !== former) return rename(name)
    onClose()
    return ok(null)
  })
  const missing = isTried && name === '' ? { message: 'Type a name.', hint: '' } : null
  function submit(): void {
    setTried(true)
    if (name !== '') task.start()
  }
  return (
    <FormDialog submit="Rename" task={task} error={null} onSubmit={submit} onClose={onClose} {...dialog}>
      <Field
        label={label}
        maxLength={maxLength}
        onFocus={(event) => event.target.select()}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          task.clear()
        }}
        error={missing ?? (task.error && toldOf(task.error))}
      />
    </FormDialog>
  )
}
