import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import type { Bridge } from '../../../shared/ipc/contract.ts'
import { defaultStaggerMs } from '../../../shared/model/bulk-summary.ts'
import type { RestartChoices } from '../../../shared/model/restart.ts'
import { restartChoicesFor } from '../../../shared/model/restart-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import type { Result } from '../../../shared/result.ts'
import { leftOut } from '../../parts/bulk/eligibility.ts'
import { LeftOut } from '../../parts/bulk/LeftOut.tsx'
import { Pace } from '../../parts/bulk/Pace.tsx'
import { ChoicesFields } from '../../parts/restart/ChoicesFields.tsx'
import { choicesProblem, cleanChoices, sameChoices } from '../../parts/restart/choices.ts'
import { type When, zeroAt } from '../../parts/restart/when.ts'
import { useAppState, useClient, useSecond, useServerNames } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import controlStyles from '../../ui/controls.module.css'
import dialogStyles from '../../ui/Dialogs.module.css'
import { focusInvalid } from '../../ui/focus-invalid.ts'
import formStyles from '../../ui/form.module.css'
import { count } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { closing, useTask } from '../../ui/use-task.ts'
import styles from './RestartForm.module.css'
import { WhenField } from './WhenField.tsx'

type Keep = 'once' | 'server' | 'all'

type RestartFormProps = {
  /** One, or several in turn. */
  servers: readonly ServerView[]
  /** Why it cannot be restarted now. */
  stop: string | null
  onClose: () => void
}

type KeepFieldProps = {
  /** The server for which the choices can be saved; null for several. */
  name: string | null
  keep: Keep
  onChange: (keep: Keep) => void
}

function KeepField({ name, keep, onChange }: KeepFieldProps) {
  return (
    <label className={styles.keep}>
      Use these choices
      <select className={controlStyles.select} value={keep} onChange={(event) => onChange(event.target.value as Keep)}>
        <option value="once">this time</option>
        {name !== null && <option value="server">for {name} from now on</option>}
        <option value="all">for all servers from now on</option>
      </select>
    </label>
  )
}

const wordsOf = ({ message, hint }: AppError) => ({ message, hint })

const nothingToSave = { ok: true, value: undefined } as const

type Order = {
  isOne: boolean
  able: readonly ServerView[]
  choices: RestartChoices
  when: When
  stagger: number | null
}

/** Plans the restart of one server, or of several in turn. */
function order(call: Bridge['call'], { isOne, able, choices, when, stagger }: Order): Promise<Result<{ id: string }>> {
  const refs = able.map(({ ref }) => ref)
  const [ref] = refs
  const inSeconds = when.kind === 'in' ? when.minutes * 60 : 0
  if (!isOne || ref === undefined)
    return call['bulk:start']({ work: { kind: 'restart', choices, inSeconds }, refs, staggerMs: stagger })
  const at = zeroAt(when, Date.now()) ?? 0
  return call['restart:plan']({ ref, choices, when: when.kind === 'in' ? { inSeconds } : { at } })
}

export function RestartForm({ servers, stop, onClose }: RestartFormProps) {
  const { call } = useClient().bridge
  const [first] = servers
  const isOne = servers.length === 1
  const kept = useAppState((state) =>
    isOne && first ? restartChoicesFor(state, first.ref) : state.preferences.restart.all,
  )
  const state = useAppState((whole) => whole)
  const nameOf = useServerNames()
  const { able, out } = isOne
    ? { able: servers, out: [] }
    : leftOut(state, servers, 'restart-warning', Date.now(), nameOf)
  const [choices, setChoices] = useState(kept)
  const [when, setWhen] = useState<When>({ kind: 'in', minutes: 5 })
  const [keep, setKeep] = useState<Keep>('once')
  const [stagger, setStagger] = useState<number | null>(defaultStaggerMs)
  const [isTried, setTried] = useState(false)
  const now = useSecond(when.kind === 'at')
  const zero = zeroAt(when, now)
  const leadSeconds = when.kind === 'in' ? when.minutes * 60 : zero === null ? null : Math.floor((zero - now) / 1_000)
  const problem = choicesProblem(choices)
  const isChanged = !sameChoices(choices, kept)
  const isStopped = stop !== null || able.length === 0

  const start = useTask(async () => {
    const clean = cleanChoices(choices)
    const ref = keep === 'server' && first ? first.ref : null
    const saved =
      isChanged && keep !== 'once' ? await call['preferences:setRestart']({ ref, choices: clean }) : nothingToSave
    return saved.ok ? closing(order(call, { isOne, able, choices: clean, when, stagger }), onClose) : saved
  })

  return (
    <form
      className={formStyles.tall}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (focusInvalid(event.currentTarget)) return
        if (problem === null && zero !== null && !isStopped) start.start()
      }}
    >
      <WhenField when={when} onChange={setWhen} now={now} hasClock={isOne} />
      <ChoicesFields
        choices={choices}
        onChange={setChoices}
        leadSeconds={leadSeconds}
        serverName={first?.name ?? ''}
        problem={isTried ? problem : null}
      />
      {!isOne && <Pace value={stagger} onChange={setStagger} />}
      {isChanged && <KeepField name={isOne && first ? nameOf(first.ref) : null} keep={keep} onChange={setKeep} />}
      <LeftOut out={out} />
      <div role="alert">{start.error && <Notice tone="bad" {...wordsOf(start.error)} />}</div>
      <div className={dialogStyles.actions}>
        {stop !== null && <p className={dialogStyles.stop}>Not now: {stop}</p>}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="go" aria-disabled={isStopped || start.busy}>
          {isOne ? 'Start countdown' : `Restart ${count(able.length, 'server')}`}
        </Button>
      </div>
    </form>
  )
}
