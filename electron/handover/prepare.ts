import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PanelScheduleAct, PanelSchedulesOfServer } from '../../shared/model/panel-schedule.ts'
import { scheduleStepMs } from '../../shared/model/restart.ts'
import type { Schedule } from '../../shared/model/restart-schema.ts'
import { type Handover, handOver, handoverRefusal } from '../../shared/restarts/handover.ts'
import type { HandoverPreview, PreviewPart } from '../../shared/restarts/handover-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { ScheduleToWrite } from './write.ts'

/** What would be written for one server. */
export type PreparedPart = ScheduleToWrite & Pick<Handover, 'leadSeconds' | 'losses'> & PreviewPart

type Sources = {
  /** Reads the panel's schedules of a server. */
  readonly read: (ref: ServerRef) => Promise<Result<PanelSchedulesOfServer>>
  /** The server's name; null for one that is in no list. */
  readonly nameOf: (ref: ServerRef) => string | null
  readonly isPelican: (ref: ServerRef) => boolean
}

const denied = (what: string) =>
  appError('permission-lacking', {
    message: `The panel doesn’t let this account ${what} schedules of this server.`,
    hint: 'Ask the server’s owner for it.',
  })

/** Why a panel's schedules can't be written by what it told; null where they can. */
function stopOf(acts: readonly PanelScheduleAct[]): AppError | null {
  if (acts.includes('create')) return denied('make')
  return acts.includes('update') ? denied('change') : null
}

/** The clock of a panel, as any schedule of it tells; null where none does. */
const zoneOf = ({ schedules }: PanelSchedulesOfServer): number | null =>
  schedules.find(({ zoneMinutes }) => zoneMinutes !== null)?.zoneMinutes ?? null

/**
 * Looks at the panels of a planned restart, and says what is to be written for each server, in the order of their turns.
 * Errors: `handover-needs-players`, `handover-needs-backup`.
 * @param zeroAt its next restart, in unix milliseconds
 */
export async function prepare(
  { read, nameOf, isPelican }: Sources,
  schedule: Schedule,
  zeroAt: number,
): Promise<Result<readonly PreparedPart[]>> {
  async function one(ref: ServerRef, place: number): Promise<PreparedPart> {
    const name = nameOf(ref)
    const laterSeconds = (place * scheduleStepMs) / 1_000
    const list = name === null ? fail('unknown-server') : await read(ref)
    const make = (zone: number, later = laterSeconds) =>
      handOver(schedule, name ?? ref, zeroAt, zone, later, isPelican(ref))
    const zoneMinutes = list.ok ? zoneOf(list.value) : null
    const { edit, tasks, leadSeconds, losses } = make(zoneMinutes ?? 0)
    return {
      ref,
      name: name ?? ref,
      cron: edit.cron,
      tasks,
      leadSeconds,
      losses,
      zoneMinutes,
      runAt: zeroAt - make(0, 0).leadSeconds * 1_000,
      editFor: (zone) => make(zone).edit,
      stop: list.ok ? stopOf(list.value.denied) : list.error,
      canDelete: !list.ok || !list.value.denied.includes('delete'),
    }
  }
  const refusal = handoverRefusal(schedule.choices)
  if (refusal !== null) return fail(refusal)
  return ok(await Promise.all(schedule.refs.map(one)))
}

/** The same for the window. */
export function previewOf(parts: readonly PreparedPart[], zeroAt: number): HandoverPreview {
  const [first] = parts
  return {
    zeroAt,
    leadSeconds: first?.leadSeconds ?? 0,
    tasks: [...(first?.tasks ?? [])],
    // They differ at most by the kind of panel.
    losses: [...new Map(parts.flatMap(({ losses }) => losses.map((loss) => [loss.kind, loss]))).values()],
    parts: parts.map(({ ref, name, zoneMinutes, cron, stop, canDelete }) => ({
      ref,
      name,
      zoneMinutes,
      cron,
      stop,
      canDelete,
    })),
  }
}
