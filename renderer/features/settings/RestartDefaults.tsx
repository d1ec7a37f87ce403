import { useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { ChoicesFields } from '../../parts/restart/ChoicesFields.tsx'
import { choicesProblem, cleanChoices } from '../../parts/restart/choices.ts'
import { chipsOf } from '../../parts/restart/warnings.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import dialogStyles from '../../ui/Dialogs.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import { focusInvalid } from '../../ui/focus-invalid.ts'
import formStyles from '../../ui/form.module.css'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import { closing, useTask } from '../../ui/use-task.ts'
import taskStyles from './task.module.css'

function Form({ onClose }: { onClose: () => void }) {
  const { call } = useClient().bridge
  const all = useAppState((state) => state.preferences.restart.all)
  const [choices, setChoices] = useState(all)
  const [isTried, setTried] = useState(false)
  const problem = choicesProblem(choices)
  const save = useTask(() =>
    closing(call['preferences:setRestart']({ ref: null, choices: cleanChoices(choices) }), onClose),
  )
  return (
    <Modal title="Restarts with warning" lead="For every server that has no choices of its own." onClose={onClose}>
      <form
        className={formStyles.tall}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!focusInvalid(event.currentTarget) && problem === null) save.start()
        }}
      >
        <ChoicesFields
          choices={choices}
          onChange={setChoices}
          leadSeconds={null}
          serverName="Survival"
          problem={isTried ? problem : null}
        />
        <div role="alert">
          {save.error && <Notice tone="bad" message={save.error.message} hint={save.error.hint} />}
        </div>
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="go" aria-disabled={save.busy}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** How restarts with warnings go, for all servers and for those that have their own choices. */
export function RestartDefaults() {
  const { bridge, run } = useClient()
  const { all, servers: own } = useAppState((state) => state.preferences.restart)
  const servers = useAppState((state) => state.servers)
  const [isEditing, setEditing] = useState(false)
  const refs = Object.keys(own) as ServerRef[]
  const warnings = chipsOf(all.warnings).map(({ label }) => label)
  return (
    <li className={`${pageStyles.card} ${taskStyles.task}`}>
      <div>
        <h2>Restarts with warning</h2>
        <p>
          <code>{all.text}</code>
        </p>
        <p>{warnings.length === 0 ? 'Without warnings.' : `At ${warnings.join(', ')}.`}</p>
      </div>
      <Button onClick={() => setEditing(true)}>Change…</Button>
      {refs.length > 0 && (
        <ul className={taskStyles.own} aria-label="Servers with choices of their own">
          {refs.map((ref) => (
            <li key={ref}>
              <span>{servers[ref]?.name ?? ref}</span>
              <small>has its own</small>
              <Button
                aria-label={`Use these for ${servers[ref]?.name ?? ref}`}
                onClick={() => void run(() => bridge.call['preferences:setRestart']({ ref, choices: null }))}
              >
                Use these
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isEditing && <Form onClose={() => setEditing(false)} />}
    </li>
  )
}
