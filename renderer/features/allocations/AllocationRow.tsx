import type { ServerAllocation } from '../../../shared/allocations/contract.ts'
import { AreaLines } from '../../parts/area/AreaRows.tsx'
import { RowMenu } from '../../parts/area/RowMenu.tsx'
import { useCopy } from '../../parts/copy.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { badAct, menuAct } from '../../ui/menu-acts.ts'
import styles from './AllocationRow.module.css'
import { belowText, type Listed, whyNotAllocation } from './network-words.ts'

type RowProps = {
  allocation: ServerAllocation
  list: Listed
  /** Why nothing can be changed, in a few words; null where it can. */
  lacks: string | null
  /** The field of its note. */
  children: React.ReactNode
  onPrimary: (allocation: ServerAllocation) => void
  onRemove: (allocation: ServerAllocation) => void
}

/** One address of a server: what it is, its note, and what can be done about it. */
export function AllocationRow({ allocation, list, lacks, children, onPrimary, onRemove }: RowProps) {
  const copy = useCopy()
  const { address, guess, isPrimary } = allocation
  const below = belowText(allocation)
  const why = (act: 'primary' | 'remove') => whyNotAllocation(allocation, act, list, lacks)
  // Where the address has no room, it is cut before the port.
  const portAt = address.lastIndexOf(':')
  return (
    <tr>
      <th scope="row">
        <span className={styles.address} data-flex="s1">
          <AreaLines>
            <bdi data-flex="" title={address}>
              <span data-cut>{address.slice(0, portAt)}</span>
              {address.slice(portAt)}
              {isPrimary && <Icon name="star" />}
            </bdi>
            {below !== null && <small title={below}>{below}</small>}
          </AreaLines>
          <Button look="ghost" aria-label={`Copy ${address}`} onClick={() => copy('Address', address)}>
            Copy
          </Button>
        </span>
      </th>
      <td>{children}</td>
      <td>
        <RowMenu
          name={address}
          groups={[
            [
              ...(guess === null ? [] : [menuAct(`Copy ${guess}`, null, () => copy('Address', guess))]),
              menuAct('Make it primary…', why('primary'), () => onPrimary(allocation)),
            ],
            [badAct('Remove…', why('remove'), () => onRemove(allocation))],
          ]}
        />
      </td>
    </tr>
  )
}
