import { useState } from 'react'
import { maxBackupNameLength } from '../../../shared/backups/backups.ts'
import type { Backup } from '../../../shared/backups/contract.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useClient } from '../../state/hooks.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'
import { closing, useTask } from '../../ui/use-task.ts'

type RenameBackupProps = { serverRef: ServerRef; backup: Backup; onDone: () => void; onClose: () => void }

/** Asks for another name. */
export function RenameBackup({ serverRef: ref, backup, onDone, onClose }: RenameBackupProps) {
  const { call } = useClient().bridge
  const [typed, setTyped] = useState(backup.name)
  const name = typed.trim()
  const save = useTask(() => closing(call('backups:rename', { ref, id: backup.id, name }), onDone))
  const submit = () => {
    if (name === backup.name) onClose()
    else if (name !== '') save.start()
  }
  return (
    <Modal title="Rename the backup" onClose={onClose}>
      <Form onSubmit={submit}>
        <Field
          label="Name"
          maxLength={maxBackupNameLength}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={name === '' ? { message: 'Type a name.', hint: '' } : save.error}
        />
        <FormEnd submit="Rename" isDisabled={name === '' || save.busy} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
