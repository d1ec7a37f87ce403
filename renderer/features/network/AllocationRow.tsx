import type { ServerAllocation } from '../../../shared/network/contract.ts'
import { AreaLines } from '../../parts/area/AreaRows.tsx'
import { useCopy } from '../../parts/use-copy.ts'
import { MenuButton, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './AllocationRow.module.css'
import { belowText, type Listed, whyNotAllocation } from './network-words.ts'

type RowProps = {
  allocation: ServerAllocation
  list: Listed
  /** What the panel does with the server that keeps it from changes; null for nothing. */
  held: string | null
  /** The field of its note. */
  children: React.ReactNode
  onAsk: (kind: 'primary' | 'remove', allocation: ServerAllocation) => void
}

/** One address of a server: what it is, its note, and what can be done about it. */
export function AllocationRow({ allocation, list, held, children, onAsk }: RowProps) {
  const copy = useCopy()
  const { address, guess, isPrimary } = allocation
  const below = belowText(allocation)
  // Where the address has no room, it is cut before the port.
  const portAt = address.lastIndexOf(':')
  return (
    <tr>
      <th scope="row">
        <span className={styles.address}>
          <AreaLines>
            <bdi title={address}>
              <span>{address.slice(0, portAt)}</span>
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
        <MenuButton icon="more" label={`More for ${address}`}>
          {guess !== null && <MenuItem onClick={() => copy('Address', guess)}>Copy {guess}</MenuItem>}
          <MenuItem
            reason={whyNotAllocation(allocation, 'primary', list, held)}
            onClick={() => onAsk('primary', allocation)}
          >
            Make it primary…
          </MenuItem>
          <MenuLine />
          <MenuItem
            bad
            reason={whyNotAllocation(allocation, 'remove', list, held)}
            onClick={() => onAsk('remove', allocation)}
          >
            Remove…
          </MenuItem>
        </MenuButton>
      </td>
    </tr>
  )
}
