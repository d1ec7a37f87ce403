import type { ServerSettings, ServerWords } from '../../../shared/server-settings/contract.ts'
import { maxDescriptionLength, maxServerNameLength } from '../../../shared/server-settings/server-settings.ts'
import { notAllowed, whyDenied } from '../../parts/area/area-words.ts'
import { EditDialog, type EditWays, useEdit } from '../../parts/area/EditDialog.tsx'
import { Field, LinesField } from '../../ui/Field.tsx'
import { wordsDifferences } from './settings-words.ts'

/** Why the description can't be changed here; null where it can. */
function whyFixed({ denied, isDescriptionWhole }: ServerSettings): string | null {
  const stop = whyDenied('describe', denied)
  if (stop !== null) return `It stays as it is: ${stop}.`
  return isDescriptionWhole ? null : 'It can’t be shown whole here. Change it in the panel.'
}

const wordsOf = ({ name, description }: ServerWords): ServerWords => ({ name, description })

/** Without the blanks around what was typed; what was not changed stays as it was seen. */
const trimmed = (edit: ServerWords, seen: ServerWords): ServerWords => ({
  name: edit.name === seen.name ? seen.name : edit.name.trim(),
  description: edit.description === seen.description ? seen.description : (edit.description?.trim() ?? null),
})

type WordsDialogProps = EditWays<ServerWords, ServerWords> & { settings: ServerSettings }

/** The form for a server's name and description. */
export function WordsDialog({ settings, ...ways }: WordsDialogProps) {
  const first = wordsOf(settings)
  const form = useEdit({
    ...ways,
    of: first,
    edit: first,
    editOf: wordsOf,
    send: (edit, seen) => ways.send(trimmed(edit, seen), seen),
  })
  const { edit, set } = form
  const isNameFixed = settings.denied.includes('rename')
  const fixed = whyFixed(settings)
  return (
    <EditDialog
      title="Name and description"
      lead="On the panel, for everybody who uses this server."
      what="server"
      form={form}
      submit="Save"
      differences={(seen) => wordsDifferences(seen, edit)}
    >
      <Field
        label="Name"
        maxLength={maxServerNameLength}
        readOnly={isNameFixed}
        help={isNameFixed && `It stays as it is: ${notAllowed}.`}
        value={edit.name}
        onChange={(event) => set({ name: event.target.value })}
        fault={edit.name.trim() === '' ? 'Type a name.' : null}
      />
      {edit.description !== null && (
        <LinesField
          label="Description"
          maxLength={maxDescriptionLength}
          readOnly={fixed !== null}
          help={fixed}
          value={edit.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      )}
    </EditDialog>
  )
}
