import { useEffect, useRef, useState } from 'react'
import { type FileName, isPlainName } from '../../../../shared/files/files.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { Field } from '../../../ui/Field.tsx'
import { nameProblem } from '../entries/names.ts'
import { FileForm } from './FileForm.tsx'

type NameDialogProps = {
  title: string
  /** The name that is changed; null for a new one. */
  own: FileName | null
  taken: ReadonlySet<string>
  send: (name: FileName) => Promise<Result<null>>
  onClose: () => void
}

/** The end of a name that says what is in the file, with its dot: what is seldom changed. */
const endOf = (name: string) => {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? name.length : dot
}

/** Asks for the name of a new file or folder, or for another one. */
export function NameDialog({ title, own, taken, send, onClose }: NameDialogProps) {
  const [name, setName] = useState<string>(own ?? '')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own !== null) field.current?.setSelectionRange(0, endOf(own))
  }, [own])
  const problem = nameProblem(name, taken, own)
  return (
    <FileForm
      title={title}
      submit={own === null ? 'Create' : 'Rename'}
      isReady={problem === null && name !== '' && name !== own}
      send={async () => (isPlainName(name) ? send(name) : ok(null))}
      onClose={onClose}
    >
      <Field
        ref={field}
        label="Name"
        mono
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={problem === null ? null : { message: problem, hint: '' }}
      />
    </FileForm>
  )
}
