import { commandFor, commandsOf } from '../../../shared/model/players.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { savedFor } from '../../parts/commands/completion.ts'
import { useAppState } from '../../state/hooks.ts'
import { MenuButton, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import styles from './PlayerName.module.css'

type PlayerNameProps = {
  name: string
  server: ServerView
  /** Puts a command into the console's field, for the person to read and send. */
  onCommand: (text: string) => void
}

/** A player's name with the commands for one player: the game's own, and saved ones with `{player}` in them. */
export function PlayerName({ name, server, onCommand }: PlayerNameProps) {
  const game = useAppState((state) => state.players[server.ref]?.game ?? null)
  const saved = useAppState((state) => state.preferences.savedCommands)
  const known = commandsOf(game?.id)
  const own = savedFor(saved, server.ref).filter(({ text }) => text.includes('{player}'))
  const items: readonly (readonly [label: string, template: string])[] = [
    ...(known?.message ? [['Message…', known.message] as const] : []),
    ...(known?.kick ? [['Kick…', known.kick] as const] : []),
  ]
  const choices = items.length + own.length
  const item = (label: string, template: string, key: string) => {
    const command = commandFor(template, name)
    return (
      <MenuItem
        key={key}
        reason={command === null ? 'not with this name' : null}
        onClick={() => command !== null && onCommand(command)}
      >
        {label}
      </MenuItem>
    )
  }
  return (
    <li className={styles.player}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      {choices > 0 && (
        <MenuButton icon="more" label={`Commands for ${name}`}>
          {items.map(([label, template]) => item(label, template, label))}
          {items.length > 0 && own.length > 0 && <MenuLine />}
          {own.map(({ id, text }) => item(commandFor(text, name) ?? text, text, id))}
        </MenuButton>
      )}
    </li>
  )
}
