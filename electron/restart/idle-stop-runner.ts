import type { ServerRef } from '../../shared/model/identifier.ts'
import { hasEnded, warningText } from '../../shared/model/restart.ts'
import type { IdleStop } from '../../shared/model/restart-schema.ts'
import type { Commands } from '../console/commands.ts'
import { type Clock, steadyOf } from '../lib/clock.ts'
import { type Moment, momentOf } from '../lib/instant.ts'
import { createLookLoop } from '../lib/look-loop.ts'
import type { Power } from '../servers/power.ts'
import type { StateStore } from '../state/store.ts'
import { emptyMs, isJustTold, isStillAhead } from './crowd.ts'
import { createCrowds, type WatchPlayers } from './crowds.ts'
import { afterFailure, type IdleCourse, idleStep, notIdle } from './idle-stop.ts'
import { graceMs } from './plan.ts'

/** While one is announced, it is looked at this often, in milliseconds. */
const napMs = 1_000

type Deps = {
  store: StateStore
  clock: Clock
  power: Pick<Power, 'send'>
  commands: Pick<Commands, 'send'>
  watchPlayers: WatchPlayers
}

/** Stops servers on which nobody was for as long as a person chose. */
export function createIdleStops(deps: Deps): { dispose(): void } {
  const { store, clock, power, commands } = deps
  const crowds = createCrowds(deps)
  const courses = new Map<ServerRef, IdleCourse>()
  let cancelNap = () => {}

  /** Those whose server runs, with no restart planned and nothing on its way. */
  function open(): readonly IdleStop[] {
    const { preferences, servers, plans } = store.get()
    const busy = new Set(Object.values(plans).flatMap((plan) => (hasEnded(plan) ? [] : [plan.ref])))
    return preferences.idleStops.filter(({ ref }) => servers[ref]?.state === 'running' && !busy.has(ref))
  }

  async function stop(ref: ServerRef, notAfter: number): Promise<void> {
    const sent = await power.send(ref, 'stop', 'schedule', { isAutomatic: true, notAfter })
    const course = courses.get(ref)
    if (!sent.ok && course !== undefined) courses.set(ref, afterFailure(course, sent.error, clock.mono()))
  }

  function carryOut({ ref, warn }: IdleStop, order: 'warn' | 'stop', now: Moment): void {
    const notAfter = steadyOf(clock, now.wall + graceMs)
    if (order === 'stop') void stop(ref, notAfter)
    else if (warn !== null) {
      const text = warningText(warn.text, warn.seconds, store.get().servers[ref]?.name ?? ref)
      void commands.send(ref, text, { isAutomatic: true, notAfter, isPrivate: true })
    }
  }

  /** Looks at the players once more before the stop. Where only an old count comes back, the next one is waited for. */
  function lookFirst(ref: ServerRef, now: Moment): void {
    const { look: last } = crowds.of(ref)
    if (last?.answer === 'open') return
    if (last?.answer === 'before' && isStillAhead(crowds.of(ref), last.at, now)) return
    void crowds.look(ref).then(() => {
      if (isJustTold(crowds.of(ref), momentOf(clock))) look()
    })
  }

  function step(one: IdleStop, now: Moment): void {
    const crowd = crowds.of(one.ref)
    const empty = emptyMs(crowd, now)
    // Only zeros so far, the last one too old to act by: what was announced waits for the next count.
    if (empty === null && crowd.zeroSince !== null) return
    const { course, order } = idleStep(one, courses.get(one.ref) ?? notIdle, empty, now.mono)
    if (order === 'stop' && !isJustTold(crowd, now)) lookFirst(one.ref, now)
    else {
      courses.set(one.ref, course)
      if (order !== null) carryOut(one, order, now)
    }
  }

  function stepAll(): void {
    const now = momentOf(clock)
    const all = open()
    crowds.follow(new Set(all.map(({ ref }) => ref)), now)
    for (const ref of courses.keys()) if (!all.some((one) => one.ref === ref)) courses.delete(ref)
    for (const one of all) step(one, now)
  }

  function rest(): void {
    cancelNap()
    const isAnnounced = [...courses.values()].some(({ warnedAt, isOver }) => warnedAt !== null && !isOver)
    cancelNap = isAnnounced ? clock.after(napMs, look) : () => {}
  }

  const look = createLookLoop(stepAll, rest)

  const unsubscribe = store.subscribe((after, before) => {
    const hasChanged = (['players', 'servers', 'plans'] as const).some((table) => after[table] !== before[table])
    const isChosen = after.preferences.idleStops !== before.preferences.idleStops
    if (isChosen || (hasChanged && after.preferences.idleStops.length > 0)) look()
  })

  return {
    dispose() {
      unsubscribe()
      cancelNap()
      crowds.dispose()
    },
  }
}
