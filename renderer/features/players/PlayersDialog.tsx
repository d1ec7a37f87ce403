import { useShallow } from 'zustand/react/shallow'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { countText, gameText, unknownWords } from '../../../shared/model/player-words.ts'
import { choiceOf, gameIds, gameNames } from '../../../shared/model/players.ts'
import type { PlayersTest } from '../../../shared/model/players-schema.ts'
import { type Save, useSave } from '../../parts/use-save.ts'
import { useAppState, useClient, useServerNames } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import type { DialogProps } from '../../state/view.ts'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import formStyles from '../../ui/form.module.css'
import { Notice } from '../../ui/Notice.tsx'
import { inWords, useTask } from '../../ui/use-task.ts'
import { FrozenField, IdleStopField, PlayersChoice } from './PlayersFields.tsx'
import styles from './players.module.css'

const byName = gameIds.map((id) => [id, gameNames[id]] as const).toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))

/** What came back, in words. */
function testText({ count, unknown, address, tookMs }: PlayersTest): string {
  const from = address === null ? '' : ` from ${address}`
  if (count !== null) return `${countText(count)}${from}, after ${Math.max(1, Math.round(tookMs))} ms.`
  const { why, hint } = unknownWords[unknown ?? 'no-answer']
  return `${address === null ? '' : `Asked ${address}. `}${why} ${hint}`.trim()
}

/** Whether the server's game is asked, which game it is, and at which port. */
function Choices({ serverRef: ref, ofPanel, save }: { serverRef: ServerRef; ofPanel: boolean; save: Save }) {
  const { call } = useClient().bridge
  const { game, port, isAsked } = useAppState(useShallow(({ preferences }) => choiceOf(preferences.players, ref)))
  // What the panel tells of the server's game; null until it is known.
  const { value: guess } = useAsked(
    ['players', ref],
    () => call('players:game', { ref }),
    () => Number.POSITIVE_INFINITY,
  )
  const guessed = guess === null ? 'As guessed' : guess.game === null ? 'Not recognised' : gameText(guess.game)
  const ports = [...new Set([...(guess?.ports ?? []), ...(port === null ? [] : [port])])]
  return (
    <>
      <PlayersChoice
        label="Ask this server’s game"
        value={isAsked}
        options={[
          [null, `As its panel: ${ofPanel ? 'yes' : 'no'}`],
          [true, 'Yes'],
          [false, 'No'],
        ]}
        onChange={(allowed) => save('players:allow', { ref, allowed })}
      />
      <PlayersChoice
        label="Game"
        value={game}
        options={[[null, guessed], ...byName]}
        onChange={(chosen) => save('players:setGame', { ref, game: chosen, port })}
      />
      <PlayersChoice
        label="Port"
        value={port}
        options={[[null, 'As the game has it'], ...ports.map((one) => [one, String(one)] as const)]}
        onChange={(chosen) => save('players:setGame', { ref, game, port: chosen })}
      />
      <small className={styles.help}>Only ports that the panel gave this server can be asked.</small>
    </>
  )
}

/**
 * Which game a server runs and where it is asked for its players; whether it is; and a try; what becomes of it when
 * empty or frozen. Kept as it is chosen.
 */
export function PlayersDialog({ asked: { ref }, onClose }: DialogProps<'players'>) {
  const { call } = useClient().bridge
  const nameOf = useServerNames()
  const players = useAppState((state) => state.preferences.players)
  const panelId = useAppState((state) => state.servers[ref]?.panelId)
  const saving = useSave()
  const test = useTask(() => inWords(call('players:test', { ref }), testText))
  const save: Save = (...request) => {
    test.clear()
    saving.save(...request)
  }
  const ofPanel = panelId !== undefined && players.panels.includes(panelId)
  const isOn = choiceOf(players, ref).isAsked ?? ofPanel
  const error = saving.error ?? test.error
  return (
    <Modal
      title={`Players of ${nameOf(ref)}`}
      lead="The game is asked directly from this computer, past the panel."
      onClose={onClose}
    >
      <div className={`${formStyles.form} ${formStyles.tall}`} data-stack="">
        <Choices serverRef={ref} ofPanel={ofPanel} save={save} />
        <IdleStopField serverRef={ref} isAsked={isOn} save={save} />
        <FrozenField serverRef={ref} isAsked={isOn} save={save} />
        {/* What a try comes to is in sight with its button. */}
        <div>
          <p role="status" className={styles.outcome} data-text="note">
            {test.busy ? 'Asking…' : test.done}
          </p>
          <div role="alert">{error && <Notice tone="bad" message={error.message} hint={error.hint} />}</div>
          <div className={dialogStyles.actions}>
            <Button onClick={onClose}>Close</Button>
            <Button
              look="go"
              aria-disabled={test.busy || !isOn}
              {...(!isOn && { title: 'Allow to ask this game first.' })}
              onClick={() => isOn && test.start()}
            >
              Test
            </Button>
          </div>
        </div>
      </div>
    </Modal>
  )
}
