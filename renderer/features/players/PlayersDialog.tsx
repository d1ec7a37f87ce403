import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { countText, gameNames, gameText, unknownWords } from '../../../shared/model/player-words.ts'
import { choiceOf, gameIds } from '../../../shared/model/players.ts'
import type { PlayersTest } from '../../../shared/model/players-schema.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useAppState, useClient, useServerNames } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import formStyles from '../../ui/form.module.css'
import { Notice } from '../../ui/Notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { FrozenField, IdleStopField, PlayersChoice } from './PlayersFields.tsx'
import styles from './players.module.css'

const byName = [...gameIds].sort((a, b) => gameNames[a].localeCompare(gameNames[b], 'en'))

/** What came back, in words. */
function testText({ count, unknown, address, tookMs }: PlayersTest): string {
  const from = address === null ? '' : ` from ${address}`
  if (count !== null) return `${countText(count)}${from}, after ${Math.max(1, Math.round(tookMs))} ms.`
  const { why, hint } = unknownWords[unknown ?? 'no-answer']
  return `${address === null ? '' : `Asked ${address}. `}${why} ${hint}`.trim()
}

type ChoicesProps = { serverRef: ServerRef; ofPanel: boolean; onSave: (saving: () => Promise<Result<void>>) => void }

/** Whether the server's game is asked, which game it is, and at which port. */
function Choices({ serverRef: ref, ofPanel, onSave }: ChoicesProps) {
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
        value={isAsked === null ? 'panel' : isAsked ? 'yes' : 'no'}
        options={[
          ['panel', `As its panel: ${ofPanel ? 'yes' : 'no'}`],
          ['yes', 'Yes'],
          ['no', 'No'],
        ]}
        onChoose={(value) =>
          onSave(() => call('players:allow', { ref, allowed: value === 'panel' ? null : value === 'yes' }))
        }
      />
      <PlayersChoice
        label="Game"
        value={game ?? ''}
        options={[['', guessed], ...byName.map((id) => [id, gameNames[id]] as const)]}
        onChoose={(value) =>
          onSave(() => call('players:setGame', { ref, game: gameIds.find((id) => id === value) ?? null, port }))
        }
      />
      <PlayersChoice
        label="Port"
        value={port === null ? '' : String(port)}
        options={[['', 'As the game has it'], ...ports.map((one) => [String(one), String(one)] as const)]}
        onChoose={(value) =>
          onSave(() => call('players:setGame', { ref, game, port: value === '' ? null : Number(value) }))
        }
      />
      <p className={styles.help}>Only ports that the panel gave this server can be asked.</p>
    </>
  )
}

/**
 * Which game a server runs and where it is asked for its players; whether it is; and a try; what becomes of it when
 * empty or frozen. Kept as it is chosen.
 */
export function PlayersDialog({ serverRef: ref, onClose }: { serverRef: ServerRef; onClose: () => void }) {
  const { call } = useClient().bridge
  const nameOf = useServerNames()
  const players = useAppState((state) => state.preferences.players)
  const panelId = useAppState((state) => state.servers[ref]?.panelId)
  const [saveError, setSaveError] = useState<AppError | null>(null)
  const test = useTask(async () => {
    const tried = await call('players:test', { ref })
    return tried.ok ? { ok: true, value: testText(tried.value) } : tried
  })
  const save = async (saving: () => Promise<Result<void>>) => {
    test.clear()
    const saved = await attempt(saving)
    setSaveError(saved.ok ? null : saved.error)
  }
  const ofPanel = panelId !== undefined && players.panels.includes(panelId)
  const isOn = choiceOf(players, ref).isAsked ?? ofPanel
  const error = saveError ?? test.error
  return (
    <Modal
      title={`Players of ${nameOf(ref)}`}
      lead="The game is asked directly from this computer, past the panel."
      onClose={onClose}
    >
      <div className={formStyles.tall}>
        <Choices serverRef={ref} ofPanel={ofPanel} onSave={(saving) => void save(saving)} />
        <IdleStopField serverRef={ref} isAsked={isOn} onSave={(saving) => void save(saving)} />
        <FrozenField serverRef={ref} isAsked={isOn} onSave={(saving) => void save(saving)} />
        {/* What a try comes to is in sight with its button. */}
        <div>
          <p role="status" className={styles.playersDialogTold}>
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
