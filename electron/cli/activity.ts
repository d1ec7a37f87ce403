import type { ActivityActor, PanelActivityLine } from '../../shared/model/panel-activity.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/types.ts'
import { lineOf } from '../panel-activity/sentence.ts'
import type { Target } from './action.ts'
import type { ActivityCommand } from './activity-args.ts'
import { type ExitCode, exitCodes, formatJson, formatTable } from './format.ts'
import { patientCall, report, type Session } from './session.ts'

/** The most that a panel gives of one page. */
const perPage = 100
/** A panel that gives fewer of each page than it was asked for is not followed for ever. */
const maxPages = 40

const who = (actor: ActivityActor): string => {
  if (actor.kind === 'nobody') return '–'
  return actor.isKey ? `${actor.name} (API key)` : actor.name
}

/** The newest lines, page by page, as few pages as the limit needs. */
async function newest(
  client: PanelClient,
  { identifier, limit }: ActivityCommand,
  call: CallOptions,
): Promise<Result<readonly PanelActivityLine[]>> {
  const lines = new Map<string, PanelActivityLine>()
  for (let page = 1; ; page += 1) {
    const read = await client.readActivity(identifier, { page, perPage: Math.min(perPage, limit), filter: null }, call)
    if (!read.ok) return read
    // What was done meanwhile moves the pages, so a line may come twice.
    for (const event of read.value.events) lines.set(event.id, lineOf(event))
    const isOver = page >= Math.min(read.value.totalPages, maxPages) || read.value.events.length === 0
    if (isOver || lines.size >= limit) return ok([...lines.values()].slice(0, limit))
  }
}

function listOf(lines: readonly PanelActivityLine[], json: boolean): string {
  const timeOf = ({ at }: PanelActivityLine) => new Date(at).toISOString()
  if (json) {
    return formatJson(
      lines.map((line) => {
        const { id, event, text, actor } = line
        const by = actor.kind === 'nobody' ? null : actor.name
        return { id, at: timeOf(line), event, text, by, byKey: actor.kind === 'account' && actor.isKey }
      }),
    )
  }
  const cells = lines.map((line) => [timeOf(line), line.text, who(line.actor)])
  return formatTable(['TIME', 'WHAT', 'BY'], cells, 'No activity.\n')
}

/** Tells what the panel knows was done to a server. Addresses, commands and values are left out, as in the window. */
export async function runActivity(session: Session, command: ActivityCommand, { access }: Target): Promise<ExitCode> {
  const { stdout, stderr, options } = session
  const lines = await newest(access.client, command, patientCall(session))
  if (!lines.ok) return report(stderr, lines.error, options.json)
  stdout.write(listOf(lines.value, options.json))
  return exitCodes.done
}
