import { useMemo, useState } from 'react'
import { signalName } from '../../../shared/model/power.ts'
import { confirmChoices } from '../../../shared/model/preferences.ts'
import type { PreferenceChoices } from '../../../shared/model/preferences-schema.ts'
import { keysOf } from '../../../shared/tables.ts'
import { useNotBackedUp } from '../../parts/restart/BackupFirst.tsx'
import { backupFirstText, cleanChoices, ruleText } from '../../parts/restart/choices.ts'
import { ChoicesFields } from '../../parts/restart/MoreOptions.tsx'
import { chipsOf } from '../../parts/restart/warnings.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Choice.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { closing, useTask } from '../../ui/use-task.ts'
import { Setting, SettingList } from './Setting.tsx'
import styles from './setting.module.css'

function DefaultsForm({ onClose }: { onClose: () => void }) {
  const { call } = useClient().bridge
  const all = useAppState((state) => state.preferences.restart.all)
  const [choices, setChoices] = useState(all)
  const servers = useAppState((state) => state.servers)
  const list = useMemo(() => Object.values(servers), [servers])
  const { canBackUp } = useNotBackedUp(list)
  const save = useTask(() =>
    closing(call('preferences:setRestart', { ref: null, choices: cleanChoices(choices) }), onClose),
  )
  return (
    <FormDialog
      title="Restart with warning"
      lead="For every server without warnings of its own."
      submit="Save"
      task={save}
      onClose={onClose}
    >
      <ChoicesFields
        choices={choices}
        onChange={setChoices}
        serverName="Survival"
        servers={list}
        wait={null}
        // Which servers cannot be backed up is told where some of them are restarted.
        backup={{ not: [], isPossible: canBackUp || all.backupFirst !== 'no' }}
      />
    </FormDialog>
  )
}

/** How restarts with warnings go, for all servers and for those that have their own choices. */
function RestartDefaults() {
  const { send } = useClient()
  const { all, servers: own } = useAppState((state) => state.preferences.restart)
  const servers = useAppState((state) => state.servers)
  const [isEditing, setEditing] = useState(false)
  const refs = keysOf(own)
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
      <SettingList
        label="Servers with their own warnings"
        items={refs.map((ref) => {
          const name = servers[ref]?.name ?? ref
          return {
            key: ref,
            name,
            text: 'has its own warnings',
            action: ['Use these', `Use these for ${name}`],
            onClick: () => send('preferences:setRestart', { ref, choices: null }),
          }
        })}
      />
      {isEditing && <DefaultsForm onClose={() => setEditing(false)} />}
    </Setting>
  )
}

const signals = ['start', 'stop', 'restart'] as const

/** The signals with a choice; a kill has none. */
type ChosenSignal = (typeof signals)[number]

type SignalSettingProps<T> = {
  title: string
  text: string
  /** The label of a signal's field, since several settings have one for each. */
  labelOf: (signalName: string) => string
  values: Readonly<Record<ChosenSignal, T>>
  /** The options for a signal, each with its words. */
  optionsOf: (signal: ChosenSignal) => readonly (readonly [T, string])[]
  /** What is saved once one of the values was changed. */
  choicesOf: (values: Readonly<Record<ChosenSignal, T>>) => PreferenceChoices
}

/** A setting with one choice for each signal. */
function SignalSetting<T extends string | number>(props: SignalSettingProps<T>) {
  const { title, text, labelOf, values, optionsOf, choicesOf } = props
  return (
    <Setting title={title} text={text}>
      {(save) => (
        <div className={styles.limits} data-flex="" data-wrap>
          {signals.map((signal) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the choice is a control
            <label key={signal} data-flex="s2" data-text="note">
              {signalName[signal]}
              <Select
                label={labelOf(signalName[signal])}
                options={optionsOf(signal)}
                value={values[signal]}
                onChange={(value) => save('preferences:set', choicesOf({ ...values, [signal]: value }))}
              />
            </label>
          ))}
        </div>
      )}
    </Setting>
  )
}

const choiceNames = { never: 'Never', players: 'While players are on or not known', ask: 'Always' } as const
const limits = [1, 2, 3, 5, 10, 13, 15, 20, 30, 60, 120] as const

/** How servers are restarted, and what is asked before a signal. */
export function Restarts() {
  const { confirm, stallMinutes } = useAppState((state) => state.preferences)
  return (
    <>
      <RestartDefaults />
      <SignalSetting
        title="Ask first"
        text="In the window, the tray and notifications. How many are on is known only where you allowed to ask the game. A kill always asks."
        labelOf={(name) => `Ask before ${name}`}
        values={confirm}
        optionsOf={(signal) =>
          confirmChoices
            // There are no players on a server that is to be started.
            .filter((choice) => choice !== 'players' || signal !== 'start')
            .map((choice) => [choice, choiceNames[choice]])
        }
        choicesOf={(values) => ({ confirm: { ...values, asked: true } })}
      />
      <SignalSetting
        title="Time limits"
        text="After this long without effect an action counts as stalled. You can then try again, or kill the server."
        labelOf={(name) => `${name} limit`}
        values={stallMinutes}
        optionsOf={(signal) =>
          [...new Set([...limits, stallMinutes[signal]])].sort((a, b) => a - b).map((n) => [n, `${n} min`])
        }
        choicesOf={(values) => ({ stallMinutes: { ...values } })}
      />
    </>
  )
}
