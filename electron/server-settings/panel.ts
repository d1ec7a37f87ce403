import { z } from 'zod'
import type { AppError } from '../../shared/error-schema.ts'
import { asChange, type Change } from '../../shared/model/change.ts'
import { withPort } from '../../shared/model/host-port.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Installation, PanelLimit, ServerWords } from '../../shared/server-settings/contract.ts'
import { maxDescriptionLength } from '../../shared/server-settings/server-settings.ts'
import type { AtServer } from '../panel/at-server.ts'
import { count, editableOf, line, numberSchema, objectOrEmpty, port, readOne } from '../panel/entry.ts'
import { allocationsOf } from '../panel/game-details.ts'
import { readServerFacts } from '../panel/server-facts.ts'
import { holdsHidden } from '../panel/token-echo.ts'
import type { JsonBody } from '../panel/transport.ts'

const MiB = 1_024 ** 2
const longest = { node: 100, image: 300, host: 253, threads: 100, uuid: 64 } as const

const installations: ReadonlyMap<unknown, Installation> = new Map([
  ['installing', 'installing'],
  ['install_failed', 'install-failed'],
  ['reinstall_failed', 'reinstall-failed'],
])

/** A size or a share, of which 0 is no limit. */
function limitOf(limit: number | null, unit = 1): PanelLimit {
  if (limit === null || limit < 0) return limit === -1 ? 'unlimited' : null
  return limit === 0 ? 'unlimited' : limit * unit
}
const size = numberSchema.transform((raw) => limitOf(raw, MiB))
/** Of swap 0 is none at all, and -1 no limit (the panel's API, *GET {base_url}*). */
const swap = numberSchema.transform((raw) => (raw === 0 ? 0 : limitOf(raw, MiB)))
/** How many of something a server may have; nothing told by a panel that sets no limit, or has none of it. */
const most = count.nullable().catch(null)

const text = (max: number) => line(max).nullable().catch(null)
const shownName = line(255).catch('Unnamed server')
const description = z
  .string()
  .nullable()
  .transform((raw): { text: string | null; isWhole: boolean } => editableOf(raw ?? '', maxDescriptionLength))
  .catch({ text: null, isWhole: true })
const sftp = z
  .object({ alias: text(longest.host), ip: text(longest.host), port })
  .transform(({ alias, ip, port }) => {
    const host = alias ?? ip
    return host === null ? null : withPort(host, port)
  })
  .nullable()
  .catch(null)

/** Where players connect. */
function addressOf(relationships: unknown): string | null {
  const first = allocationsOf(relationships)[0]
  return first === undefined ? null : withPort(first.alias ?? first.ip, first.port)
}

/** A server by its attributes (the panel's API, *GET /servers/{id}*). */
const entry = z
  .object({
    name: z.string().min(1),
    description,
    status: z.unknown().optional(),
    is_installing: z.unknown().optional(),
    limits: objectOrEmpty(
      z.object({
        memory: size,
        swap,
        disk: size,
        cpu: numberSchema.transform((raw) => limitOf(raw)),
        threads: text(longest.threads),
      }),
    ),
    feature_limits: objectOrEmpty(z.object({ databases: most, backups: most, allocations: most })),
    node: text(longest.node),
    relationships: z.unknown().optional().transform(addressOf),
    sftp_details: sftp,
    docker_image: text(longest.image),
    uuid: text(longest.uuid),
  })
  .transform(({ limits, ...fields }) => ({
    /** The name just as it came, never shown: an update that keeps it sends it back. */
    rawName: fields.name,
    name: shownName.parse(fields.name),
    description: fields.description.text,
    isDescriptionWhole: fields.description.isWhole,
    installation: installations.get(fields.status) ?? (fields.is_installing === true ? 'installing' : 'none'),
    limits: {
      memoryBytes: limits.memory,
      swapBytes: limits.swap,
      diskBytes: limits.disk,
      cpuPercent: limits.cpu,
      threads: limits.threads,
      ...fields.feature_limits,
    },
    place: {
      node: fields.node,
      address: fields.relationships,
      sftp: fields.sftp_details,
      image: fields.docker_image,
      uuid: fields.uuid,
    },
  }))
