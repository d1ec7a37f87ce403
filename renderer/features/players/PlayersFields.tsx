import { useState } from 'react'
import { maxCommandLength } from '../../../shared/model/console.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { choiceOf } from '../../../shared/model/players.ts'
import { frozenRestart, idleMinutes, idleStopFor } from '../../../shared/model/restart.ts'
import type { IdleStop } from '../../../shared/model/restart-schema.ts'
import { commandOf } from '../../parts/commands/command-text.ts'
import type { Save } from '../../parts/use-save.ts'
import { useAppState } from '../../state/hooks.ts'
import { Select, type SelectProps, Tick } from '../../ui/Choice.tsx'
import controlStyles from '../../ui/controls.module.css'
import { Field } from '../../ui/Field.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import styles from './players.module.css'

/** One choice for a server's players, kept as it is made. */
export function PlayersChoice<T extends string | number | boolean | null>(choice: SelectProps<T>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the choice is a control
    <label className={styles.choice} data-stack="s3">
      <span>{choice.label}</span>
      <Select {...choice} />
    </label>
  )
}

type FieldProps = {
  serverRef: ServerRef
  /** Whether the server's game is asked, without which nobody knows that it is empty, or hangs. */
  isAsked: boolean
  save: Save
}

type WarningProps = { warn: NonNullable<IdleStop['warn']>; onSave: (warn: IdleStop['warn']) => void }

/** What is said at the console before the stop; saved when the field is left. */
function Warning({ warn, onSave }: WarningProps) {
  const [text, setText] = useState(warn.text)
  const command = commandOf(text)
  const isEmpty = command === ''
  return (
    <Field
      label={`Players read ${warn.seconds} s before`}
      mono
      maxLength={maxCommandLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => !isEmpty && command !== warn.text && onSave({ ...warn, text: command })}
      error={isEmpty ? { message: 'Type the console command that warns players.', hint: '' } : null}
    />
  )
}

/** Whether a server stops when nobody was on for a while, and what is said before. */
export function IdleStopField({ serverRef: ref, isAsked, save }: FieldProps) {
  const stop = useAppState(({ preferences }) => preferences.idleStops.find((one) => one.ref === ref) ?? null)
  const game = useAppState(
    ({ preferences, players }) => choiceOf(preferences.players, ref).game ?? players[ref]?.game?.id ?? null,
  )
  const beginning = idleStopFor(game)
  const { minutes, warn } = stop ?? beginning
  const [typed, setTyped] = useState<number | null>(null)
  const set = (next: Omit<IdleStop, 'ref'> | null) => save('preferences:setIdleStop', { ref, stop: next })
  /** Saved when the field is left, so that no part of a number is. */
  const saveTyped = () => {
    if (typed !== null && typed !== minutes) set({ minutes: typed, warn })
    setTyped(null)
  }
  return (
    <div className={styles.idle} data-stack="s2" data-edge="top">
      <div className={controlStyles.sentence}>
        <Tick
          label="Stop the server when nobody was on for"
          checked={stop !== null}
          onChange={(on) => set(on ? beginning : null)}
        />
        {stop === null ? (
          `${minutes} min`
        ) : (
          <>
            <NumberInput
              label="Minutes until an empty server stops"
              min={idleMinutes.least}
              max={idleMinutes.most}
              value={typed ?? minutes}
              onChange={setTyped}
              onLeave={saveTyped}
            />
            min
          </>
        )}
      </div>
      {stop !== null && (
        <>
          <Tick
            label="Say so before"
            checked={warn !== null}
            onChange={(on) => set({ minutes, warn: on ? beginning.warn : null })}
          />
          {warn !== null && <Warning key={warn.text} warn={warn} onSave={(next) => set({ minutes, warn: next })} />}
          <small>
            {isAsked
              ? 'While it is not known who is on, it does not stop.'
              : 'It does not stop while its game is not asked: allow that above.'}
          </small>
        </>
      )}
    </div>
  )
}

const { leadMinutes, mostADay } = frozenRestart

/** What is done where a server runs and its game does not answer any more. */
export function FrozenField({ serverRef: ref, isAsked, save }: FieldProps) {
  const restarts = useAppState(({ preferences }) => preferences.frozenRestarts.includes(ref))
  return (
    <div className={styles.idle} data-stack="s2" data-edge="top">
      <PlayersChoice
        label="When its game stops answering"
        value={restarts}
        options={[
          [false, 'Only tell me'],
          [true, 'Restart it, with a warning'],
        ]}
        onChange={(chosen) => save('preferences:setFrozenRestart', { ref, restarts: chosen })}
      />
      {restarts && (
        <small>
          {isAsked
            ? `After 10 min without an answer it restarts in ${leadMinutes} min, which you can cancel. At most ${mostADay} times a day, and not where this computer or the panel may be the cause.`
            : 'It is not restarted while its game is not asked: allow that above.'}
        </small>
      )}
    </div>
  )
}
