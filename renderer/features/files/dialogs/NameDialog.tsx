import { useEffect, useRef, useState } from 'react'
import { type FileName, type FilePath, isPlainName, pathIn } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { useClient } from '../../../state/hooks.ts'
import { Field } from '../../../ui/Field.tsx'
import { closing, useTask } from '../../../ui/use-task.ts'
import { nameProblem, readableName } from '../entries/names.ts'
import { FileForm } from './FileForm.tsx'

type NameDialogProps = {
  serverRef: ServerRef
  folder: FilePath
  /** What gets a name: something new, or the entry of this name. */
  what: 'file' | 'folder' | FileName
  isRename: boolean
  taken: ReadonlySet<string>
  onDone: (name: FileName) => void
  onClose: () => void
}

/** The end of a name that says what is in the file, with its dot: what is seldom changed. */
const endOf = (name: string) => {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? name.length : dot
}

/** Asks for the name of a new file or folder, or for another one. */
export function NameDialog({ serverRef: ref, folder, what, isRename, taken, onDone, onClose }: NameDialogProps) {
  const { call } = useClient().bridge
  const own = isRename ? (what as FileName) : null
  const [name, setName] = useState<string>(own ?? '')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own !== null) field.current?.setSelectionRange(0, endOf(own))
  }, [own])

  async function send(given: FileName): Promise<Result<unknown>> {
    if (own !== null) return call('files:move', { ref, folder, moves: [{ name: own, to: pathIn(folder, given) }] })
    if (what === 'folder') return call('files:createFolder', { ref, folder, name: given })
    const written = await call('files:write', {
      ref,
      path: pathIn(folder, given),
      text: '',
      format: { encoding: 'utf-8', hasBom: false },
      seen: null,
      before: null,
    })
    return written.ok && written.value.kind === 'changed' ? fail('file-exists') : written
  }

  const task = useTask(async () => {
    if (!isPlainName(name)) return ok(null)
    return closing(send(name), () => onDone(name))
  })
  const problem = nameProblem(name, taken, own)
  const title = own !== null ? `Rename “${readableName(own)}”` : what === 'file' ? 'New file' : 'New folder'
  return (
    <FileForm
      title={title}
      submit={own !== null ? 'Rename' : 'Create'}
      isReady={problem === null && name !== '' && name !== own && !task.busy}
      task={task}
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
