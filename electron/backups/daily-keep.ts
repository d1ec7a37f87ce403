import { join } from 'node:path'
import { z } from 'zod'
import { isBackingUp } from '../../shared/backups/backups.ts'
import { heldBackups } from '../../shared/backups/choices.ts'
import type { KeepRun } from '../../shared/backups/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import type { KeepRule } from '../../shared/model/preferences-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock } from '../lib/clock.ts'
import { createKeptFile, type KeptFile } from '../lib/kept-file.ts'
import { parseJson } from '../lib/parse-json.ts'
import { withTimeout } from '../lib/time-limit.ts'
import { faultsTo, type Logger } from '../log/logger.ts'
import type { StateStore } from '../state/store.ts'
import { put } from '../state/updates.ts'
import { deleteByRule, type KeepCalls } from './keep-rules.ts'

/** When each rule that looks daily looked last, in unix milliseconds. */
export type KeepTimes = Readonly<Record<ServerRef, number>>

type Deps = {
  store: StateStore
  clock: Clock
  file: KeptFile<KeepTimes>
  jobs: Pick<Jobs, 'keep'>
  keepCalls: KeepCalls
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How often it is looked whether a rule is due, in milliseconds. */
const intervalMs = 10 * 60_000
/** The same after a start, once lists were read: a computer may be on for a short time only. */
const firstIntervalMs = 60_000
/** How long after a failed look it is tried again, in milliseconds. */
const againMs = hourMs
/** How long the end of the app waits for what has gone out, in milliseconds. */
const lastWordsMs = 5_000

/** True where something else is being done with the server's backups. */
const isTaken = (state: AppState, ref: ServerRef) => isBackingUp(state, ref) || heldBackups(state, ref).size > 0

/**
 * Has keep rules look after each backup that is good, and once a day where that was chosen, while the app runs, one server
 * after the other. The first daily look is a day after a rule was chosen, so that a person can think again.
 */
export function createDailyKeep({ store, clock, file, jobs, keepCalls }: Deps) {
  let isEnding = false
  let cancelNap = () => {}
  let underWay: Promise<void> = Promise.resolve()
  /** Rules that are to make room and could not read the list: the next look has them try again. A daily one looks anyway. */
  const owed = new Map<ServerRef, KeepRule>()

  const daily = () =>
    Object.entries(store.get().preferences.keepRules).filter(([, rule]) => rule.daily) as [ServerRef, KeepRule][]

  /** The rule as it was chosen; one that a person changed or gave up meanwhile deletes nothing more. */
  const isWanted = (ref: ServerRef, rule: KeepRule) => {
    const now = store.get().preferences.keepRules[ref]
    return !isEnding && now?.daily === rule.daily && now?.newest === rule.newest && now.days === rule.days
  }

  /** Has something done once what was begun before is done. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    underWay = underWay.then(work)
    return underWay
  }

  const note = (ref: ServerRef, at: number) => file.set({ ...file.get(), [ref]: at })

  async function keep(ref: ServerRef, rule: KeepRule, name: string, makesRoom: boolean): Promise<void> {
    // The journal would tell the next start of a clean-up that never was.
    if (isEnding) return
    const startedAt = clock.now()
    if (makesRoom) owed.delete(ref)
    else note(ref, startedAt)
    let run: KeepRun = { ref, name, startedAt, endedAt: null, deleted: [], error: null }
    const show = (more: Partial<KeepRun>) => {
      run = { ...run, ...more }
      store.update(put('keepRuns', run))
    }
    show({})
    const done = await jobs.keep({ kind: 'keep-rule', ref, what: '' }, (entry) =>
      deleteByRule(keepCalls, ref, rule, {
        makesRoom,
        isWanted: () => isWanted(ref, rule),
        onDeleted(backup) {
          entry.noteDeleted(backup)
          show({ deleted: [...run.deleted, backup] })
        },
      }),
    )
    // Nothing was sent: it may be tried again sooner.
    const isUnsent = !done.ok && run.deleted.length === 0 && done.error.code !== 'keep-rule-stopped'
    if (isUnsent && !makesRoom) note(ref, clock.now() - dayMs + againMs)
    if (isUnsent && makesRoom && !rule.daily && done.error.code !== 'cancelled') owed.set(ref, rule)
    show({ endedAt: clock.now(), error: done.ok || done.error.code === 'cancelled' ? null : done.error })
  }

  /** When each rule looked last; one that is new, or whose time is ahead since the clock was, counts from now. */
  function times(): KeepTimes {
    const now = clock.now()
    const known = file.get()
    const next = Object.fromEntries(daily().map(([ref]) => [ref, Math.min(known[ref] ?? now, now)]))
    file.set(next)
    return next
  }

  async function look(): Promise<void> {
    const last = times()
    for (const [ref, rule] of [...owed, ...daily()]) {
      const state = store.get()
      const server = state.servers[ref]
      const isOwed = owed.get(ref) === rule
      const isDue = isOwed || clock.now() - (last[ref] ?? clock.now()) >= dayMs
      if (!isDue || server === undefined || !state.app.online || isTaken(state, ref)) continue
      await keep(ref, rule, server.name, isOwed)
    }
  }

  function rest(ms: number): void {
    cancelNap = clock.after(ms, () => {
      void inTurn(look).finally(() => {
        if (!isEnding) rest(intervalMs)
      })
    })
  }

  return {
    load() {
      times()
      rest(firstIntervalMs)
    },
    /** A backup of the server is good: where that leaves no room for another one, the oldest go that its rule does not keep. */
    noteGood(ref: ServerRef) {
      const { servers, preferences } = store.get()
      const [server, rule] = [servers[ref], preferences.keepRules[ref]]
      if (server !== undefined && rule !== undefined) void inTurn(() => keep(ref, rule, server.name, true))
    },
    async dispose() {
      isEnding = true
      cancelNap()
      await withTimeout(clock, lastWordsMs, underWay)
    },
  }
}

export const keepTimesPath = (folder: string) => join(folder, 'keep-rules.json')

/** Maximum size of the file, in bytes: the times of thousands of servers are smaller. */
const maxBytes = 4_000_000

const fileSchema = z.object({ version: z.literal(1), lookedAt: z.record(serverRefSchema, z.number().min(0)) })

/** What a file says; null where it is none. */
export const parseKeepTimes = (text: string): KeepTimes | null =>
  fileSchema.safeParse(parseJson(text)).data?.lookedAt ?? null

/** When keep rules that look daily looked last. Without it they look a day later. */
export function createKeepTimes({ path, log }: { path: string; log: Logger }): KeptFile<KeepTimes> {
  return createKeptFile({
    path,
    none: {},
    maxBytes,
    parse: parseKeepTimes,
    format: (lookedAt: KeepTimes) => ({ version: 1, lookedAt }),
    join: (before, next) => ({ ...before, ...next }),
    report: faultsTo(log, 'the file of the times of keep rules'),
  })
}
