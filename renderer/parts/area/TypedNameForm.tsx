import type { Result } from '../../../shared/result.ts'
import { Form, FormEnd } from '../../ui/Form.tsx'
import { useTask } from '../../ui/use-task.ts'
import { TypedNameField, useTypedName } from '../TypedName.tsx'
import { toldOf } from './area-words.ts'

type TypedNameFormProps = {
  /** What is to be typed. */
  name: string
  submit: string
  /** Does it, with what was typed, once that is the name. */
  run: (typed: string) => Promise<Result<string | null>>
  onCancel: () => void
}

/** The form for what destroys something: a person types its name first. */
export function TypedNameForm({ name, submit, run, onCancel }: TypedNameFormProps) {
  const typed = useTypedName(name)
  const { busy, error, start } = useTask(() => run(typed.typed))
  return (
    <Form
      onSubmit={() => {
        if (typed.isRight) start()
      }}
    >
      <TypedNameField of={typed} />
      <FormEnd
        submit={submit}
        look="bad"
        isDisabled={!typed.isRight || busy}
        error={error && toldOf(error)}
        onCancel={onCancel}
      />
    </Form>
  )
}
