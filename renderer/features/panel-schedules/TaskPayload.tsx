import { powerSignals } from '../../../shared/model/power.ts'
import { capitalised } from '../../../shared/model/text.ts'
import type { PanelTaskEdit } from '../../../shared/panel-schedules/contract.ts'
import { longestTaskPayload } from '../../../shared/panel-schedules/panel-schedules.ts'
import { Field, LinesField } from '../../ui/Field.tsx'
import { Pills } from '../../ui/Pills.tsx'

type TaskPayloadProps = { edit: PanelTaskEdit; onPayload: (payload: string) => void; error: string | null }

/** The field for what a task does: a command, a signal or names of files. */
export function TaskPayload(props: TaskPayloadProps) {
  const { edit, onPayload } = props
  const error = props.error === null ? null : { message: props.error, hint: '' }
  const files = (label: string) => (
    <LinesField
      label={`${label}, one in each line`}
      mono
      spellCheck={false}
      maxLength={longestTaskPayload}
      value={edit.payload}
      onChange={(event) => onPayload(event.target.value)}
      error={error}
    />
  )
  switch (edit.action) {
    case 'command':
      return (
        <Field
          label="Command"
          mono
          maxLength={longestTaskPayload}
          value={edit.payload}
          onChange={(event) => onPayload(event.target.value)}
          error={error}
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
      return files('Files to leave out')
    case 'delete_files':
      return files('Files to delete')
  }
}
