import { useState } from 'react'
import { maxCommandLength } from '../../../shared/model/console.ts'
import type { SavedCommand } from '../../../shared/model/preferences-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { savedFor } from '../../parts/commands/command-text.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { MenuButton, type MenuGroup } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { Tick } from '../../ui/Choice.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useDialog } from '../../ui/use-dialog.ts'
import { closing, useTask } from '../../ui/use-task.ts'
import styles from './ConsoleInput.module.css'

type SavedCommandsProps = {
  server: ServerView
  /** The typed text. */
  text: string
  onChoose: (command: string) => void
  /** Clears the history of sent commands; null where it is empty. */
  onForget: (() => void) | null
}

function RemoveCommands({ saved, onClose }: { saved: readonly SavedCommand[]; onClose: () => void }) {
  const { send } = useClient()
  return (
    <Modal title="Saved commands" onClose={onClose}>
      {saved.length === 0 && <p className={dialogStyles.lead}>None are left.</p>}
      <ul data-stack="s1">
        {saved.map(({ id, ref, text }) => (
          <li key={id} data-flex="s3">
            <code data-cut data-fill>
              {text}
            </code>
            {ref === null && <small>all servers</small>}
            <Button aria-label={`Remove ${text}`} onClick={() => send('commands:drop', { id })}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** The saved commands for a server and for all, to choose, add and remove. */
export function SavedCommands({ server, text, onChoose, onForget }: SavedCommandsProps) {
  const all = useAppState((state) => state.preferences.savedCommands)
  const dialog = useDialog<[readonly SavedCommand[]]>()
  const saved = savedFor(all, server.ref)
  const commands = (some: readonly SavedCommand[]) =>
    some.map((command) => ({ label: command.text, isCode: true as const, onClick: () => onChoose(command.text) }))
  const save = () => dialog.open((close) => <SaveCommand server={server} command={text.trim()} onClose={close} />)
  const remove = () => dialog.open((close, left) => <RemoveCommands saved={left} onClose={close} />)
  const groups: readonly MenuGroup[] = [
    { heading: `For ${server.name}`, acts: commands(saved.filter(({ ref }) => ref !== null)) },
    { heading: 'For all servers', acts: commands(saved.filter(({ ref }) => ref === null)) },
    [
      { label: text.trim() === '' ? 'Save a command…' : 'Save this command…', onClick: save },
      ...(saved.length > 0 ? [{ label: 'Remove saved commands…', onClick: remove }] : []),
      ...(onForget ? [{ label: 'Forget the history', onClick: onForget }] : []),
    ],
  ]
  return (
    <>
      <MenuButton icon="saved" label="Saved commands" groups={groups} />
      {dialog.drawn(saved)}
    </>
  )
}

type SaveCommandProps = { server: ServerView; command: string; onClose: () => void }

/** The dialog that saves a command, for one server or for all. */
function SaveCommand({ server, command, onClose }: SaveCommandProps) {
  const { call } = useClient().bridge
  const [text, setText] = useState(command)
  const [forAll, setForAll] = useState(false)
  const save = useTask(() =>
    closing(call('commands:save', { ref: forAll ? null : server.ref, text: text.trim() }), onClose),
  )
  return (
    <FormDialog
      title="Save a command"
      submit="Save"
      isReady={text.trim() !== ''}
      task={save}
      error={null}
      onClose={onClose}
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
      <fieldset className={styles.choices} data-flex="" data-wrap>
        <legend>For</legend>
        <Tick type="radio" name="for" label={server.name} checked={!forAll} onChange={() => setForAll(false)} />
        <Tick type="radio" name="for" label="all servers" checked={forAll} onChange={() => setForAll(true)} />
      </fieldset>
    </FormDialog>
  )
}
