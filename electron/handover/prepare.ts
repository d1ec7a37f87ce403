import { type AppError, appError } from '../../shared/errors.ts'
import type { HandedPart, HandoverPreview, PreviewPart } from '../../shared/model/handed.ts'
import { type Handover, handOver, handoverRefusal } from '../../shared/model/handover.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PanelScheduleAct, PanelSchedulesOfServer } from '../../shared/model/panel-schedule.ts'
import type { Schedule } from '../../shared/model/restart.ts'
import { scheduleStepMs } from '../../shared/model/restart-choices.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { PartTime } from './part.ts'

/** What would be written for one server; `stop` says why it can't be. */
export type Prepared = {
  readonly part: HandedPart
  readonly time: PartTime
  readonly zoneMinutes: number | null
  readonly losses: Handover['losses']
  readonly stop: AppError | null
  readonly canDelete: boolean
}

type Sources = {
  /** Reads the panel's schedules of a server. */
  readonly read: (ref: ServerRef) => Promise<Result<PanelSchedulesOfServer>>
  /** The server's name; null for one that is in no list. */
  readonly nameOf: (ref: ServerRef) => string | null
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
  { read, nameOf }: Sources,
  schedule: Schedule,
  zeroAt: number,
): Promise<Result<readonly Prepared[]>> {
  async function one(ref: ServerRef, place: number): Promise<Prepared> {
    const name = nameOf(ref)
    const laterSeconds = (place * scheduleStepMs) / 1_000
    const list = name === null ? fail('unknown-server') : await read(ref)
    const make = (zone: number, later = laterSeconds) => handOver(schedule, name ?? ref, zeroAt, zone, later)
    const zoneMinutes = list.ok ? zoneOf(list.value) : null
    const handover = make(zoneMinutes ?? 0)
    const inTurn = make(0, 0)
    const { edit, tasks, leadSeconds, losses } = handover
    const before = list.ok ? list.value.schedules.map(({ id }) => id) : []
    return {
      part: { ref, name: name ?? ref, edit, tasks: [...tasks], leadSeconds, stage: 'none', panelId: null, before },
      time: { runAt: zeroAt - inTurn.leadSeconds * 1_000, editFor: (zone) => make(zone).edit },
      zoneMinutes,
      losses,
      stop: list.ok ? stopOf(list.value.denied) : list.error,
      canDelete: !list.ok || !list.value.denied.includes('delete'),
    }
  }
  const refusal = handoverRefusal(schedule.choices)
  if (refusal !== null) return fail(refusal)
  return ok(await Promise.all(schedule.refs.map(one)))
}

const previewPart = ({ part, zoneMinutes, stop, canDelete }: Prepared): PreviewPart => ({
  ref: part.ref,
  name: part.name,
  zoneMinutes,
  cron: part.edit.cron,
  stop,
  canDelete,
})

/** The same for the window. */
export function previewOf(prepared: readonly Prepared[], zeroAt: number): HandoverPreview {
  const [first] = prepared
  return {
    zeroAt,
    leadSeconds: first?.part.leadSeconds ?? 0,
    tasks: first?.part.tasks ?? [],
    losses: [...(first?.losses ?? [])],
    parts: prepared.map(previewPart),
  }
}
