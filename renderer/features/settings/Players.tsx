import { gameNames } from '../../../shared/model/players.ts'
import type { PlayersOfServer } from '../../../shared/model/players-schema.ts'
import { useAppState, useClient, useServerNames } from '../../state/hooks.ts'
import { Toggle } from '../../ui/Choice.tsx'
import { Setting, SettingList } from './Setting.tsx'

/** What a person chose for one server: `Asked · Rust · port 28015`. */
const choiceText = ({ isAsked, game, port }: PlayersOfServer): string =>
  [
    isAsked === null ? null : isAsked ? 'Asked' : 'Not asked',
    game === null ? null : gameNames[game],
    port === null ? null : `port ${port}`,
  ]
    .filter((part) => part !== null)
    .join(' · ')

function OwnChoices() {
  const { view } = useClient()
  const chosen = useAppState(({ preferences }) => preferences.players.servers)
  const servers = useAppState((state) => state.servers)
  const nameOf = useServerNames()
  const here = chosen.filter(({ ref }) => servers[ref] !== undefined)
  return (
    <Setting
      title="Servers with choices of their own"
      text={here.length === 0 ? 'None. A server’s own menu has Players…' : 'They come before those of their panels.'}
    >
      <SettingList
        label="Servers with choices of their own"
        items={here.map((one) => ({
          key: one.ref,
          name: nameOf(one.ref),
          text: choiceText(one),
          action: ['Change…', `Change the choices for ${nameOf(one.ref)}`],
          onClick: () => view.setState({ dialog: { kind: 'players', ref: one.ref } }),
        }))}
      />
    </Setting>
  )
}

/** Whose games are asked how many are on, past their panels. */
export function Players() {
  const panels = useAppState((state) => state.panels)
  const asked = useAppState(({ preferences }) => preferences.players.panels)
  return (
    <>
      <Setting
        title="Ask games how many are on"
        text="Panels do not know. Servertray asks the game of each running server directly from this computer, about once a minute, past the panel. Its host sees this computer’s address, as it does when you play. Where a proxy is set, no game is asked."
      />
      {Object.values(panels).map(({ id, name }) => (
        <Setting
          key={id}
          title={name}
          text={
            asked.includes(id)
              ? 'The games of its running servers are asked how many are on.'
              : 'Its games are not asked.'
          }
          control={(save) => (
            <Toggle
              label={`Ask the games of ${name}`}
              isOn={asked.includes(id)}
              onChange={(allowed) => save('players:allow', { panelId: id, allowed })}
            />
          )}
        />
      ))}
      <OwnChoices />
    </>
  )
}
