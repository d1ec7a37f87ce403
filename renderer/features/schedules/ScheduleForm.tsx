import { useId, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { defaultWaitMinutes, scheduleStepMs } from '../../../shared/model/restart.ts'
import type { Schedule, ScheduleView } from '../../../shared/model/restart-schema.ts'
import { systemZone } from '../../../shared/model/time-words.ts'
import { useNotBackedUp } from '../../parts/restart/BackupFirst.tsx'
import { cleanChoices } from '../../parts/restart/choices.ts'
import { ChoicesFields } from '../../parts/restart/MoreOptions.tsx'
import { listServers } from '../../parts/servers/list.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { defaultWish } from '../../state/view.ts'
import { Select, Tick } from '../../ui/Choice.tsx'
import fieldStyles from '../../ui/Field.module.css'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toggled } from '../../ui/picks.ts'
import { closing, useTask } from '../../ui/use-task.ts'
import { WeekDays } from '../../ui/WeekDays.tsx'
import { scheduleProblem } from './schedule-words.ts'
import styles from './schedules.module.css'

type TimeProps = { time: string; zone: string; onChange: (more: { time?: string; timeZone?: string }) => void }

function TimeFields({ time, zone, onChange }: TimeProps) {
  const id = useId()
  const here = systemZone()
  const zones = [...new Set([here, zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <div className={styles.time} data-stack="s3">
      <Field label="Time" type="time" value={time} onChange={(event) => onChange({ time: event.target.value })} />
      <div className={fieldStyles.field} data-stack="s1">
        <label htmlFor={id}>Time zone</label>
        <Select
          id={id}
          label="Time zone"
          options={zones.map((name) => [name, name === here ? `${name} (this computer)` : name])}
          value={zone}
          onChange={(timeZone) => onChange({ timeZone })}
        />
      </div>
    </div>
  )
}

type ScheduleFormProps = {
  schedule: ScheduleView | null
  /** The servers that a new one begins with. */
  chosen?: readonly ServerRef[]
  onClose: () => void
}

/** The form for a new schedule or an existing one. */
export function ScheduleForm({ schedule, chosen = [], onClose }: ScheduleFormProps) {
  const { call } = useClient().bridge
  const common = useAppState((state) => state.preferences.restart.all)
  const servers = useAppState((state) => state.servers)
  const [typed, setTyped] = useState<Omit<Schedule, 'id' | 'enabled'>>(
    schedule ?? {
      refs: [...chosen],
      days: [0, 1, 2, 3, 4, 5, 6],
      time: '03:00',
      timeZone: systemZone(),
      choices: common,
      waitMinutes: defaultWaitMinutes,
    },
  )
  const change = (more: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...more }))
  const { refs, days, time, timeZone, choices, waitMinutes } = typed
  const picked = refs.flatMap((ref) => servers[ref] ?? [])
  const { not, canBackUp } = useNotBackedUp(picked)
  const save = useTask(() => {
    const saving = call('schedules:save', {
      ...(schedule && { id: schedule.id }),
      refs,
      days,
      time,
      timeZone,
      choices: cleanChoices(canBackUp ? choices : { ...choices, backupFirst: 'no' }),
      waitMinutes,
      enabled: schedule?.enabled ?? true,
    })
    return closing(saving, onClose)
  })
  return (
    <FormDialog
      title={schedule === null ? 'Add a planned restart' : 'Edit planned restart'}
      wide
      submit="Save"
      task={save}
      fault={scheduleProblem(typed)}
      onClose={onClose}
    >
      <ServerChecklist picked={refs} onChange={(next) => change({ refs: [...next] })} />
      {refs.length > 1 && <p data-text="faint">They restart {scheduleStepMs / 1_000} s apart.</p>}
      <fieldset data-flex="gap" data-wrap>
        <legend>Days</legend>
        <WeekDays days={days} onChange={(next) => change({ days: next })} />
      </fieldset>
      <TimeFields time={time} zone={timeZone} onChange={change} />
      <ChoicesFields
        choices={choices}
        onChange={(next) => change({ choices: next })}
        serverName={picked[0]?.name ?? 'Survival'}
        servers={picked}
        wait={{ minutes: waitMinutes, onChange: (minutes) => change({ waitMinutes: minutes }) }}
        backup={{ not, isPossible: canBackUp }}
      />
    </FormDialog>
  )
}

type ServerChecklistProps = { picked: readonly ServerRef[]; onChange: (picked: readonly ServerRef[]) => void }

/**
 * Servers to tick, with a search. Ticked servers are listed like the others; those that are in no list, which no search
 * can find, are below.
 */
function ServerChecklist({ picked, onChange }: ServerChecklistProps) {
  const [query, setQuery] = useState('')
  const found = useAppState(useShallow((state) => listServers(state, { ...defaultWish, query }, Date.now())))
  const servers = useAppState((state) => state.servers)
  const panels = useAppState((state) => state.panels)
  const isMany = Object.keys(servers).length > 8
  const [lost] = useState(() => picked.filter((ref) => servers[ref] === undefined))
  const tick = (ref: ServerRef, name = '', note = '') => (
    <Tick
      key={ref}
      label={name}
      text={note}
      checked={picked.includes(ref)}
      onChange={() => onChange(toggled(picked, ref))}
    />
  )
  return (
    <fieldset className={styles.checklist}>
      <legend>Servers</legend>
      <p className={styles.count} data-text="faint">
        {picked.length} selected
      </p>
      {isMany && (
        <input
          type="search"
          className={styles.search}
          aria-label="Search servers to restart"
          placeholder="Search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <div className={styles.items} data-box data-scroll>
        {found.map((ref) => {
          const server = servers[ref]
          return tick(ref, server?.name, server && panels[server.panelId]?.name)
        })}
        {lost.map((ref) => tick(ref, ref, 'not in the list'))}
        {found.length === 0 && <small>No matches for “{query}”</small>}
      </div>
    </fieldset>
  )
}
