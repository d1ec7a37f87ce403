import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countText, slotsText, sourceText, unknownWords } from '../../../shared/model/player-words.ts'
import { commandFor, commandsOf } from '../../../shared/model/players.ts'
import type { PlayerCount, PlayersView } from '../../../shared/model/players-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { savedFor } from '../../parts/commands/command-text.ts'
import { useAppState, useClient, useNow, useView } from '../../state/hooks.ts'
import { type MenuAct, MenuButton } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { inWords, useTask } from '../../ui/use-task.ts'
import styles from './players.module.css'

/** A count read again so often, in milliseconds, that its age stays true. */
const ageEveryMs = 5_000

type OfServer = {
  server: ServerView
  /** Puts a command into the console's field, for the person to read and send. */
  onCommand: (text: string) => void
}

function Names({ count, server, onCommand }: OfServer & { count: PlayerCount }) {
  if (count.online === 0) return null
  const unnamed = count.online - count.names.length
  if (count.names.length === 0) return <p className={styles.note}>The game tells no names.</p>
  return (
    <>
      <ul className={styles.names} data-scroll aria-label={`Players on ${server.name}`}>
        {count.names.map((name, i) => (
          // Names are whatever a game tells, and may come twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: two players may have one name
          <PlayerName key={`${i} ${name}`} name={name} server={server} onCommand={onCommand} />
        ))}
      </ul>
      {unnamed > 0 && <p className={styles.note}>and {unnamed} more</p>}
    </>
  )
}

/** Sends the game's own list command once, whose answer comes through the console. */
function AskList({ server }: { server: ServerView }) {
  const { call } = useClient().bridge
  const game = useAppState((state) => state.players[server.ref]?.game ?? null)
  const list = commandsOf(game?.id)?.list ?? null
  const ask = useTask(() =>
    inWords(call('players:askList', { ref: server.ref }), () => 'Sent. Its answer stands in the console.'),
  )
  if (list === null) return null
  return (
    <>
      <Button onClick={ask.start} aria-disabled={ask.busy}>
        Ask the server ({list})
      </Button>
      <p role="status" data-text="note" data-tone={ask.error === null ? undefined : 'bad'}>
        {ask.error === null ? ask.done : `${ask.error.message} ${ask.error.hint}`}
      </p>
    </>
  )
}

/** Who is on, where that comes from, and what can be done. */
function Who({ view, server, onCommand, onGame }: OfServer & { view: PlayersView; onGame: () => void }) {
  const { count, unknown } = view
  const now = useNow(ageEveryMs)
  const words = unknown === null ? null : unknownWords[unknown]
  return (
    <>
      <div className={styles.head}>
        <h3>{count === null ? 'Not known' : count.online === 0 ? 'Nobody is on' : countText(count)}</h3>
        {count !== null && <small>{sourceText(count, now)}</small>}
      </div>
      {count !== null && <Names count={count} server={server} onCommand={onCommand} />}
      {words !== null && (
        <p className={styles.note}>
          {words.why} {words.hint}
        </p>
      )}
      <div className={styles.foot} data-stack="s1" data-edge="top">
        <AskList server={server} />
        <Button look="ghost" onClick={onGame}>
          Game and port…
        </Button>
      </div>
    </>
  )
}

/** True where something is to be said of a server's players: it runs, and its game may be asked, or told by itself. */
const isTold = (server: ServerView, view: PlayersView | undefined): view is PlayersView =>
  server.state === 'running' && view !== undefined && (view.count !== null || (view.unknown ?? 'off') !== 'off')

/**
 * How many are on the open server. A press shows who.
 * @param isShort the head has no room for more than the number
 */
export function HeadPlayers({ server, isShort }: { server: ServerView; isShort: boolean }) {
  const client = useClient()
  const view = useAppState((state) => state.players[server.ref])
  const isNarrow = useView((state) => state.isNarrow)
  const [isOpen, setOpen] = useState(false)
  const goesToField = useRef(false)
  if (!isTold(server, view)) return null
  const { count } = view
  const toCommand = (text: string) => {
    goesToField.current = true
    flushSync(() => {
      setOpen(false)
      client.setDraft(server.ref, text)
      client.show(server.ref, { area: 'console' })
    })
  }
  const toGame = () => {
    setOpen(false)
    client.view.setState({ dialog: { kind: 'players', ref: server.ref } })
  }
  const open = (opens: boolean) => {
    goesToField.current = false
    setOpen(opens)
  }
  const field = () =>
    goesToField.current ? document.querySelector<HTMLElement>('[data-pane] input[role="combobox"]') : null
  const words = count === null ? '–' : isNarrow || isShort ? slotsText(count) : countText(count)
  const trigger = (
    <Button look="ghost" className={styles.count} aria-label={`Players: ${count === null ? 'not known' : words}`}>
      <Icon name="players" />
      {words}
    </Button>
  )
  return (
    <Popover label={`Players of ${server.name}`} isOpen={isOpen} onOpen={open} focusAfter={field} trigger={trigger}>
      <Who view={view} server={server} onCommand={toCommand} onGame={toGame} />
    </Popover>
  )
}

/** A player's name with the commands for one player: the game's own, and saved ones with `{player}` in them. */
function PlayerName({ name, server, onCommand }: OfServer & { name: string }) {
  const game = useAppState((state) => state.players[server.ref]?.game ?? null)
  const saved = useAppState((state) => state.preferences.savedCommands)
  const isTyping = useView(({ drafts }) => (drafts[server.ref] ?? '').trim() !== '')
  const known = commandsOf(game?.id)
  const own = savedFor(saved, server.ref).filter(({ text }) => text.includes('{player}'))
  const item = (label: string | null, template: string): MenuAct => {
    const command = commandFor(template, name)
    const why = command === null ? 'not with this name' : isTyping ? 'something else is typed in the console' : null
    return { label: label ?? command ?? template, why, onClick: () => command !== null && onCommand(command) }
  }
  const groups = [
    [...(known?.message ? [item('Message…', known.message)] : []), ...(known?.kick ? [item('Kick…', known.kick)] : [])],
    own.map(({ text }) => item(null, text)),
  ]
  return (
    <li className={styles.player} data-flex="s2" data-hover>
      <span data-fill data-cut title={name}>
        {name}
      </span>
      {groups.flat().length > 0 && <MenuButton icon="more" label={`Commands for ${name}`} groups={groups} />}
    </li>
  )
}
