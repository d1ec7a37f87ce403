import type { ErrorCode } from '../../shared/errors.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { changedValues } from '../../shared/tables.ts'
import type { Clock } from '../lib/clock.ts'
import { redact } from './redact.ts'

/** What the app runs on. */
export type RuntimeFacts = {
  /** Names and versions, such as `electron`, `chrome` and `node`. */
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly release: string
  readonly arch: string
}

type Facts = {
  readonly state: AppState
  readonly runtime: RuntimeFacts
  readonly settingsVersion: number
  readonly errors: readonly LastError[]
  /** Unix milliseconds. */
  readonly now: number
  /** A host name as a name that tells nothing, the same for the same host. */
  readonly hashHost: (host: string) => string
}

const shownVersions = ['electron', 'chrome', 'node'] as const

function countBy(values: readonly string[]): string {
  const groups = Map.groupBy(values, (value) => value)
  return [...groups].map(([value, { length }]) => `${value} ${length}`).join(', ') || 'none'
}

function panelLines({ state, hashHost }: Facts): string[] {
  const keys = Object.values(state.keys)
  const servers = Object.values(state.servers)
  return Object.values(state.panels).map((panel) => {
    const own = keys.filter((key) => key.panelId === panel.id)
    const health = own.map((key) => (key.health.kind === 'failing' ? key.health.error.code : key.health.kind))
    const url = URL.parse(panel.baseUrl)
    const host = panel.kind === 'demo' ? 'demo panel' : hashHost(url?.host ?? '')
    const count = servers.filter((server) => server.panelId === panel.id).length
    const scheme = url?.protocol.replace(':', '') ?? 'no address'
    return `- ${host} (${scheme}, ${panel.dialect}): keys ${countBy(health)}; servers ${count}`
  })
}

/**
 * A text about the app that is safe to paste in public. It is put together from codes, counts and versions:
 * no name a person chose, no address, no identifier, no word of a panel.
 */
export function describeApp(facts: Facts): string {
  const { state, runtime, settingsVersion, errors, now } = facts
  const versions = shownVersions.flatMap((name) => {
    const version = runtime.versions[name]
    return version === undefined ? [] : [`${name} ${version}`]
  })
  const keys = Object.values(state.keys)
  const panels = panelLines(facts)
  const lines = [
    `Servertray ${state.app.version}`,
    `Time: ${new Date(now).toISOString()}`,
    `System: ${runtime.platform} ${runtime.release} ${runtime.arch}`,
    `Runtime: ${versions.join(', ')}`,
    `Tray: ${state.app.trayAvailable ? 'shown' : 'not available'}`,
    `Settings: version ${settingsVersion}; notices ${Object.keys(state.notices).join(', ') || 'none'}`,
    `Vault: new tokens go to ${state.vault.backend ?? 'nowhere yet'}; tokens in ${countBy(keys.map((key) => key.tokenIn ?? 'nowhere'))}`,
    `Servers: ${countBy(Object.values(state.servers).map((server) => server.state))}`,
    `Panels: ${panels.length}`,
    ...panels,
    `Last errors: ${errors.length === 0 ? 'none' : ''}`.trimEnd(),
    ...errors.map(({ code, count, at }) => `- ${code}: ${count}, last at ${new Date(at).toISOString()}`),
  ]
  return `${redact(lines.join('\n'))}\n`
}

export type LastError = { readonly code: ErrorCode; readonly count: number; readonly at: number }

/** How often each failure came in this run, and when last: codes and times only. */
export function createLastErrors(clock: Clock) {
  const byCode = new Map<ErrorCode, LastError>()
  return {
    note(code: ErrorCode): void {
      byCode.set(code, { code, count: (byCode.get(code)?.count ?? 0) + 1, at: clock.now() })
    },
    /** Newest first. */
    list: (): readonly LastError[] => [...byCode.values()].sort((a, b) => b.at - a.at),
  }
}

/** The failures that appeared between two states, on keys and on actions. */
export function newErrors(before: AppState, after: AppState): readonly ErrorCode[] {
  if (before.keys === after.keys && before.servers === after.servers) return []
  const keys = Object.values(after.keys).flatMap(({ id, health }) => {
    const known = before.keys[id]?.health
    if (health.kind !== 'failing' || health === known) return []
    return known?.kind === 'failing' && known.error.code === health.error.code ? [] : [health.error.code]
  })
  const actions = changedValues(before.servers, after.servers).flatMap(({ ref, action }) => {
    const error = action?.error ?? null
    return error === null || error === before.servers[ref]?.action?.error ? [] : [error.code]
  })
  return [...keys, ...actions]
}
