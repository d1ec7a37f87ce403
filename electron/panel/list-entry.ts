import { isServerIdentifier } from '../../shared/model/identifier.ts'
import type { Limits, ServerCondition } from '../../shared/model/server-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { type Fields, isObject, isToldByPelican, numberOf } from './entry.ts'
import { gameOfEntry } from './game-details.ts'
import type { ListedServer } from './types.ts'

const conditionByStatus: ReadonlyMap<string, ServerCondition> = new Map([
  ['installing', 'installing'],
  ['install_failed', 'install-failed'],
  // Only where it comes with `is_installing` does it hold the server.
  ['reinstall_failed', 'install-failed'],
  ['restoring_backup', 'restoring'],
])

/**
 * Why the panel refuses every action on a listed server, in the order in which the panel itself decides.
 * A status it is not known to refuse for is left to the panel.
 */
function conditionOfEntry(attributes: Fields): ServerCondition | null {
  const { status } = attributes
  if (attributes.is_suspended === true || status === 'suspended') return 'suspended'
  if (attributes.is_node_under_maintenance === true) return 'maintenance'
  const byStatus = typeof status === 'string' ? conditionByStatus.get(status) : undefined
  if (attributes.is_installing === true) return byStatus ?? 'installing'
  if (byStatus !== undefined && status !== 'reinstall_failed') return byStatus
  return attributes.is_transferring === true ? 'transferring' : null
}

const MiB = 1_024 ** 2

/** The panel writes sizes in MiB and 0 for no limit; swap and unlimited memory may be -1. */
function limitsOfEntry({ limits }: Fields): Limits | null {
  if (!isObject(limits)) return null
  const above = (value: unknown, unit: number) => {
    const number = numberOf(value)
    return number !== null && number > 0 ? number * unit : null
  }
  const { cpu, memory, disk } = limits
  return { cpuPercent: above(cpu, 1), memoryBytes: above(memory, MiB), diskBytes: above(disk, MiB) }
}

/**
 * The fields of an entry: its own and those in `attributes` together, or those under whatever name wraps a server. Fields
 * with both an identifier and a name are preferred.
 */
function fieldsOf(value: Fields): Fields {
  const inner = isObject(value.attributes) ? value.attributes : {}
  if (isWhole(inner)) return inner
  const both = { ...value, ...inner }
  if (isWhole(both)) return both
  if (typeof inner.identifier === 'string') return inner
  return Object.values(value).filter(isObject).find(isWhole) ?? both
}

const isWhole = ({ identifier, name }: Fields) => typeof identifier === 'string' && typeof name === 'string'

/**
 * Reads an entry of a server list; null for what stands for no server.
 * @param key its key in an object of servers, which is its identifier where it tells none itself
 * @returns `isPanelEntry` for one told as panels of the known dialect do, `isPelican` as only one kind of them does
 */
export function readEntry(value: unknown, key: string | null) {
  if (!isObject(value)) return null
  const fields = fieldsOf(value)
  const named = key !== null && typeof fields.name === 'string' ? { identifier: key, ...fields } : fields
  const { identifier, name } = named
  if (typeof identifier !== 'string' || !isServerIdentifier(identifier)) return null
  const isPanelEntry = fields === value.attributes && value.object === 'server'
  const server: ListedServer = {
    identifier,
    name: (typeof name === 'string' && safeText(name)) || identifier,
    condition: isPanelEntry ? conditionOfEntry(named) : null,
    limits: isPanelEntry ? limitsOfEntry(named) : null,
    game: isPanelEntry ? gameOfEntry(fields) : null,
    ...(isPanelEntry && typeof fields.server_owner === 'boolean' && { isOwner: fields.server_owner }),
  }
  return { server, isPanelEntry, isPelican: isPanelEntry && isToldByPelican(fields) }
}
