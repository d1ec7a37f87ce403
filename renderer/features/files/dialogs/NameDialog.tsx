import { useEffect, useRef, useState } from 'react'
import { type FileName, isPlainName } from '../../../../shared/files/files.ts'
import { ok } from '../../../../shared/result.ts'
import { Field } from '../../../ui/Field.tsx'
import { nameProblem } from '../entries/names.ts'
import { type DialogAct, FileForm, type FolderOfDialog } from './FileForm.tsx'

type NameDialogProps = {
  at: FolderOfDialog
  title: string
  /** The name that is changed; null for a new one. */
  own: FileName | null
  act: (name: FileName) => DialogAct
  onClose: () => void
}

/** The end of a name that says what is in the file, with its dot: what is seldom changed. */
const endOf = (name: string) => {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? name.length : dot
}

/** Asks for the name of a new file or folder, or for another one. */
export function NameDialog({ at: { taken, send }, title, own, act, onClose }: NameDialogProps) {
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
      send={async () => (isPlainName(name) ? send(act(name), onClose) : ok(null))}
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
