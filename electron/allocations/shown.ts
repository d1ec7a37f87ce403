import type { AllocationReach, ServerAllocation } from '../../shared/allocations/contract.ts'
import { withPort } from '../../shared/model/host-port.ts'
import { hostOf, isInside, literalOf } from '../network/host-text.ts'
import type { PanelAllocation } from './panel.ts'

/** Who can join at a literal address; a name may lead anywhere, but for the one of a machine itself. */
function reachOf(host: string): AllocationReach {
  const address = literalOf(host)
  if (address === null) return host === 'localhost' || host.endsWith('.localhost') ? 'machine' : 'open'
  const range = address.range()
  if (range === 'unspecified') return 'all-interfaces'
  if (range === 'loopback') return 'machine'
  return isInside(address) ? 'private' : 'open'
}

/**
 * An address as the window shows it (the panel's API, part 2, *Network*): its alias where that is a host name, else the
 * IP address at which the machine listens. `0.0.0.0` does not tell how to get there, so the machine's own name is a
 * guess.
 * @param machine the name or address of the server's machine, as it is given for file transfers; null where untold
 */
export function shownAllocation(allocation: PanelAllocation, machine: string | null): ServerAllocation {
  const { id, ip, alias, port, notes, isPrimary } = allocation
  const named = hostOf(alias ?? '')
  const host = named ?? literalOf(ip)?.toString() ?? ip
  const reach = reachOf(host)
  const guess = reach === 'all-interfaces' ? hostOf(machine ?? '') : null
  const own = named === null || named === ip ? null : ip
  return {
    id,
    address: withPort(host, port),
    reach,
    beside: named === null ? alias : own,
    guess: guess !== null && reachOf(guess) === 'open' ? withPort(guess, port) : null,
    notes,
    isPrimary,
  }
}
