import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RestoreEntry } from '../../../../electron/backups/panel.ts'
import {
  advanceRestore,
  afterRestart,
  beginRestore,
  cancelRestore,
  freshMs,
  leaveRestore,
  noteBackup,
  noteRequest,
  noteStop,
  type RestoreMove,
  type RestoreObservation,
  type RestoreOrder,
  type Restoring,
  wantsActivity,
} from '../../../../electron/backups/restore.ts'
import type { RestorePhase } from '../../../../shared/backups/contract.ts'
import { canCancelRestore, hasRestoreEnded } from '../../../../shared/backups/restore.ts'
import type { ServerState } from '../../../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { backupId } from '../../../fixtures/backup-view.ts'
import { server } from '../../../fixtures/plan-rig.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const runs = sizeOf({ short: 500, long: 5_000 })
const hourMs = 3_600_000

/** What the panel makes of the request, and what came of the restore in truth. */
const fateArb = fc.record({
  /**
   * `gateway`: it answers with an error, takes its status back, and goes on. `cut`: the answer is lost. `silent`: none
   * comes. `lost`: the request never came. `late`: it was not sent in time.
   */
  answer: fc.constantFrom('taken', 'taken', 'gateway', 'cut', 'silent', 'lost', 'refused', 'late'),
  result: fc.constantFrom('done' as const, 'failed' as const, 'untold' as const),
  spelling: fc.constantFrom('server.backup.restore-failed', 'server:backup.restore-failed'),
  takesMs: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 0.7 * hourMs })),
  panelClock: fc.integer({ min: -400 * hourMs, max: 400 * hourMs }),
  isReadable: fc.constantFrom(true, true, true, true, false),
  state: fc.constantFrom<ServerState>('offline', 'offline', 'running', 'running', 'starting', 'unknown'),
  stopMs: fc.constantFrom(0, 4_000, 4_000, 70_000, 70_000, 3 * hourMs),
  backsUpFirst: fc.boolean(),
  mayLinger: fc.boolean(),
  old: fc.uniqueArray(fc.integer({ min: -100, max: -1 }), { maxLength: 4 }),
})
type Fate = typeof fateArb extends fc.Arbitrary<infer T> ? T : never

const happening = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({ kind: fc.constant('read' as const), lag: fc.integer({ min: 0, max: 20_000 }) }),
  },
  { weight: 24, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 30_000 }) }) },
  { weight: 14, arbitrary: fc.record({ kind: fc.constantFrom('ask' as const, 'answer' as const, 'answer' as const) }) },
  {
    weight: 2,
    // Asleep, and the app notices: it was told, or the looks at its clock lie too far apart.
    arbitrary: fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 1, max: 3 * hourMs }) }),
  },
  // Somebody else, on the panel's page.
  fc.record({
    kind: fc.constant('turn' as const),
    state: fc.constantFrom<ServerState>('running', 'offline', 'starting'),
  }),
  fc.record({ kind: fc.constant('act' as const), isActedOn: fc.boolean() }),
  fc.record({ kind: fc.constant('backup' as const), isBackedUp: fc.constantFrom(true, false, false) }),
  fc.record({ kind: fc.constantFrom('announce' as const, 'restart' as const) }),
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'leave' as const) }) },
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

const start = 5_000 * hourMs
const name = 'nightly'

