import { useId } from 'react'
import { powerSignals } from '../../../shared/model/power.ts'
import { capitalised } from '../../../shared/model/text.ts'
import type { PanelTaskEdit } from '../../../shared/panel-schedules/contract.ts'
import { longestTaskPayload } from '../../../shared/panel-schedules/panel-schedules.ts'
import fieldStyles from '../../ui/Field.module.css'
import { Field } from '../../ui/Field.tsx'
import { Pills } from '../../ui/Pills.tsx'

type TaskPayloadProps = { edit: PanelTaskEdit; onPayload: (payload: string) => void; error: string | null }

/** A list of files, one in each line. */
function Files({ edit, onPayload, error, label }: TaskPayloadProps & { label: string }) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={fieldStyles.mono}
        rows={3}
        spellCheck={false}
        maxLength={longestTaskPayload}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
        value={edit.payload}
        onChange={(event) => onPayload(event.target.value)}
      />
      {error !== null && (
        <p className={fieldStyles.error} id={`${id}-error`}>
          <strong>{error}</strong>
        </p>
      )}
    </div>
  )
}

/** The field for what a task does: a command, a signal or names of files. */
export function TaskPayload(props: TaskPayloadProps) {
  const { edit, onPayload, error } = props
  switch (edit.action) {
    case 'command':
      return (
        <Field
          label="Command"
          mono
          maxLength={longestTaskPayload}
          value={edit.payload}
          onChange={(event) => onPayload(event.target.value)}
          error={error === null ? null : { message: error, hint: '' }}
          help="It fails where the server is offline at its time."
        />
      )
    case 'power':
      return (
        <Pills
          legend="Signal"
          options={powerSignals.map((value) => ({ value, label: capitalised(value) }))}
          value={powerSignals.find((signal) => signal === edit.payload) ?? 'restart'}
          onChange={onPayload}
        />
      )
    case 'backup':
      return <Files {...props} label="Files to leave out, one in each line" />
    case 'delete_files':
      return <Files {...props} label="Files to delete, one in each line" />
  }
}
