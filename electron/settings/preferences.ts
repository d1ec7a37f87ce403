import { type AreaId, withArea } from '../../shared/model/area.ts'
import type { PanelId, ServerRef } from '../../shared/model/identifier.ts'
import { choiceOf, withChoice } from '../../shared/model/players.ts'
import type { PlayersOfServer, PlayersPreferences } from '../../shared/model/players-schema.ts'
import { type MuteChoice, maxSavedCommands } from '../../shared/model/preferences.ts'
import type { KeepRule, PreferenceChoices, Preferences, SavedCommand } from '../../shared/model/preferences-schema.ts'
import { defaultRestartChoices, maxIdleStops } from '../../shared/model/restart.ts'
import type { IdleStop, RestartChoices } from '../../shared/model/restart-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { UpdateChoice } from '../../shared/updates/contract.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import { set } from '../state/updates.ts'
import type { SettingsStore } from './settings.ts'

type Deps = { store: StateStore; settings: SettingsStore; clock: Clock; newId: () => string }

const hourMs = 3_600_000
const muteHours: Readonly<Record<Exclude<MuteChoice, 'until-turned-on'>, number>> = { '1h': 1, '4h': 4, '8h': 8 }

function listed(refs: readonly ServerRef[], ref: ServerRef, isIn: boolean): ServerRef[] {
  const others = refs.filter((other) => other !== ref)
  if (!isIn) return others
  return refs.includes(ref) ? [...refs] : [...others, ref]
}

function withRestart(
  { all, servers }: Preferences['restart'],
  ref: ServerRef | null,
  choices: RestartChoices | null,
): Preferences['restart'] {
  if (ref === null) return { all: choices ?? defaultRestartChoices, servers }
  const { [ref]: _, ...others } = servers
  return { all, servers: choices === null ? others : { ...others, [ref]: choices } }
}

