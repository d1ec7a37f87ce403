import { useState } from 'react'
import type { Result } from '../../../shared/result.ts'
import type { ServerSettings, ServerWords } from '../../../shared/server-settings/contract.ts'
import { maxDescriptionLength, maxServerNameLength } from '../../../shared/server-settings/server-settings.ts'
import { notAllowed, toldOf, whyDenied } from '../../parts/area/area-words.ts'
import { Meanwhile } from '../../parts/area/Meanwhile.tsx'
import { useSeen } from '../../parts/area/use-seen.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field, LinesField } from '../../ui/Field.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'
import { useTask } from '../../ui/use-task.ts'
import { wordsDifferences } from './settings-words.ts'

/** Why the description can't be changed here; null where it can. */
function whyFixed({ denied, isDescriptionWhole }: ServerSettings): string | null {
  const stop = whyDenied('describe', denied)
  if (stop !== null) return `It stays as it is: ${stop}.`
  return isDescriptionWhole ? null : 'It can’t be shown whole here. Change it in the panel.'
}

type WordsDialogProps = {
  settings: ServerSettings
  /** `onMeanwhile` is told what somebody else made of them since they were read. */
  send: (
    change: { readonly seen: ServerWords; readonly edit: ServerWords },
    onMeanwhile: (now: ServerWords) => void,
  ) => Promise<Result<null>>
  onClose: () => void
}

/** The form for a server's name and description. */
export function WordsDialog({ settings, send, onClose }: WordsDialogProps) {
  const { denied } = settings
  const fixed = whyFixed(settings)
  const { seen, isOld, onMeanwhile, onTaken } = useSeen<ServerWords>({
    name: settings.name,
    description: settings.description,
  })
  const [edit, setEdit] = useState(seen)
  const [isTried, setTried] = useState(false)
  const name = edit.name === seen.name ? seen.name : edit.name.trim()
  const description = edit.description === seen.description ? seen.description : (edit.description?.trim() ?? null)
  const save = useTask(() => send({ seen, edit: { name, description } }, onMeanwhile))
  return (
    <Modal title="Name and description" lead="On the panel, for everybody who uses this server." onClose={onClose}>
      <Form
        isTall
        onSubmit={() => {
          setTried(true)
          if (name !== '') save.start()
        }}
      >
        <Field
          label="Name"
          maxLength={maxServerNameLength}
          readOnly={denied.includes('rename')}
          help={denied.includes('rename') ? `It stays as it is: ${notAllowed}.` : undefined}
          value={edit.name}
          onChange={(event) => setEdit({ ...edit, name: event.target.value })}
          error={isTried && name === '' ? { message: 'Type a name.', hint: '' } : null}
        />
        {edit.description !== null && (
          <LinesField
            label="Description"
            maxLength={maxDescriptionLength}
            readOnly={fixed !== null}
            help={fixed}
            value={edit.description}
            onChange={(event) => setEdit({ ...edit, description: event.target.value })}
          />
        )}
        <FormEnd submit="Save" isDisabled={save.busy} error={save.error && toldOf(save.error)} onCancel={onClose}>
          {isOld && (
            <Meanwhile
              what="server"
              differences={wordsDifferences(seen, edit)}
              onTheirs={() => {
                setEdit(seen)
                onTaken()
              }}
            />
          )}
        </FormEnd>
      </Form>
    </Modal>
  )
}