/** A server, its panel, and the app that restores a backup there. */
function createWorld(fate: Fate) {
  let now = start
  let state: ServerState = fate.state
  let stopsAt: number | null = null
  let restoringUntil: number | null = null
  let endsAt: number | null = null
  let ids = 0
  const entries: RestoreEntry[] = []
  const sent: RestoreOrder['kind'][] = []
  const wrong: string[] = []
  /** Answers that are on their way. */
  let answers: (() => Restoring)[] = []
  let [reading, activity, announcedAt]: [RestoreObservation['reading'], RestoreObservation['activity'], number | null] =
    [null, null, null]
  let isActedOn = false
  let isBackedUp = false
  let wasLeft = false
  let hasSlept = false
  let sentAt: number | null = null
  let stopSentAt: number | null = null

  const times = () => ({ now, wall: now })
  /** Whole seconds of the panel's own clock. */
  const panelTime = (at: number) => Math.floor((at + fate.panelClock) / 1_000) * 1_000
  const log = (event: string, at: number) => entries.unshift({ id: `entry-${++ids}`, event, at: panelTime(at), name })
  for (const hours of fate.old.toSorted((a, b) => a - b)) {
    log(hours % 2 === 0 ? 'server:backup.restore-complete' : 'server.backup.restore-failed', start + hours * hourMs)
  }
  const isRestoring = () => restoringUntil !== null && now < restoringUntil

  function settle(): void {
    if (stopsAt !== null && now >= stopsAt) [state, stopsAt] = ['offline', null]
    if (endsAt === null || now < endsAt) return
    const event = { done: 'server:backup.restore-complete', failed: fate.spelling, untold: null }[fate.result]
    if (event !== null) log(event, endsAt)
    announcedAt = endsAt
    endsAt = null
  }

  /** What the panel does with the request, and what it answers; null for nothing. */
  function restore(): Result<void> | null {
    if (fate.answer === 'refused') return fail('rate-limited')
    if (fate.answer === 'late') return fail('cancelled')
    if (fate.answer === 'lost') return fail('connection-cut', { mayHaveActed: true })
    endsAt = now + fate.takesMs
    if (fate.answer === 'gateway') return fail('timeout', { mayHaveActed: true })
    restoringUntil = endsAt
    log('server:backup.restore', now)
    if (fate.answer === 'silent') return null
    return fate.answer === 'cut' ? fail('timeout', { mayHaveActed: true }) : ok()
  }

  function sendStop(): void {
    stopSentAt = now
    stopsAt = now + fate.stopMs
    state = 'stopping'
    answers.push(() => noteStop(restoring, ok(), times()))
  }

  function sendRestore(notAfter: number): void {
    sentAt = now
    const readFrom = reading?.readFrom ?? 0
    const faults = {
      'the last reading is not offline': reading?.state !== 'offline',
      'the panel holds the server': reading?.condition !== null,
      'the last reading is old': now - readFrom > freshMs,
      'the reading may be of before the stop': readFrom <= (stopSentAt ?? start),
      'its process may not have ended': fate.mayLinger && stopSentAt !== null && now - stopSentAt < 30_000,
      'something is under way': isActedOn,
      'a backup is being made': isBackedUp,
      'it was late at once': notAfter < now,
    }
    wrong.push(...Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : [])))
    const answer = restore()
    if (answer !== null) answers.push(() => noteRequest(restoring, answer, times()))
  }

  function carryOut(order: RestoreOrder): void {
    if (sent.includes(order.kind)) wrong.push(`${order.kind} was sent twice`)
    if (hasSlept) wrong.push(`${order.kind} was sent after a sleep`)
    sent.push(order.kind)
    if (order.kind === 'restore') sendRestore(order.notAfter)
    else if (order.kind === 'stop') sendStop()
    else answers.push(() => noteBackup(restoring, ok(), times()))
  }

  let restoring: Restoring
  function take(move: RestoreMove): void {
    if (hasSlept && canCancelRestore(move.restoring.view)) wrong.push('it goes on after a sleep')
    if (move.orders.length > 0 && hasRestoreEnded(move.restoring.view)) wrong.push('it had ended')
    restoring = move.restoring
    for (const order of move.orders) carryOut(order)
  }
  const observation = (): RestoreObservation => ({
    ...{ now, wall: now, reading, isActedOn, hasSlept, activity, mayLinger: fate.mayLinger },
    backups: { askedAt: now, told: ok(isBackedUp) },
  })
  const look = () => {
    settle()
    take(advanceRestore(restoring, observation()))
  }
  function ask(): void {
    const open = isRestoring() ? fail('server-unavailable') : ok([...entries])
    activity = { askedAt: now, told: fate.isReadable ? open : fail('permission-lacking') }
  }
  const read = (lag: number) => {
    reading = { state, condition: isRestoring() ? 'restoring' : null, readFrom: now }
    now += lag
  }
  const answer = () => {
    for (const note of answers) restoring = note()
    answers = []
  }
  const first = beginRestore(
    {
      id: 'restore-1',
      ref: server.ref,
      name: 'Survival',
      backup: { id: backupId(1), name, createdAt: null },
      deletesFiles: true,
      backsUpFirst: fate.backsUpFirst,
    },
    times(),
  )
  restoring = first.restoring
  take(first)

  function happen(one: Happening): void {
    switch (one.kind) {
      case 'read':
        read(one.lag)
        break
      case 'pass':
        now += one.ms
        break
      case 'sleep':
        now += one.ms
        hasSlept = true
        break
      case 'ask':
        ask()
        break
      case 'answer':
        answer()
        break
      case 'turn':
        state = one.state
        stopsAt = null
        break
      case 'act':
        isActedOn = one.isActedOn
        break
      case 'backup':
        isBackedUp = one.isBackedUp
        break
      case 'announce':
        announcedAt = now
        break
      case 'restart':
        restoring = afterRestart(restoring.view, times())
        ;[reading, activity, announcedAt, answers, isActedOn] = [null, null, null, [], false]
        break
      case 'cancel':
        restoring = cancelRestore(restoring, times()) ?? restoring
        break
      case 'leave': {
        const left = leaveRestore(restoring, times())
        wasLeft ||= left !== null
        restoring = left ?? restoring
      }
    }
    look()
  }

  return {
    happen,
    /** Lets the app watch as it does, until it has ended. */
    watch() {
      isActedOn = false
      for (let i = 0; i < 4_000 && !hasRestoreEnded(restoring.view); i += 1) {
        answer()
        read(1_000)
        now += i < 400 ? 4_000 : 60_000
        settle()
        if (wantsActivity(restoring, observation(), announcedAt)) ask()
        look()
      }
    },
    get end() {
      const { view } = restoring
      return { view, phase: view.phase, code: view.error?.code ?? null, sent, wrong, wasLeft, sentAt }
    },
  }
}

