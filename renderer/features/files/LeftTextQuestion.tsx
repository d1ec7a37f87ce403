import { useEffect } from 'react'
import { nameOf } from '../../../shared/files/files.ts'
import { fail, ok } from '../../../shared/result.ts'
import { copyText } from '../../parts/copy.ts'
import { useAppState, useClient, useView } from '../../state/hooks.ts'
import { insteadOfLeftText, withLeftText } from '../../state/unsaved-work.ts'
import type { DialogProps } from '../../state/view.ts'
import { Question } from '../../ui/Dialogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { saveOver } from './editor/use-save.ts'
import { readableName } from './entries/names.ts'

type GoneProps = { name: string; text: string; onDrop: () => void }

/** The last way out for a text whose server has gone. Escape copies it too, so that only one answer loses it. */
function GoneTextQuestion({ name, text, onDrop }: GoneProps) {
  const copy = useTask(async () => {
    const copied = await copyText(text)
    if (copied.ok) onDrop()
    return copied
  })
  return (
    <Question
      title={`Copy “${readableName(name)}” before it is lost?`}
      text="Its server is no longer in the list, so what you changed can’t be saved there."
      no="Copy the text"
      yes="Drop it"
      look="bad"
      onYes={onDrop}
      onClose={copy.start}
    >
      <div role="alert">{copy.error && <Notice tone="bad" message={copy.error.message} hint={copy.error.hint} />}</div>
    </Question>
  )
}

/** Asks about a text that was left unsaved with its area, its server or its page. Until the answer the window keeps it. */
export function LeftTextQuestion({ asked: { ref }, onClose }: DialogProps<'left-text'>) {
  const client = useClient()
  const { view, bridge } = client
  const left = useView(({ leftTexts }) => leftTexts[ref])
  const hasServer = useAppState(({ servers }) => servers[ref] !== undefined)
  const drop = () => {
    if (left !== undefined) view.setState(insteadOfLeftText(left, null))
    onClose()
  }
  const save = useTask(async () => {
    if (left === undefined) return ok(null)
    const { path, text, file } = left
    const written = await bridge.call('files:write', { ref, path, ...saveOver(file, text) })
    if (!written.ok) return written
    if (written.value.kind !== 'written')
      return fail('state-changed', {
        message: 'Somebody changed or deleted it meanwhile, so nothing was saved.',
        hint: 'Go on editing, and save there to see both.',
      })
    drop()
    return ok(null)
  })
  useEffect(() => {
    if (left === undefined) onClose()
  })
  if (left === undefined) return null
  const name = nameOf(left.path) ?? ''
  if (!hasServer) return <GoneTextQuestion name={name} text={left.text} onDrop={drop} />
  const stay = () => {
    view.setState(withLeftText({ ...left, isAsked: true }))
    onClose()
    client.show(ref, { area: 'files' })
  }
  return (
    <SaveQuestion
      name={name}
      error={save.error}
      isSaving={save.busy}
      onSave={save.start}
      onDiscard={drop}
      onStay={save.busy ? null : stay}
    />
  )
}

type SaveQuestionProps = {
  name: string
  /** Why the last try to save came to nothing. */
  error: { readonly message: string; readonly hint: string } | null
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  /** Goes on with the text; null while it has to be known first what the save came to. */
  onStay: (() => void) | null
}

/** Asks what becomes of a text that is not saved. */
export function SaveQuestion({ name, error, isSaving, onSave, onDiscard, onStay }: SaveQuestionProps) {
  return (
    <Question
      title={`Save “${readableName(name)}”?`}
      text="What you changed is not on the server yet. Without saving it is lost."
      no={onStay ? 'Go on editing' : 'Saving…'}
      other={{ label: 'Don’t save', onClick: onDiscard }}
      yes="Save"
      look="go"
      {...(isSaving && { stop: 'It is being saved.' })}
      onYes={onSave}
      onClose={() => onStay?.()}
    >
      <div role="alert">{error && <Notice tone="bad" message={error.message} hint={error.hint} />}</div>
    </Question>
  )
}
