import { useMemo, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { BackupFirst, useNotBackedUp } from '../../parts/restart/BackupFirst.tsx'
import { ChoicesFields } from '../../parts/restart/ChoicesFields.tsx'
import { choicesProblem, cleanChoices } from '../../parts/restart/choices.ts'
import { PlayersRuleField, useAsksPlayers } from '../../parts/restart/PlayersRule.tsx'
import { backupFirstText, ruleText } from '../../parts/restart/rule-words.ts'
import { chipsOf } from '../../parts/restart/warnings.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Dialogs.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'
import { focusInvalid } from '../../ui/focus.ts'
import { closing, useTask } from '../../ui/use-task.ts'
import { Setting } from './Setting.tsx'
import styles from './setting.module.css'

/** Which servers cannot be backed up is told where some of them are restarted. */
const noneOfThem = [] as const

function DefaultsForm({ onClose }: { onClose: () => void }) {
  const { call } = useClient().bridge
  const all = useAppState((state) => state.preferences.restart.all)
  const [choices, setChoices] = useState(all)
  const servers = useAppState((state) => state.servers)
  const list = useMemo(() => Object.values(servers), [servers])
  const hasPlayers = useAsksPlayers(list)
  const canBackUp = useNotBackedUp(list).length < list.length
  const [isTried, setTried] = useState(false)
  const problem = choicesProblem(choices)
  const save = useTask(() =>
    closing(call('preferences:setRestart', { ref: null, choices: cleanChoices(choices) }), onClose),
  )
  return (
    <Modal title="Restart with warning" lead="For every server without warnings of its own." onClose={onClose}>
      <Form
        isTall
        onSubmit={(form) => {
          setTried(true)
          if (!focusInvalid(form) && problem === null) save.start()
        }}
      >
        {(hasPlayers || all.players.rule !== 'any') && (
          <PlayersRuleField
            rule={choices.players}
            onRule={(players) => setChoices((before) => ({ ...before, players }))}
            wait={null}
          />
        )}
        <ChoicesFields
          choices={choices}
          onChange={setChoices}
          leadSeconds={null}
          serverName="Survival"
          problem={isTried ? problem : null}
        />
        <BackupFirst
          servers={list}
          not={noneOfThem}
          isPossible={canBackUp || all.backupFirst !== 'no'}
          choice={choices.backupFirst}
          onChoice={(backupFirst) => setChoices((before) => ({ ...before, backupFirst }))}
        />
        <FormEnd submit="Save" isDisabled={save.busy} error={save.error} onCancel={onClose} />
      </Form>
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
  const rules = [ruleText(all.players, null), backupFirstText(all.backupFirst)].filter((rule) => rule !== null)
  return (
    <Setting
      title="Restart with warning"
      text={
        <>
          <code>{all.text}</code> {warnings.length === 0 ? 'Without warnings.' : `At ${warnings.join(', ')}.`}
          {rules.map((rule) => ` ${rule}.`)}
        </>
      }
      control={<Button onClick={() => setEditing(true)}>Change…</Button>}
    >
      {refs.length > 0 && (
        <ul className={styles.list} aria-label="Servers with their own warnings">
          {refs.map((ref) => (
            <li key={ref}>
              <span>
                {servers[ref]?.name ?? ref} <small>has its own warnings</small>
              </span>
              <Button
                aria-label={`Use these for ${servers[ref]?.name ?? ref}`}
                onClick={() => void run(() => bridge.call('preferences:setRestart', { ref, choices: null }))}
              >
                Use these
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isEditing && <DefaultsForm onClose={() => setEditing(false)} />}
    </Setting>
  )
}