/** What the end may be, by what happened in truth. A refusal may have come after the app had ended, or too late. */
function endsOf({ answer, result, isReadable }: Fate): readonly RestorePhase[] {
  if (answer === 'refused' || answer === 'late') return ['failed', 'unknown']
  return answer === 'lost' || result === 'untold' || !isReadable ? ['unknown'] : [result]
}

type End = ReturnType<typeof createWorld>['end']

function check(fate: Fate, { view, phase, code, sent, wrong, wasLeft, sentAt }: End) {
  expect(wrong).toEqual([])
  expect(hasRestoreEnded(view)).toBe(true)
  const { backup, stop, restore } = view.sent
  expect([backup !== null, stop !== null, restore]).toEqual([sent.includes('backup'), sent.includes('stop'), sentAt])
  if (sentAt === null) {
    expect(['failed', 'cancelled']).toContain(phase)
    return
  }
  expect(code === 'restore-failed').toBe(
    phase === 'failed' && fate.result === 'failed' && fate.answer !== 'refused' && fate.answer !== 'late',
  )
  if (!wasLeft) expect(endsOf(fate)).toContain(phase)
}

it('restores a server that was just seen offline, once, and tells the truth of it', () => {
  const seen: Record<string, number> = {
    done: 0,
    failed: 0,
    unknown: 0,
    cancelled: 0,
    gateway: 0,
    stopped: 0,
    neverOff: 0,
    backedUp: 0,
    slept: 0,
    sleptBackingUp: 0,
  }
  const count = (what: string, is = true) => {
    seen[what] = (seen[what] ?? 0) + Number(is)
  }
  fc.assert(
    fc.property(fateArb, fc.array(happening, { maxLength: 40, size: 'max' }), (fate, happenings) => {
      const world = createWorld(fate)
      for (const one of happenings) world.happen(one)
      world.watch()
      const { end } = world
      check(fate, end)
      count(end.phase)
      count('gateway', fate.answer === 'gateway' && end.phase === fate.result)
      count('stopped', end.sentAt !== null && end.sent.includes('stop'))
      count('neverOff', end.code === 'server-not-offline')
      count('backedUp', end.code === 'backup-running')
      count('slept', end.code === 'slept')
      count('sleptBackingUp', end.code === 'slept' && end.sent.join() === 'backup')
    }),
    { numRuns: runs },
  )
  expect(Object.entries(seen).filter(([, times]) => times <= runs / 200)).toEqual([])
})
