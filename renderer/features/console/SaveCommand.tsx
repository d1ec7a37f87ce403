import { useState } from 'react'
import { maxCommandLength } from '../../../shared/model/command-length.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { closing, useTask } from '../../ui/use-task.ts'
import styles from './SaveCommand.module.css'

type SaveCommandProps = { server: ServerView; command: string; onClose: () => void }

/** The dialog that saves a command, for one server or for all. */
export function SaveCommand({ server, command, onClose }: SaveCommandProps) {
  const { call } = useClient().bridge
  const [text, setText] = useState(command)
  const [forAll, setForAll] = useState(false)
  const save = useTask(() =>
    closing(call('commands:save', { ref: forAll ? null : server.ref, text: text.trim() }), onClose),
  )
  return (
    <Modal title="Save a command" onClose={onClose}>
      <Form
        onSubmit={() => {
          if (text.trim() !== '') save.start()
        }}
      >
        <Field
          label="Command"
          mono
          maxLength={maxCommandLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={save.error}
          help="A word in braces is asked for each time, as in kick {player}."
        />
        <fieldset className={styles.choices}>
          <legend>For</legend>
          <label>
            <input type="radio" name="for" checked={!forAll} onChange={() => setForAll(false)} />
            <span>{server.name}</span>
          </label>
          <label>
            <input type="radio" name="for" checked={forAll} onChange={() => setForAll(true)} />
            <span>all servers</span>
          </label>
        </fieldset>
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="go" disabled={text.trim() === ''} aria-disabled={save.busy}>
            Save
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
