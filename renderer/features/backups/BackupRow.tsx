import type { Backup } from '../../../shared/backups/contract.ts'
import { RowMenu } from '../../parts/area/RowMenu.tsx'
import { bytes, orDash, when } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { menuAct } from '../../ui/menu-acts.ts'
import { Progress } from '../../ui/Progress.tsx'
import styles from './BackupRow.module.css'
import { type RowChoices, stateText } from './backup-words.ts'

type BackupRowProps = {
  backup: Backup
  choices: RowChoices
  /** That the panel refused a change lately; another try may work. */
  note: string | null
  /** Its panel can change names. */
  hasNames: boolean
  now: number
  on: Readonly<Record<keyof RowChoices, (backup: Backup) => void>>
}

const toneOf = { pending: undefined, good: undefined, failed: 'bad', unknown: 'busy' } as const

/** No panel tells how far a backup is: only that it is made. */
function Making({ name, words }: { name: string; words: string }) {
  return (
    <span className={styles.making} data-flex="s2">
      <Progress label={`${name} is being made`} max={null} value={0} />
      {words}
    </span>
  )
}

/** One backup: its name, what it has come to, its size and age, and what can be done with it. */
export function BackupRow({ backup, choices, note, hasNames, now, on }: BackupRowProps) {
  const { name, state, isLocked, createdAt } = backup
  const item = (act: keyof RowChoices, label: string) => ({
    ...menuAct(label, choices[act], () => on[act](backup)),
    note: act === 'download' ? null : note,
  })
  return (
    <tr>
      <th scope="row">
        <span data-flex="s2">
          <span data-cut title={name}>
            {name}
          </span>
          {isLocked && <Icon name="lock" />}
        </span>
      </th>
      <td data-tone={toneOf[state]}>
        {state === 'pending' ? <Making name={name} words={stateText(backup, now)} /> : stateText(backup, now)}
      </td>
      <td>{orDash(backup.bytes, bytes)}</td>
      <td>{orDash(createdAt, (at) => when(at, now))}</td>
      <td>
        <RowMenu
          name={name}
          groups={[
            [
              item('download', 'Download…'),
              item('restore', 'Restore…'),
              item('lock', isLocked ? 'Unlock' : 'Lock'),
              ...(hasNames ? [item('rename', 'Rename…')] : []),
            ],
            [{ ...item('remove', 'Delete…'), bad: true }],
          ]}
        />
      </td>
    </tr>
  )
}

/** A backup that the panel does not have yet. */
export function ComingRow({ name, words }: { name: string; words: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Making name={name} words={words} />
      </td>
      <td>–</td>
      <td>now</td>
      <td />
    </tr>
  )
}
