import { backupDaysChoices } from '../../../shared/model/backup-health.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import controlStyles from '../../ui/controls.module.css'
import { count } from '../../ui/format.ts'
import { Setting } from './Setting.tsx'
import { useSave } from './use-save.ts'

/** From which age of its newest good backup a server needs attention. */
export function BackupAge() {
  const { call } = useClient().bridge
  const value = useAppState((state) => state.preferences.backupDays)
  const { error, save } = useSave()
  const choose = (text: string) => {
    const days = backupDaysChoices.find((choice) => String(choice) === text) ?? null
    save(() => call('preferences:set', { backupDays: days }))
  }
  return (
    <Setting
      title="Old backups"
      text="A server needs attention when its newest good backup is older, or its last one failed. With an age chosen, Servertray looks every six hours while it is open; otherwise this is known for a day after you looked."
      error={error}
      control={
        <select
          className={controlStyles.select}
          aria-label="Old backups"
          value={value ?? ''}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">Any age is fine</option>
          {backupDaysChoices.map((days) => (
            <option key={days} value={days}>
              {`Older than ${count(days, 'day')}`}
            </option>
          ))}
        </select>
      }
    />
  )
}
