import { expect, it } from 'vitest'
import { z } from 'zod'
import { setBack } from '../../../../electron/state/set-back.ts'
import { appStateSchema } from '../../../../shared/state/state-schema.ts'
import { appState, consoleEntry, keyView } from '../../../fixtures/app-state.ts'
import { countedView } from '../../../fixtures/players-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const at = Date.UTC(2026, 0, 1, 12)
const hourMs = 3_600_000

/** Times that a wall clock which is set back leaves as they are, and why. */
const staying = [
  // Only tells requests apart.
  'app.focus.at',
  // The wall clock's own: notifications are muted until it shows that time, schedules and bulk actions run when it does.
  'preferences.muted.until',
  'schedules.*.nextAt',
  'bulks.*.work.when.at',
  'schedules.*.lastRun.at',
  // Moved by their runner, which keeps them on disk.
  'plans.*.zeroAt',
  'plans.*.startedAt',
  'plans.*.endedAt',
  'plans.*.steps.*.sentAt',
  'plans.*.latestAt',
  'plans.*.waiting.since',
  // By the panel's clock.
  'backupHealth.*.newestGoodAt',
  'backupHealth.*.failedAt',
  // What the clock showed when it happened.
  'activity.*.at',
  'restores.*.startedAt',
  'restores.*.endedAt',
  'reinstalls.*.startedAt',
  'reinstalls.*.endedAt',
  'app.update.progress.at',
  // By the panel's own clock.
  'restores.*.backup.createdAt',
  'restores.*.mark.at',
  // When a person said yes.
  'panels.*.trustedCertificate.trustedAt',
]
const moving = [
  'backupHealth.*.readAt',
  'backupRuns.*.endedAt',
  'backupRuns.*.startedAt',
  'bulks.*.endedAt',
  'bulks.*.startedAt',
  'consoles.*.entries.*.retryAt',
  'consoles.*.entries.*.sentAt',
  'consoles.*.stream.retryAt',
  'keepRuns.*.endedAt',
  'keepRuns.*.startedAt',
  'keys.*.budget.heldUntil',
  'keys.*.budget.scarceUntil',
  'keys.*.health.at',
  'keys.*.health.since',
  'keys.*.learned.*.at',
  'players.*.count.at',
  'players.*.frozenSince',
  'servers.*.action.changedAt',
  'servers.*.action.retryAt',
  'servers.*.action.startedAt',
  'servers.*.observedAt',
  'servers.*.unexpectedStop.at',
]

type Node = {
  type?: string | string[]
  properties?: Record<string, Node>
  additionalProperties?: Node | boolean
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
}

const isTime = (path: string) => /(^|\.)(at|since|until)$|(At|Until|Since)$/.test(path)

/** Every number of the state whose name says that it is a time; `*` stands for any id or place. */
function timesOf(node: Node, path = ''): string[] {
  const inner = (name: string, next: Node) => timesOf(next, path === '' ? name : `${path}.${name}`)
  return [
    ...(isTime(path) && [node.type].flat().some((type) => type === 'number' || type === 'integer') ? [path] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, next]) => inner(name, next)),
    ...(typeof node.additionalProperties === 'object' ? inner('*', node.additionalProperties) : []),
    ...(node.items === undefined ? [] : inner('*', node.items)),
    ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((next) => timesOf(next, path)),
  ]
}

it('knows every time of the state: it moves, or it is said why it stays', () => {
  const schema = z.toJSONSchema(appStateSchema, { unrepresentable: 'any', io: 'output', reused: 'inline' }) as Node
  expect([...new Set(timesOf(schema))].toSorted()).toEqual([...moving, ...staying].toSorted())
})

it('moves what happened and what is to come, and nothing else', () => {
  const { ref } = serverView()
  const action = powerAction({ startedAt: at, changedAt: at, retryAt: at })
  const stream = { phase: 'waiting', retryAt: at, error: null } as const
  const budget = { limit: 240, remaining: 7, heldUntil: at, scarceUntil: null }
  const bulk = { id: 'b', work: { kind: 'power', signal: 'start' }, items: [], staggerMs: null } as const
  const run = {
    id: 'r',
    ref,
    name: 'x',
    origin: 'window',
    phase: 'running',
    backupId: null,
    deleted: [] as string[],
    isSlow: false,
  } as const
  const of = (when: number) =>
    appState({
      keys: [
        keyView({
          health: { kind: 'works', at: when },
          learned: [{ permission: 'power', has: false, at: when }],
          budget: { ...budget, heldUntil: when },
        }),
        keyView({ id: 'other', health: { kind: 'checking' } }),
      ],
      servers: [
        serverView({
          observedAt: when,
          action: { ...action, startedAt: when, changedAt: when, retryAt: when },
          unexpectedStop: { how: 'crashed', at: when },
        }),
        serverView({ identifier: 'never000', observedAt: null }),
      ],
      consoles: { [ref]: { entries: [consoleEntry({ sentAt: when })], stream: { ...stream, retryAt: when } } },
      trends: { [ref]: { samples: [[when, 12, null]] } },
      players: { [ref]: countedView(7, { at: when, frozenSince: when }) },
      bulks: [{ ...bulk, phase: 'running', startedAt: when, endedAt: null } as never],
      backupRuns: [{ ...run, startedAt: when, endedAt: null, error: null }],
      preferences: { muted: { until: at } },
    })
  expect(setBack(hourMs)(of(at))).toEqual(of(at - hourMs))
})

it('leaves a console that waits for nothing the one that it was: who follows it is told of no other', () => {
  const { ref } = serverView()
  const stream = { phase: 'open', retryAt: null, error: null } as const
  expect(setBack(hourMs)(appState({ consoles: { [ref]: { entries: [], stream } } })).consoles[ref]?.stream).toBe(stream)
})
