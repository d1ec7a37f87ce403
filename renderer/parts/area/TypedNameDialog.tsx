import type { Result } from '../../../shared/result.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useTask } from '../../ui/use-task.ts'
import { TypedNameField, useTypedName } from '../TypedName.tsx'
import { toldOf } from './area-words.ts'

type TypedNameDialogProps = Pick<React.ComponentProps<typeof FormDialog>, 'title' | 'lead' | 'submit' | 'onClose'> & {
  /** What is to be typed. */
  name: string
  /** Does it, with what was typed, once that is the name. */
  run: (typed: string) => Promise<Result<string | null>>
}

/** The question before what destroys something: a person types its name first. */
export function TypedNameDialog({ name, run, ...dialog }: TypedNameDialogProps) {
  const typed = useTypedName(name)
  const task = useTask(() => run(typed.typed))
  return (
    <FormDialog {...dialog} look="bad" isReady={typed.isRight} task={task} error={task.error && toldOf(task.error)}>
      <TypedNameField of={typed} />
    </FormDialog>
  )
}
