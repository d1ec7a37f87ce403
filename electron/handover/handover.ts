import type { AppError } from '../../shared/error-schema.ts'
import { panelOf, type ServerRef } from '../../shared/model/identifier.ts'
import type { HandoverPreview } from '../../shared/restarts/handover-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { PanelSchedulesFeature } from '../panel-schedules/feature.ts'
import type { StateStore } from '../state/store.ts'
import { type PreparedPart, prepare, previewOf } from './prepare.ts'
import { type AtPanel, switchOn, writePaused } from './write.ts'

type Deps = {
  store: StateStore
  /** The app's own copies of planned restarts. */
  schedules: {
    setEnabled(id: string, enabled: boolean): Result<void>
    isDue(id: string, withinMs: number): boolean
  }
  panelSchedules: Pick<PanelSchedulesFeature['api'], 'on' | 'read'>
}

/** How long before its next run a planned restart can still be written, in milliseconds: writing takes a while. */
const beginMs = 5 * 60_000
/** The same once all is written. */
const switchMs = 60_000

const isPaused = { message: 'This planned restart is paused.', hint: 'Resume it first.' }

/** What holds after an error, for the person. */
const afterError = {
  nothing: 'It runs here as before. The panel has nothing of it.',
  written: 'It still runs here. What was written stays on the panel, paused: see the server’s Schedules.',
  switched: 'It is paused here. See under the server’s Schedules whether it is switched on there.',
}

/**
 * Writes planned restarts as schedules of their panels. Never do both run one: the app's own copy is paused before the
 * first is switched on there. Nothing is followed or undone after that.
 */
export function createHandover({ store, schedules, panelSchedules }: Deps) {
  const ending = new AbortController()
  const underWay = new Set<string>()

  async function prepared(id: string) {
    const view = store.get().schedules[id]
    if (view === undefined) return fail('unknown-plan')
    const { nextAt: zeroAt } = view
    if (zeroAt === null) return fail('handover-due', isPaused)
    if (schedules.isDue(id, beginMs)) return fail('handover-due')
    const nameOf = (ref: ServerRef) => store.get().servers[ref]?.name ?? null
    const isPelican = (ref: ServerRef) => store.get().panels[panelOf(ref)]?.isPelican ?? false
    const parts = await prepare({ read: panelSchedules.read, nameOf, isPelican }, view, zeroAt)
    return parts.ok ? ok({ zeroAt, parts: parts.value }) : parts
  }

  const at =
    (ref: ServerRef): AtPanel =>
    (call) =>
      ending.signal.aborted
        ? Promise.resolve(fail('cancelled'))
        : panelSchedules.on(ref, (calls, server) => call(calls, server, { signal: ending.signal }))

  /** Writes all of it, paused. After an error its hint says what may be on the panels. */
  async function writeAll(parts: readonly PreparedPart[]) {
    let mayBeThere = false
    const noted =
      (ref: ServerRef): AtPanel =>
      async (call) => {
        const done = await at(ref)(call)
        mayBeThere ||= done.ok || done.error.mayHaveActed === true
        return done
      }
    const written = await each(parts, async (part) => {
      const done = await writePaused(noted(part.ref), part)
      return done.ok ? ok({ ...done.value, ref: part.ref, name: part.name }) : done
    })
    return written.ok ? written : failWith(written.error, mayBeThere ? afterError.written : afterError.nothing)
  }

  function pauseOwn(id: string): Result<void> {
    if (ending.signal.aborted) return fail('cancelled')
    const isOn = store.get().schedules[id]?.enabled === true
    return isOn && !schedules.isDue(id, switchMs) ? schedules.setEnabled(id, false) : fail('handover-due')
  }

  async function write(id: string, parts: readonly PreparedPart[]): Promise<Result<void>> {
    const stop = parts.find((part) => part.stop !== null)?.stop ?? null
    if (stop !== null) return fail(stop)
    const written = await writeAll(parts)
    if (!written.ok) return written
    const off = pauseOwn(id)
    if (!off.ok) return failWith(off.error, afterError.written)
    const on = await each(written.value, (schedule) => switchOn(at(schedule.ref), schedule))
    return on.ok ? ok() : failWith(on.error, afterError.switched)
  }

  return {
    /** What would be written, after a look at the panels. Nothing is changed. */
    async preview(id: string): Promise<Result<HandoverPreview>> {
      const found = await prepared(id)
      return found.ok ? ok(previewOf(found.value.parts, found.value.zeroAt)) : found
    },
    /** Writes it, pauses the app's own copy, and switches it on there. Resolves at its end. */
    async create(id: string): Promise<Result<void>> {
      if (underWay.has(id)) return fail('handover-running')
      underWay.add(id)
      try {
        const found = await prepared(id)
        return found.ok ? await write(id, found.value.parts) : found
      } finally {
        underWay.delete(id)
      }
    },
    isUnderWay: (id: string): boolean => underWay.has(id),
    /** Begins no further call. */
    dispose: () => ending.abort(),
  }
}

/** Does something for each server, one after the other, up to the first that fails. */
async function each<P extends { readonly name: string }, T>(
  parts: readonly P[],
  work: (part: P) => Promise<Result<T>>,
): Promise<Result<readonly T[]>> {
  const all: T[] = []
  for (const part of parts) {
    const done = await work(part)
    if (!done.ok) {
      return parts.length === 1 ? done : fail({ ...done.error, message: `${part.name}: ${done.error.message}` })
    }
    all.push(done.value)
  }
  return ok(all)
}

const failWith = (error: AppError, holds: string): Result<never> => fail({ ...error, hint: `${error.hint} ${holds}` })
