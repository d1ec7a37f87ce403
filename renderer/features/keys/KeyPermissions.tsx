import { useState } from 'react'
import {
  isAll,
  type Permission,
  permissions,
  permissionText,
  readOnlyPermissions,
  ticked,
} from '../../../shared/keys/permission.ts'
import { useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import fieldStyles from '../../ui/Field.module.css'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import visually from '../../ui/visually.module.css'
import styles from './KeyPermissions.module.css'
import { isReadOnly } from './permission-words.ts'
import { type KeyDialogProps, useCall } from './use-call.ts'

/** The form in which the owner says what a key may do: the panel's nine boxes with their shortcuts, or unknown. */
export function KeyPermissions({ keyView, onClose, finalFocus }: KeyDialogProps) {
  const { bridge } = useClient()
  const [held, setHeld] = useState<readonly Permission[] | null>(keyView.declared)
  const call = useCall(onClose)
  const shortcuts = [
    { name: 'All', value: permissions, on: held !== null && isAll(held) },
    { name: 'Read only', value: readOnlyPermissions, on: held !== null && isReadOnly(held) },
    { name: 'Unknown', value: null, on: held === null },
  ] as const
  const save = () =>
    call.run(() => bridge.call('keys:setPermissions', { keyId: keyView.id, permissions: held && [...held] }))
  return (
    <Modal
      title={`What ${keyView.label} may do`}
      lead="Tick what this key has on the panel, so that Servertray offers only what can work. Nothing changes on the panel."
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <Form
        onSubmit={() => {
          if (!call.busy) void save()
        }}
      >
        <fieldset className={styles.shortcuts}>
          <legend className={visually.hidden}>Shortcuts</legend>
          {shortcuts.map(({ name, value, on }) => (
            <Button key={name} aria-pressed={on} onClick={() => setHeld(value)}>
              {name}
            </Button>
          ))}
        </fieldset>
        <fieldset className={styles.boxes}>
          <legend className={visually.hidden}>Permissions</legend>
          {permissions.map((permission) => (
            <label key={permission} title={permissionText[permission].allows}>
              <input
                type="checkbox"
                checked={held?.includes(permission) ?? false}
                onChange={(event) => setHeld(ticked(held ?? [], permission, event.target.checked))}
              />
              {permissionText[permission].name}
            </label>
          ))}
        </fieldset>
        <p className={fieldStyles.help}>
          {held === null
            ? 'Unknown: every action is offered, and Servertray remembers what worked for a day.'
            : 'If the panel disagrees, Servertray believes the panel.'}
        </p>
        {call.error && <Notice tone="bad" message={call.error.message} hint={call.error.hint} />}
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="go" aria-disabled={call.busy}>
            Save
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
