import { useState } from 'react'
import type { PanelId } from '../../../shared/model/identifier.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import type { DialogProps } from '../../state/view.ts'
import { Tick } from '../../ui/Choice.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import styles from './players.module.css'

/** The one question before games are asked past their panels; a no is kept as well. */
export function PlayersConsent({ onClose }: DialogProps<'players-consent'>) {
  const client = useClient()
  const panels = useAppState((state) => state.panels)
  const all = Object.values(panels)
  const [left, setLeft] = useState<readonly PanelId[]>([])
  const chosen = all.filter(({ id }) => !left.includes(id))
  const yes = () => {
    onClose()
    for (const { id } of chosen) client.send('players:allow', { panelId: id, allowed: true })
  }
  const no = () => {
    onClose()
    client.send('players:answer')
  }
  return (
    <Question
      title="Show how many players are on?"
      text="Servertray then asks each running game directly from this computer, past its panel, about once a minute. Its host sees this computer’s address, as it does when you play."
      yes="Ask the games"
      no="Not now"
      look="go"
      onYes={yes}
      onClose={no}
      {...(chosen.length === 0 && { stop: 'Choose a panel.' })}
    >
      {all.length > 1 && (
        <fieldset className={styles.panels} data-stack="s2" data-scroll>
          <legend>Servers of</legend>
          {all.map(({ id, name }) => (
            <Tick
              key={id}
              label={name}
              checked={!left.includes(id)}
              onChange={(on) => setLeft(on ? left.filter((other) => other !== id) : [...left, id])}
            />
          ))}
        </fieldset>
      )}
      <small>Where a proxy is set, no game is asked. You can change this in Settings, Players.</small>
    </Question>
  )
}
