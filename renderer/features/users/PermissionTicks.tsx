import { mayGive, type PermissionGroup } from '../../../shared/users/permissions.ts'
import { Tick } from '../../ui/Choice.tsx'
import styles from './PermissionTicks.module.css'

type TicksProps = {
  groups: readonly PermissionGroup[]
  held: readonly string[]
  /** What the account may itself; null where the panel does not tell. */
  own: readonly string[] | null
  onChange: (held: string[]) => void
}

/** What a user may, in groups. What the account lacks itself can be taken away, but not given. */
export function PermissionTicks({ groups, held, own, onChange }: TicksProps) {
  const tick = (name: string, on: boolean) => onChange(on ? [...held, name] : held.filter((other) => other !== name))
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <fieldset key={group.name} className={styles.group}>
          <legend>{group.name}</legend>
          {group.permissions.map(({ name, label }) => {
            const isHeld = held.includes(name)
            const isLacked = !mayGive(own, name)
            return (
              <Tick
                key={name}
                label={label}
                note={isLacked ? 'you lack it' : null}
                title={name}
                checked={isHeld}
                disabled={isLacked && !isHeld}
                onChange={(on) => tick(name, on)}
              />
            )
          })}
        </fieldset>
      ))}
    </div>
  )
}
