import { useState } from 'react'
import type { Result } from '../../../shared/result.ts'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { useTask } from '../../ui/use-task.ts'
import { toldOf } from './area-words.ts'

type TypedNameFormProps = {
  /** What is to be typed; blanks around it do not count. */
  name: string
  submit: string
  /** Does it, with what was typed, once that is the name. */
  run: (typed: string) => Promise<Result<string | null>>
  onCancel: () => void
}

/** The form for what destroys something: a person types its name first. */
export function TypedNameForm({ name, submit, run, onCancel }: TypedNameFormProps) {
  const [typed, setTyped] = useState('')
  const { busy, error, start } = useTask(() => run(typed))
  const isReady = typed.trim() === name.trim()
  return (
    <Form
      onSubmit={() => {
        if (isReady) start()
      }}
    >
      <Field label={`Type ${name} to confirm`} value={typed} onChange={(event) => setTyped(event.target.value)} />
      <FormEnd
        submit={submit}
        look="bad"
        isDisabled={!isReady || busy}
        error={error && toldOf(error)}
        onCancel={onCancel}
      />
    </Form>
  )
}
