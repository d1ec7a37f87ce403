import { useEffect } from 'react'
import { nameOf } from '../../../shared/model/file.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { fail, ok } from '../../../shared/result.ts'
import { useClient, useView } from '../../state/hooks.ts'
import { useTask } from '../../ui/use-task.ts'
import { UnsavedQuestion } from './UnsavedQuestion.tsx'

/** Asks about a text that was left unsaved with its area, its server or its page. Until the answer the window keeps it. */
export function LeftUnsaved({ serverRef: ref, onClose }: { serverRef: ServerRef; onClose: () => void }) {
  const client = useClient()
  const { view, bridge } = client
  const left = useView(({ unsavedFiles }) => unsavedFiles[ref])
  const drop = () => {
    view.setState(({ unsavedFiles: { [ref]: _, ...others } }) => ({ unsavedFiles: others }))
    onClose()
  }
  const save = useTask(async () => {
    if (left === undefined) return ok(null)
    const { path, text, file } = left
    const { format, stamp } = file
    const written = await bridge.call['files:write']({ ref, path, text, format, seen: stamp })
    if (!written.ok) return written
    if (written.value.kind !== 'written')
      return fail('state-changed', {
        message: 'Somebody changed or deleted it meanwhile, so nothing was saved.',
        hint: 'Go on editing, and save there to see both.',
      })
    drop()
    return ok(null)
  })
  const isGone = left === undefined
  useEffect(() => {
    if (isGone) onClose()
  })
  if (left === undefined) return null
  const stay = () => {
    onClose()
    client.show(ref, { area: 'files' })
  }
  return (
    <UnsavedQuestion
      name={nameOf(left.path) ?? ''}
      error={save.error}
      isSaving={save.busy}
      onSave={save.start}
      onDiscard={drop}
      onStay={stay}
    />
  )
}
