import type { ActivityEntry, ActivityEvent } from './activity.ts'
import type { ActivityKind, PanelActivityLine } from './panel-activity.ts'

/** A line of a server's activity: what the app kept of itself, or what the panel tells. */
export type ActivityRow =
  /** `line`: what the panel tells of the same; null where it tells nothing. */
  | {
      readonly source: 'app'
      readonly at: number
      readonly entry: ActivityEntry
      readonly line: PanelActivityLine | null
    }
  | { readonly source: 'panel'; readonly at: number; readonly line: PanelActivityLine }

/** What was read of the panel's list. */
export type PanelPart = {
  /** Newest first. */
  readonly lines: readonly PanelActivityLine[]
  /** There is more of it, older than these. */
  readonly hasMore: boolean
}

/** How far the clocks of panel and computer may be apart, in milliseconds, for two lines to be of the same act. */
const apartMs = 30_000

/** A line of the panel that an entry of the app tells as well. */
type Claim = {
  readonly event: string
  /** Only what was done with an API key; false for what the panel itself says, null for either. */
  readonly byKey: boolean | null
  /** Around when, in unix milliseconds. */
  readonly from: number
  readonly to: number
}

const around = (event: string, at: number, byKey: boolean | null): Claim => ({
  event,
  byKey,
  from: at - apartMs,
  to: at + apartMs,
})

const scheduleEvents = {
  created: 'server:schedule.create',
  changed: 'server:schedule.update',
  paused: 'server:schedule.update',
  resumed: 'server:schedule.update',
  reset: 'server:schedule.update',
  deleted: 'server:schedule.delete',
  run: 'server:schedule.execute',
  'task-added': 'server:task.create',
  'task-changed': 'server:task.update',
  'task-deleted': 'server:task.delete',
} as const

/** What the panel is expected to tell of an entry of the app, the act itself first. */
function claimsOf({ at, event }: ActivityEntry): readonly Claim[] {
  switch (event.kind) {
    case 'power':
      return event.phase === 'refused' ? [] : [around(`server:power.${event.signal}`, event.since ?? at, true)]
    case 'command':
      return [around('server:console.command', at, null)]
    case 'backup': {
      const begun = event.since ?? at
      const end = event.phase === 'failed' ? 'server:backup.fail' : 'server:backup.complete'
      return [
        around('server:backup.start', begun, true),
        { event: end, byKey: false, from: begun - apartMs, to: at + apartMs },
      ]
    }
    case 'keep':
      return Array.from({ length: Math.min(event.count, 20) }, () => around('server:backup.delete', at, true))
    case 'restore': {
      const begun = event.since ?? at
      const restored = { byKey: false, from: begun - apartMs, to: at + apartMs }
      return [
        { event: 'server:backup.restore', byKey: true, from: begun - apartMs, to: at + apartMs },
        {
          ...restored,
          event: event.phase === 'failed' ? 'server:backup.restore-failed' : 'server:backup.restore-complete',
        },
      ]
    }
    case 'reinstall':
      return event.phase === 'asked' ? [around('server:reinstall', at, true)] : []
    case 'panel-schedule':
      return [around(scheduleEvents[event.act], at, true)]
    default:
      return []
  }
}

function fits({ event, byKey, from, to }: Claim, line: PanelActivityLine): boolean {
  if (line.event.replace(/^server\./, 'server:') !== event || line.at < from || line.at > to) return false
  const isByKey = line.actor.kind === 'account' && line.actor.isKey
  return byKey === null || byKey === isByKey
}

/** The line nearest to the middle of a claim, of those that no other entry has; undefined where there is none. */
function nearest(claim: Claim, lines: readonly PanelActivityLine[], taken: ReadonlySet<string>) {
  const middle = (claim.from + claim.to) / 2
  const distance = ({ at }: PanelActivityLine) => Math.abs(at - middle)
  return lines
    .filter((line) => !taken.has(line.id) && fits(claim, line))
    .reduce<PanelActivityLine | undefined>(
      (best, line) => (best === undefined || distance(line) < distance(best) ? line : best),
      undefined,
    )
}

const kindOf: Readonly<Record<ActivityEvent['kind'], ActivityKind>> = {
  power: 'power',
  plan: 'power',
  bulk: 'power',
  stopped: 'power',
  crashed: 'power',
  back: 'power',
  flapping: 'power',
  command: 'console',
  backup: 'backups',
  keep: 'backups',
  'backup-cut': 'backups',
  restore: 'backups',
  reinstall: 'setup',
  'panel-schedule': 'schedules',
  'key-refused': 'all',
}

const isWanted = ({ event }: ActivityEntry, kind: ActivityKind) =>
  kind === 'all' || kind === 'app' || kindOf[event.kind] === kind

/**
 * What the app kept and what the panel tells of one server as one list, newest first. What the app did itself stands
 * there once, as the app tells it: a line of the panel is taken for the same where event, key and time fit. Where older
 * lines of the panel are not read yet, older entries of the app wait for them.
 * @param entries of this server, in any order
 * @param panel what was read with the filter of `kind`; null where nothing was
 */
export function mergedActivity(
  entries: readonly ActivityEntry[],
  panel: PanelPart | null,
  kind: ActivityKind,
): readonly ActivityRow[] {
  const lines = kind === 'app' ? [] : (panel?.lines ?? [])
  const oldest = panel?.hasMore && kind !== 'app' ? (lines.at(-1)?.at ?? 0) : 0
  const taken = new Set<string>()
  const own = entries
    .toSorted((a, b) => b.at - a.at)
    .flatMap((entry): ActivityRow[] => {
      const same = claimsOf(entry).flatMap((claim) => {
        const line = nearest(claim, lines, taken)
        if (line !== undefined) taken.add(line.id)
        return line ?? []
      })
      if (!isWanted(entry, kind) || entry.at < oldest) return []
      return [{ source: 'app', at: entry.at, entry, line: same.find(({ hides }) => hides) ?? same[0] ?? null }]
    })
  const others = lines
    .filter(({ id }) => !taken.has(id))
    .map((line): ActivityRow => ({ source: 'panel', at: line.at, line }))
  return [...own, ...others].sort((a, b) => b.at - a.at)
}
