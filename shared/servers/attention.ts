import type { WithKeys } from '../keys/contract.ts'
import { isKeyTrouble, isRefusalOver } from '../keys/health.ts'
import { type BackupNeed, backupNeed } from '../model/backup-health.ts'
import type { KeyId, ServerRef } from '../model/identifier.ts'
import type { PowerAction } from '../model/power-schema.ts'
import { planOf } from '../model/restart.ts'
import type { PlanView } from '../model/restart-schema.ts'
import type { ServerView } from '../model/server-schema.ts'
import type { WithBackupHealth, WithPlans, WithPreferences, WithServers } from '../model/slices.ts'
import { valuesOf } from '../tables.ts'
import { isRunning } from './choices.ts'

/** How long a refused action, or one that may not have arrived, is news, in milliseconds. */
export const newsOfRefusalMs = 3_600_000

/**
 * How long a panel that cannot be read is given to come back by itself before it needs a person, in milliseconds: a
 * restart of it, or a moment without connection, is over by then.
 */
export const panelGraceMs = 60_000

/**
 * Why a server needs a person:
 * - `suspended`: by its panel
 * - `stalled`: what an action aims at did not come
 * - `stopped`: it went down, and no action of the app explains it
 * - `refused`: an action was refused, or may not have arrived
 * - `restart-missed`, `restart-failed`: a planned restart
 * - `off`: it is off, and was not expected to be
 * - `backup-failed`, `backup-old`: its backups, as they were read last
 */
export type ServerNeed =
  | 'suspended'
  | 'stalled'
  | 'stopped'
  | 'refused'
  | 'restart-missed'
  | 'restart-failed'
  | 'off'
  | BackupNeed

type Online = { readonly app: { readonly online: boolean } }

/** What the rule reads of the app's state. */
export type AttentionState = WithBackupHealth & WithKeys & WithPlans & WithPreferences & WithServers & Online

/** All that needs a person. `count` is of servers and keys together. */
export type Attention = {
  readonly servers: readonly ServerRef[]
  readonly keys: readonly KeyId[]
  readonly count: number
}

const isTroubled = (plan: PlanView): plan is PlanView & { phase: 'missed' | 'failed' } =>
  plan.phase === 'missed' || plan.phase === 'failed'

/** A plan that did not do what it was for, until it is dismissed or something newer was sent; null for any other. */
export function planTrouble(plan: PlanView | null, action: PowerAction | null): 'missed' | 'failed' | null {
  if (plan === null || !isTroubled(plan)) return null
  return action !== null && action.startedAt > (plan.endedAt ?? plan.zeroAt) ? null : plan.phase
}

/** Until when an action is news for having been refused or not surely arrived, in unix milliseconds; null for any other. */
export function refusalNewsUntil(action: PowerAction | null): number | null {
  if (action === null || action.error === null) return null
  const isRefusal = action.phase === 'refused' || action.phase === 'unconfirmed'
  return isRefusal ? action.changedAt + newsOfRefusalMs : null
}

/** True while a refusal is news, and its reason is not gone. */
function isRefusalNews(state: WithKeys, server: ServerView, now: number): boolean {
  const until = refusalNewsUntil(server.action)
  return until !== null && now < until && !isRefusalOver(server, state, now)
}

const needOfTrouble = { missed: 'restart-missed', failed: 'restart-failed' } as const

/** What a server's own state says. */
function ownNeed({ state, action, unexpectedStop }: ServerView): ServerNeed | null {
  if (action?.phase === 'stalled') return 'stalled'
  return unexpectedStop !== null && (state === 'offline' || state === 'unknown') ? 'stopped' : null
}

/**
 * The one rule of what needs a person, for tray and window: why a server does, or null. A server that is off on purpose
 * does not, nor one that its panel installs or moves, nor one that is being acted on.
 * @param now unix milliseconds
 */
export function serverNeeds(
  state: Omit<AttentionState, 'servers' | 'app'>,
  now: number,
): (server: ServerView) => ServerNeed | null {
  const expectedOff = new Set(state.preferences.expectedOff)
  const troubled = new Set(Object.values(state.plans).flatMap((plan) => (isTroubled(plan) ? [plan.ref] : [])))
  const planNeed = ({ ref, action }: ServerView): ServerNeed | null => {
    const trouble = troubled.has(ref) ? planTrouble(planOf(state, ref), action) : null
    return trouble && needOfTrouble[trouble]
  }
  const isAnyRead = Object.keys(state.backupHealth).length > 0
  /** What is seen only by what was read of its panel. */
  const quietNeed = ({ ref }: ServerView): ServerNeed | null =>
    isAnyRead ? backupNeed(state.backupHealth[ref], state.preferences.backupDays, now) : null
  return (server) => {
    if (isRunning(server.action)) return null
    if (server.condition !== null) return server.condition === 'suspended' ? 'suspended' : null
    if (isRefusalNews(state, server, now)) return ownNeed(server) ?? 'refused'
    const isOff = server.state === 'offline' && !expectedOff.has(server.ref)
    return ownNeed(server) ?? planNeed(server) ?? (isOff ? 'off' : quietNeed(server))
  }
}

/**
 * The keys that need a person: those that do not work until somebody fixes them, and one of each panel that could not be
 * read for `panelGraceMs`. None without a network, when no key works; a key that has to wait goes on by itself.
 * @param now unix milliseconds
 */
export function keyNeeds({ keys, app }: WithKeys & Online, now: number): readonly KeyId[] {
  if (!app.online) return []
  const away = new Set<string>()
  return Object.values(keys).flatMap(({ id, panelId, health }) => {
    if (health.kind !== 'failing' || health.error.code === 'rate-limited') return []
    if (isKeyTrouble(health.error)) return [id]
    if (away.has(panelId) || now - health.since < panelGraceMs) return []
    away.add(panelId)
    return [id]
  })
}

/** What needs a person now. @param now unix milliseconds */
export function attentionIn(state: AttentionState, now: number): Attention {
  const needOf = serverNeeds(state, now)
  const servers = valuesOf(state.servers).filter((server) => needOf(server) !== null)
  const keys = keyNeeds(state, now)
  return { servers: servers.map(({ ref }) => ref), keys, count: servers.length + keys.length }
}