/** Preferences over the settings store, mirrored in the state. */
export function createPreferenceEdits({ store, settings, clock, newId }: Deps) {
  function load(): void {
    store.update(set('preferences', settings.get().preferences))
  }

  function change(edit: (now: Preferences) => Preferences): Result<void> {
    const written = settings.update((now) => ({ ...now, preferences: edit(now.preferences) }))
    if (written.ok) load()
    return written
  }

  const changePlayers = (edit: (now: PlayersPreferences) => PlayersPreferences) =>
    change((now) => ({ ...now, players: edit(now.players) }))

  return {
    pin: (ref: ServerRef, pinned: boolean): Result<void> =>
      change((now) => ({ ...now, pinned: listed(now.pinned, ref, pinned) })),
    /** Turns the notifications of one server off or on. */
    setQuiet: (ref: ServerRef, quiet: boolean): Result<void> =>
      change((now) => ({ ...now, quiet: listed(now.quiet, ref, quiet) })),
    /** Notes which servers are off on purpose, and which should be running. */
    expectOff(changes: ReadonlyMap<ServerRef, boolean>): Result<void> {
      const { expectedOff } = settings.get().preferences
      if ([...changes].every(([ref, isOff]) => expectedOff.includes(ref) === isOff)) return ok()
      const changed = (refs: ServerRef[]) => [...changes].reduce((all, [ref, isOff]) => listed(all, ref, isOff), refs)
      return change((now) => ({ ...now, expectedOff: changed(now.expectedOff) }))
    },
    /** Mutes all notifications; null turns them on again. */
    mute(choice: MuteChoice | null): Result<void> {
      const until = choice === null || choice === 'until-turned-on' ? null : clock.now() + muteHours[choice] * hourMs
      return change((now) => ({ ...now, muted: choice === null ? null : { until } }))
    },
    /** Sets what a person chose of the settings that are plain values; what is not given stays. */
    set: (choices: PreferenceChoices): Result<void> => change((now) => ({ ...now, ...choices })),
    /**
     * Sets how restarts with warnings go. `ref` null: for all servers. `choices` null: the server follows those for all
     * again.
     */
    setRestart: (ref: ServerRef | null, choices: RestartChoices | null): Result<void> =>
      change((now) => ({ ...now, restart: withRestart(now.restart, ref, choices) })),
    /** Sets which old backups of a server may be deleted for a new one; null for none. Deletes nothing by itself. */
    setKeepRule: (ref: ServerRef, rule: KeepRule | null): Result<void> =>
      change((now) => {
        const { [ref]: _, ...others } = now.keepRules
        return { ...now, keepRules: rule === null ? others : { ...others, [ref]: rule } }
      }),
    setShortcut: (globalShortcut: string | null): Result<void> => change((now) => ({ ...now, globalShortcut })),
    setUpdates: (updates: UpdateChoice): Result<void> => change((now) => ({ ...now, updates })),
    /** Notes that the person was told that the app goes on in the tray. */
    noteToldOfTray: (): Result<void> => change((now) => ({ ...now, toldOfTray: true })),
    /** Remembers the area of a server that was looked at last. */
    setArea: (ref: ServerRef, area: AreaId): Result<void> =>
      change((now) => ({ ...now, areas: withArea(now.areas, ref, area) })),
    /** Allows to ask the games of a panel's servers, or forbids it; the question is answered with it. */
    allowPlayersOfPanel(panelId: PanelId, allowed: boolean): Result<void> {
      return changePlayers(({ panels, servers }) => {
        const others = panels.filter((id) => id !== panelId)
        return { asked: true, panels: allowed ? [...others, panelId] : others, servers }
      })
    },
    /** Notes a person's choice for one server's game; what is not given stays. */
    setPlayersOfServer(ref: ServerRef, edit: Partial<Omit<PlayersOfServer, 'ref'>>): Result<void> {
      return changePlayers((now) => ({
        ...now,
        asked: now.asked || edit.isAsked !== undefined,
        servers: withChoice(now.servers, { ...choiceOf(now, ref), ...edit }),
      }))
    },
    /** The question whether games may be asked was answered. */
    endPlayersQuestion: (): Result<void> => changePlayers((now) => ({ ...now, asked: true })),
    /** Has a server stop when nobody was on for a while; null for no longer. Error: `too-many-idle-stops`. */
    setIdleStop(ref: ServerRef, stop: Omit<IdleStop, 'ref'> | null): Result<void> {
      const others = settings.get().preferences.idleStops.filter((one) => one.ref !== ref)
      if (stop !== null && others.length >= maxIdleStops) return fail('too-many-idle-stops')
      const own = stop === null ? [] : [{ ...stop, ref }]
      return change((now) => ({ ...now, idleStops: [...now.idleStops.filter((one) => one.ref !== ref), ...own] }))
    },
    /** Has a server restarted where its game stops answering; or no longer. */
    setFrozenRestart: (ref: ServerRef, restarts: boolean): Result<void> =>
      change((now) => ({ ...now, frozenRestarts: listed(now.frozenRestarts, ref, restarts) })),
    /** Saves a command; one with the same text stays as it is. Error: `too-many-commands`. */
    saveCommand(command: Omit<SavedCommand, 'id'>): Result<void> {
      const { savedCommands } = settings.get().preferences
      if (savedCommands.some(({ ref, text }) => ref === command.ref && text === command.text)) return ok()
      if (savedCommands.length >= maxSavedCommands) return fail('too-many-commands')
      const saved = { ...command, id: newId() }
      return change((now) => ({ ...now, savedCommands: [...now.savedCommands, saved].slice(-maxSavedCommands) }))
    },
    dropCommand: (id: string): Result<void> =>
      change((now) => ({ ...now, savedCommands: now.savedCommands.filter((saved) => saved.id !== id) })),
    /** Shows in the state what is on disk. */
    load,
  }
}

/**
 * Changes of preferences: written to disk first, then shown in the state. Each may fail as `SettingsStore.update` does.
 */
export type PreferenceEdits = ReturnType<typeof createPreferenceEdits>