const readEntry = readOne(entry)

/** Reads what a panel tells of a server's settings, and of who asks; null for anything else. */
export function readSettingsAnswer(answer: unknown) {
  const settings = readEntry(answer)
  const facts = readServerFacts(answer)
  if (settings === null || facts === null) return null
  const { isOwner, permissions, convertsText: isPelican } = facts
  // Pelican changes a description with a call of its own.
  return { ...settings, describesApart: isPelican, isOwner, permissions }
}
export type SettingsReading = NonNullable<ReturnType<typeof readSettingsAnswer>>

/** A description in which the token was hidden must not be sent back. */
export const asShown = (settings: SettingsReading): SettingsReading => ({
  ...settings,
  isDescriptionWhole: settings.isDescriptionWhole && !holdsHidden(settings.description ?? ''),
})

/** The settings of a server (the panel's API, part 2, *Settings*). */
export async function readSettings(server: AtServer): Promise<Result<SettingsReading>> {
  const read = await server.read('server', '', readSettingsAnswer)
  return read.ok ? ok(asShown(read.value)) : read
}

/**
 * The failure of a rename after the description was changed. It is not told as a missing permission alone, since half
 * of the work is done.
 */
function halfChanged(error: AppError): AppError {
  const code = error.code === 'permission-lacking' ? 'panel-refused' : error.code
  const message = error.mayHaveActed
    ? 'The description was changed. It is not known whether the name was.'
    : 'The description was changed, but the name was not.'
  return { ...error, code, message, hint: 'Try again to change the name.' }
}

const partOnly = {
  message: 'The app can’t show this description as a whole, so nothing was saved.',
  hint: 'Change it in the panel.',
}

const rename = (server: AtServer, body: JsonBody, kept: JsonBody = {}) =>
  server.act('settings-rename', '/settings/rename', { kept, body })

/**
 * Sends what was changed; the rest stays as it came.
 * @param server the same, whose acts do not go out any more after a sleep of the computer
 */
async function write(
  given: AtServer,
  server: AtServer,
  known: SettingsReading,
  edit: ServerWords,
): Promise<Result<void>> {
  const { name, description } = edit
  const isRenamed = name !== known.name
  if (description === null || description === known.description) return isRenamed ? rename(server, { name }) : ok()
  // On one kind of panel both go with one call, which wants a name.
  if (!known.describesApart) return rename(server, { ...(isRenamed && { name }), description }, { name: known.rawName })
  // The description goes first: it may be refused to everybody.
  const described = await server.act('settings-description', '/settings/description', { body: { description } })
  if (!described.ok || !isRenamed) return described
  // With a time of its own, so that not only half of the work is done.
  const renamed = await rename(given, { name })
  return renamed.ok ? renamed : fail(halfChanged(renamed.error))
}

/**
 * Changes name and description, never sent twice. Both are read right before, and nothing is sent where one is neither
 * what the person looked at (`seen`) nor what they want. Errors: `description-fixed`; `state-changed`, where nothing was
 * sent, for a description of which the app shows only a part.
 */
export async function updateSettings(
  given: AtServer,
  { seen, edit }: { readonly seen: ServerWords; readonly edit: ServerWords },
): Promise<Result<Change<ServerWords>>> {
  const server = given.inTime()
  const read = await readSettings(server)
  if (!read.ok) return read
  const known = read.value
  // A value that already matches is our own earlier save, whose answer was lost or which was only half done.
  const isOthers = (what: keyof ServerWords) => known[what] !== seen[what] && known[what] !== edit[what]
  if (isOthers('name') || isOthers('description'))
    return ok({ meanwhile: { name: known.name, description: known.description } })
  if (!known.isDescriptionWhole && edit.description !== known.description) return fail('state-changed', partOnly)
  return asChange(await write(given, server, known, edit))
}

/** Has the server reinstalled, once: a success says only that it was begun. It is stopped first, and killed after 10 s. */
export const reinstall = (server: AtServer) => server.act('settings-reinstall', '/settings/reinstall')
