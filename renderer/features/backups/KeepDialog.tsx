import { useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { defaultKeepRule, maxKeepDays, maxKeepNewest } from '../../../shared/model/preferences.ts'
import type { KeepRule } from '../../../shared/model/preferences-schema.ts'
import type { Listed } from '../../parts/servers/backup-age.ts'
import { useAppState, useClient, useNow, useServerNames } from '../../state/hooks.ts'
import { Tick } from '../../ui/Choice.tsx'
import controlStyles from '../../ui/controls.module.css'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { orDash, when } from '../../ui/format.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { closing, useTask } from '../../ui/use-task.ts'
import styles from './KeepDialog.module.css'
import { keepRows, previewFor, previewText } from './keep-words.ts'

/** Maximum number of backups that the preview names. */
const maxRows = 30

/** What the rule would do to the backups that there are. */
function Preview({ list, rule }: { list: Listed; rule: KeepRule }) {
  const now = useNow(60_000)
  const plan = previewFor(list, rule, now)
  const rows = keepRows(list, plan, rule)
  const more = rows.length - maxRows
  if (rows.length === 0) return null
  return (
    <section aria-label="What the rule would do">
      <p role="status">{previewText(list, plan, rule)}</p>
      <ul className={styles.rows} data-stack="s2" data-text="small">
        {rows.slice(0, maxRows).map(({ backup, goes, what }) => (
          <li key={backup.id} data-goes={goes || undefined}>
            <span data-cut title={backup.name}>
              {backup.name}
            </span>
            <span>{orDash(backup.createdAt, (at) => when(at, now))}</span>
            <small>{what}</small>
          </li>
        ))}
      </ul>
      {more > 0 && <small>And {more} more.</small>}
    </section>
  )
}

type KeepDialogProps = { serverRef: ServerRef; list: Listed; onClose: () => void }

/** Asks which backups stay where old ones are deleted for new ones; shows what that would do. Deletes nothing. */
export function KeepDialog({ serverRef: ref, list, onClose }: KeepDialogProps) {
  const { call } = useClient().bridge
  const nameOf = useServerNames()
  const former = useAppState(({ preferences }) => preferences.keepRules[ref] ?? null)
  const [rule, setRule] = useState<KeepRule>(former ?? defaultKeepRule)
  const { newest, days } = rule
  const [isOn, setOn] = useState(former !== null)
  const save = useTask(() => closing(call('preferences:setKeepRule', { ref, rule: isOn ? rule : null }), onClose))
  return (
    <FormDialog
      title={`Keep backups of ${nameOf(ref)}`}
      lead={
        rule.daily && isOn
          ? 'Nothing is deleted now. Old backups go once a new one is good and no place is left, and once a day while Servertray is open: first a day from now.'
          : 'Nothing is deleted now. Old backups go only once a new one is good, and no place is left for the next.'
      }
      submit="Save"
      task={save}
      onClose={onClose}
    >
      <Tick label="Delete old backups when no place is left" checked={isOn} onChange={setOn} />
      {isOn && (
        <>
          <div className={controlStyles.sentence}>
            Keep the newest
            <NumberInput
              label="How many of the newest stay"
              min={1}
              max={maxKeepNewest}
              value={newest}
              onChange={(next) => setRule({ ...rule, newest: next })}
            />
            and one a day for
            <NumberInput
              label="For how many days one a day stays"
              min={0}
              max={maxKeepDays}
              value={days}
              onChange={(next) => setRule({ ...rule, days: next })}
            />
            days
          </div>
          <Tick
            label="Also once a day, without a new backup"
            checked={rule.daily === true}
            onChange={(daily) => setRule({ newest, days, ...(daily && { daily }) })}
          />
          <small>Locked ones stay, and so does the newest good one.</small>
          <Preview list={list} rule={rule} />
        </>
      )}
    </FormDialog>
  )
}
