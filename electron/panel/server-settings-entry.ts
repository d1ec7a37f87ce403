import { withPort } from '../../shared/model/host-port.ts'
import type { Installation, PanelLimit, ServerSettings } from '../../shared/server-settings/contract.ts'
import { maxDescriptionLength } from '../../shared/server-settings/server-settings.ts'
import { attributesOf, countOf, editableOf, type Fields, isObject, lineOf, numberSchema } from './entry.ts'
import { type Allocation, gameOfEntry } from './game-details.ts'
import { readServerFacts, type ServerFacts } from './server-facts.ts'
import type { HideToken } from './token-echo.ts'

/** What a panel tells of a server's settings, and of who asks. */
export type SettingsReading = Omit<ServerSettings, 'denied'> & {
  /** The name just as it came, never shown: an update that keeps it sends it back. */
  readonly rawName: string
  /** True on the kind of panel that changes a description with a call of its own. */
  readonly describesApart: boolean
  /** Whether the account owns the server; null where the panel does not tell. */
  readonly isOwner: boolean | null
  readonly permissions: ServerFacts['permissions']
}

const MiB = 1_024 ** 2
const longest = { node: 100, image: 300, host: 253, threads: 100 } as const

const installations: ReadonlyMap<unknown, Installation> = new Map([
  ['installing', 'installing'],
  ['install_failed', 'install-failed'],
  ['reinstall_failed', 'reinstall-failed'],
])

function installationOf({ status, is_installing: flag }: Fields): Installation {
  return installations.get(status) ?? (flag === true ? 'installing' : 'none')
}

/** A size or a share, of which 0 is no limit. */
function limitOf(value: unknown, unit = 1): PanelLimit {
  const limit = numberSchema.parse(value)
  if (limit === null || limit < 0) return limit === -1 ? 'unlimited' : null
  return limit === 0 ? 'unlimited' : limit * unit
}

/** Of swap 0 is none at all, and -1 no limit (the panel's API, *GET {base_url}*). */
function swapOf(value: unknown): PanelLimit {
  return numberSchema.parse(value) === 0 ? 0 : limitOf(value, MiB)
}

/** How many of something a server may have; nothing told by a panel that sets no limit, or has none of it. */
const mostOf = (limits: unknown, name: string): PanelLimit => (isObject(limits) ? countOf(limits[name]) : null)

function addressOf(allocations: readonly Allocation[]): string | null {
  const first = allocations[0]
  return first === undefined ? null : withPort(first.alias ?? first.ip, first.port)
}

function sftpOf(value: unknown): string | null {
  if (!isObject(value)) return null
  const host = lineOf(value.alias, longest.host) ?? lineOf(value.ip, longest.host)
  const port = countOf(value.port)
  return host === null || port === null || port === 0 || port > 65_535 ? null : withPort(host, port)
}

/** Where it runs, none of it quoting the token. */
function placeOf(fields: Fields, hideToken: HideToken): ServerSettings['place'] {
  const place = {
    node: lineOf(fields.node, longest.node),
    address: addressOf(gameOfEntry(fields)?.allocations ?? []),
    sftp: sftpOf(fields.sftp_details),
    image: lineOf(fields.docker_image, longest.image),
    uuid: lineOf(fields.uuid, 64),
  }
  const hidden = (text: string | null) => text && hideToken(text)
  return {
    node: hidden(place.node),
    address: hidden(place.address),
    sftp: hidden(place.sftp),
    image: hidden(place.image),
    uuid: hidden(place.uuid),
  }
}

/** Reads the answer about one server (the panel's API, *GET /servers/{id}*); null for anything else. */
export function readSettings(answer: unknown, hideToken: HideToken): SettingsReading | null {
  const fields = attributesOf(answer)
  const facts = readServerFacts(answer)
  if (fields === null || facts === null || typeof fields.name !== 'string' || fields.name === '') return null
  const { limits: told, feature_limits: most } = fields
  const limits: Fields = isObject(told) ? told : {}
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {}
  const description = editableOf(fields.description, maxDescriptionLength, hideToken)
  const isDescribed = typeof fields.description === 'string' || fields.description === null
  return {
    rawName: fields.name,
    name: hideToken(lineOf(fields.name, 255) ?? 'Unnamed server'),
    description: isDescribed ? description.text : null,
    isDescriptionWhole: description.isWhole,
    // Only one of the two kinds of panels tells these fields.
    describesApart: 'oom_killer' in limits || (isObject(fields.sftp_details) && 'alias' in fields.sftp_details),
    isOwner: typeof meta.is_server_owner === 'boolean' ? meta.is_server_owner : null,
    permissions: facts.permissions,
    installation: installationOf(fields),
    limits: {
      memoryBytes: limitOf(limits.memory, MiB),
      swapBytes: swapOf(limits.swap),
      diskBytes: limitOf(limits.disk, MiB),
      cpuPercent: limitOf(limits.cpu),
      threads: lineOf(limits.threads, longest.threads),
      databases: mostOf(most, 'databases'),
      backups: mostOf(most, 'backups'),
      allocations: mostOf(most, 'allocations'),
    },
    place: placeOf(fields, hideToken),
  }
}
