import { useState } from 'react'
import type { SavedCommand } from '../../../shared/model/preferences-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { savedFor } from '../../parts/commands/completion.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { MenuButton, MenuGroup, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import { SaveCommand } from './SaveCommand.tsx'
import styles from './SavedCommands.module.css'

type SavedCommandsProps = {
  server: ServerView
  /** The typed text. */
  text: string
  onChoose: (command: string) => void
  /** Clears the history of sent commands; null where it is empty. */
  onForget: (() => void) | null
}

function Items({ saved, onChoose }: { saved: readonly SavedCommand[]; onChoose: (command: string) => void }) {
  return saved.map(({ id, text }) => (
    <MenuItem key={id} onClick={() => onChoose(text)}>
      <span className={styles.command}>{text}</span>
    </MenuItem>
  ))
}

function RemoveCommands({ saved, onClose }: { saved: readonly SavedCommand[]; onClose: () => void }) {
  const { bridge, run } = useClient()
  return (
    <Modal title="Saved commands" onClose={onClose}>
      {saved.length === 0 && <p className={dialogStyles.lead}>None are left.</p>}
      <ul className={styles.list}>
        {saved.map(({ id, ref, text }) => (
          <li key={id}>
            <code>{text}</code>
            {ref === null && <small>all servers</small>}
            <Button aria-label={`Remove ${text}`} onClick={() => void run(() => bridge.call('commands:drop', { id }))}>
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
  const [dialog, setDialog] = useState<'save' | 'remove' | null>(null)
  const saved = savedFor(all, server.ref)
  const [own, shared] = [saved.filter(({ ref }) => ref !== null), saved.filter(({ ref }) => ref === null)]
  const close = () => setDialog(null)
  return (
    <>
      <MenuButton icon="saved" label="Saved commands">
        {own.length > 0 && (
          <MenuGroup label={`For ${server.name}`}>
            <Items saved={own} onChoose={onChoose} />
          </MenuGroup>
        )}
        {shared.length > 0 && (
          <MenuGroup label="For all servers">
            <Items saved={shared} onChoose={onChoose} />
          </MenuGroup>
        )}
        {saved.length > 0 && <MenuLine />}
        <MenuItem onClick={() => setDialog('save')}>
          {text.trim() === '' ? 'Save a command…' : 'Save this command…'}
        </MenuItem>
        {saved.length > 0 && <MenuItem onClick={() => setDialog('remove')}>Remove saved commands…</MenuItem>}
        {onForget && <MenuItem onClick={onForget}>Forget the history</MenuItem>}
      </MenuButton>
      {dialog === 'save' && <SaveCommand server={server} command={text.trim()} onClose={close} />}
      {dialog === 'remove' && <RemoveCommands saved={saved} onClose={close} />}
    </>
  )
}
