import { withArea } from '../../shared/model/area.ts'
import type { PanelId, ServerRef } from '../../shared/model/identifier.ts'
import { choiceOf, withChoice } from '../../shared/model/players.ts'
import type { PlayersOfServer, PlayersPreferences } from '../../shared/model/players-schema.ts'
import { type MuteChoice, maxSavedCommands } from '../../shared/model/preferences.ts'
import type { Preferences } from '../../shared/model/preferences-schema.ts'
import { defaultRestartChoices, maxIdleStops } from '../../shared/model/restart.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { UpdateChoice } from '../../shared/updates/contract.ts'
import type { Feature, FeatureOf } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import { set } from '../state/updates.ts'
import type { SettingsStore } from './settings.ts'

/** All but the global shortcut's, which is taken from the system first (`app/shortcut.ts`). */
type PreferenceHandlers = Omit<FeatureOf<'preferences' | 'commands'>['handlers'], 'preferences:setShortcut'> &
  Feature<'servers:pin' | 'servers:setQuiet'>['handlers']

type Deps = { store: StateStore; settings: SettingsStore; clock: Clock; newId: () => string }

const hourMs = 3_600_000
const muteHours: Readonly<Record<Exclude<MuteChoice, 'until-turned-on'>, number>> = { '1h': 1, '4h': 4, '8h': 8 }

function listed(refs: readonly ServerRef[], ref: ServerRef, isIn: boolean): ServerRef[] {
  const others = refs.filter((other) => other !== ref)
  if (!isIn) return others
  return refs.includes(ref) ? [...refs] : [...others, ref]
}

/** What a server has of its own, with another value for one; null for none. */
function withOwn<V>(all: Readonly<Record<ServerRef, V>>, ref: ServerRef, value: V | null): Record<ServerRef, V> {
  const { [ref]: _, ...others } = all
  return value === null ? others : { ...others, [ref]: value }
}

/** Preferences over the settings store, mirrored in the state. */
export function createPreferenceEdits({ store, settings, clock, newId }: Deps) {
  function load(): void {
    store.update(set('preferences', settings.get().preferences))
  }

  /** @param edit the preferences that change */
  function change(edit: (now: Preferences) => Partial<Preferences>): Result<void> {
    const written = settings.update((now) => ({
      ...now,
      preferences: { ...now.preferences, ...edit(now.preferences) },
    }))
    if (written.ok) load()
    return written
  }

  const changePlayers = (edit: (now: PlayersPreferences) => Partial<PlayersPreferences>) =>
    change(({ players }) => ({ players: { ...players, ...edit(players) } }))

  /** Mutes all notifications; null turns them on again. */
  function mute(choice: MuteChoice | null): Result<void> {
    const until = choice === null || choice === 'until-turned-on' ? null : clock.now() + muteHours[choice] * hourMs
    return change(() => ({ muted: choice === null ? null : { until } }))
  }

  /** What the window asks for. */
  const handlers: PreferenceHandlers = {
    'servers:pin': ({ ref, pinned }) => change((now) => ({ pinned: listed(now.pinned, ref, pinned) })),
    'servers:setQuiet': ({ ref, quiet }) => change((now) => ({ quiet: listed(now.quiet, ref, quiet) })),
    // One with the same text stays as it is.
    'commands:save'(command) {
      const { savedCommands } = settings.get().preferences
      if (savedCommands.some(({ ref, text }) => ref === command.ref && text === command.text)) return ok()
      if (savedCommands.length >= maxSavedCommands) return fail('too-many-commands')
      const saved = { ...command, id: newId() }
      return change((now) => ({ savedCommands: [...now.savedCommands, saved].slice(-maxSavedCommands) }))
    },
    'commands:drop': ({ id }) =>
      change((now) => ({ savedCommands: now.savedCommands.filter((saved) => saved.id !== id) })),
    'preferences:mute': ({ choice }) => mute(choice),
    // What is not given stays.
    'preferences:set': (choices) => change(() => choices),
    // `ref` null: for all servers. `choices` null: the server follows those for all again.
    'preferences:setRestart': ({ ref, choices }) =>
      change(({ restart: { all, servers } }) => ({
        restart:
          ref === null
            ? { all: choices ?? defaultRestartChoices, servers }
            : { all, servers: withOwn(servers, ref, choices) },
      })),
    // Deletes nothing by itself.
    'preferences:setKeepRule': ({ ref, rule }) => change((now) => ({ keepRules: withOwn(now.keepRules, ref, rule) })),
    'preferences:setArea': ({ ref, area }) => change((now) => ({ areas: withArea(now.areas, ref, area) })),
    'preferences:setIdleStop'({ ref, stop }) {
      const others = settings.get().preferences.idleStops.filter((one) => one.ref !== ref)
      if (stop !== null && others.length >= maxIdleStops) return fail('too-many-idle-stops')
      const own = stop === null ? [] : [{ ...stop, ref }]
      return change((now) => ({ idleStops: [...now.idleStops.filter((one) => one.ref !== ref), ...own] }))
    },
    'preferences:setFrozenRestart': ({ ref, restarts }) =>
      change((now) => ({ frozenRestarts: listed(now.frozenRestarts, ref, restarts) })),
  }

  return {
    handlers,
    mute,
    /** Notes which servers are off on purpose, and which should be running. */
    expectOff(changes: ReadonlyMap<ServerRef, boolean>): Result<void> {
      const { expectedOff } = settings.get().preferences
      if ([...changes].every(([ref, isOff]) => expectedOff.includes(ref) === isOff)) return ok()
      const changed = (refs: ServerRef[]) => [...changes].reduce((all, [ref, isOff]) => listed(all, ref, isOff), refs)
      return change((now) => ({ expectedOff: changed(now.expectedOff) }))
    },
    setShortcut: (globalShortcut: string | null): Result<void> => change(() => ({ globalShortcut })),
    setUpdates: (updates: UpdateChoice): Result<void> => change(() => ({ updates })),
    /** Notes that the person was told that the app goes on in the tray. */
    noteToldOfTray: (): Result<void> => change(() => ({ toldOfTray: true })),
    /** Allows to ask the games of a panel's servers, or forbids it; the question is answered with it. */
    allowPlayersOfPanel: (panelId: PanelId, allowed: boolean): Result<void> =>
      changePlayers(({ panels }) => {
        const others = panels.filter((id) => id !== panelId)
        return { asked: true, panels: allowed ? [...others, panelId] : others }
      }),
    /** Notes a person's choice for one server's game; what is not given stays. */
    setPlayersOfServer: (ref: ServerRef, edit: Partial<Omit<PlayersOfServer, 'ref'>>): Result<void> =>
      changePlayers((now) => ({
        asked: now.asked || edit.isAsked !== undefined,
        servers: withChoice(now.servers, { ...choiceOf(now, ref), ...edit }),
      })),
    /** The question whether games may be asked was answered. */
    endPlayersQuestion: (): Result<void> => changePlayers(() => ({ asked: true })),
    /** Shows in the state what is on disk. */
    load,
  }
}

/**
 * Changes of preferences: written to disk first, then shown in the state. Each may fail as `SettingsStore.update` does.
 */
export type PreferenceEdits = ReturnType<typeof createPreferenceEdits>
