import { z } from 'zod'
import { panelActivityContract } from '../activity/contract.ts'
import { allocationsContract } from '../allocations/contract.ts'
import { backupsContract } from '../backups/contract.ts'
import { bulkIdSchema, bulkPaceSchema, bulkRefsSchema, bulkWorkSchema } from '../bulk/contract.ts'
import { databasesContract } from '../databases/contract.ts'
import { filesContract, unsavedChangeSchema } from '../files/contract.ts'
import { fileMovesContract } from '../files/contract-moves.ts'
import { maxUnsaved } from '../files/files.ts'
import { jobsContract } from '../jobs/contract.ts'
import { addressInputSchema, keysContract } from '../keys/contract.ts'
import { historySchema, historySpanSchema } from '../load-history/contract.ts'
import { rememberedAreaSchema } from '../model/area-schema.ts'
import { consoleCommandSchema, consoleLineSchema } from '../model/console-schema.ts'
import { done, nothing } from '../model/contract-schema.ts'
import { keyIdSchema, panelIdSchema, serverRefSchema } from '../model/identifier-schema.ts'
import { noticeIdSchema } from '../model/notice-schema.ts'
import { gameIdSchema, playersGameSchema, playersTestSchema, portSchema } from '../model/players-schema.ts'
import { powerSignalSchema } from '../model/power-schema.ts'
import {
  keepRuleSchema,
  muteChoiceSchema,
  preferenceChoicesSchema,
  savedCommandIdSchema,
  savedCommandSchema,
  shortcutSchema,
} from '../model/preferences-schema.ts'
import { questionIdSchema } from '../model/question-schema.ts'
import {
  idleStopSchema,
  planIdSchema,
  restartChoicesSchema,
  restartWhenSchema,
  scheduleIdSchema,
  scheduleSchema,
} from '../model/restart-schema.ts'
import { appFolders } from '../model/settings-section.ts'
import { panelSchedulesContract } from '../panel-schedules/contract.ts'
import { handoverPreviewSchema } from '../restart/handover-schema.ts'
import type { Result } from '../result.ts'
import { serverSettingsContract } from '../server-settings/contract.ts'
import { startupContract } from '../startup/contract.ts'
import { appStateSchema, statePatchSchema } from '../state/state-schema.ts'
import { updateChoiceSchema } from '../updates/contract.ts'
import { usersContract } from '../users/contract.ts'

/** How many keys an import added, each without a token, and how many were known before. */
const importedSchema = z.object({ added: z.number(), known: z.number() })

const isKill = (work: z.infer<typeof bulkWorkSchema>) => work.kind === 'power' && work.signal === 'kill'

const snapshotSchema = z.object({ revision: z.number(), state: appStateSchema })

/**
 * Every call from the window to the main process: what it may carry, and what comes back.
 * Requests are parsed before a handler sees them. Replies are parsed too, so a field that is not
 * listed here (a token, say) cannot leave the main process.
 */
export const invokeContract = {
  'state:snapshot': { request: nothing, reply: snapshotSchema },
  ...keysContract,
  /** Starts the demo panel and adds a key of it, stored like any other. */
  'demo:add': { request: nothing, reply: z.object({ keyId: keyIdSchema }) },
  /** Opens the demo panel in the browser, through a one-time link. */
  'demo:open': { request: nothing, reply: done },
  'servers:refresh': { request: nothing, reply: done },
  /** Tells which servers a person sees now. */
  'servers:setVisible': { request: z.object({ refs: z.array(serverRefSchema).max(200) }), reply: done },
  'servers:pin': { request: z.object({ ref: serverRefSchema, pinned: z.boolean() }), reply: done },
  /** Turns the notifications of one server off or on. */
  'servers:setQuiet': { request: z.object({ ref: serverRefSchema, quiet: z.boolean() }), reply: done },
  /** Says that a server is off on purpose, or that it should be running. */
  'servers:setExpectedOff': { request: z.object({ ref: serverRefSchema, expectedOff: z.boolean() }), reply: done },
  /** Shows an area of a server in the main window. */
  'servers:show': { request: rememberedAreaSchema, reply: done },
  /** Sends a power signal. `keyId` uses exactly that key, as a person may choose after another was refused. */
  'servers:power': {
    request: z
      .object({
        ref: serverRefSchema,
        signal: powerSignalSchema,
        confirmed: z.boolean(),
        keyId: keyIdSchema.optional(),
        /** A link asked for it. */
        origin: z.literal('link').optional(),
      })
      .refine((request) => request.signal !== 'kill' || request.confirmed),
    reply: done,
  },
  /** Opens the panel's page for its own schedules of a server. */
  'servers:openSchedules': { request: z.object({ ref: serverRefSchema }), reply: done },
  /**
   * A server's load over a span until now, as far as it is known: one point for each step of the span, oldest first.
   * Error: `unknown-server`.
   */
  'servers:load': { request: z.object({ ref: serverRefSchema, span: historySpanSchema }), reply: historySchema },
  'servers:command': {
    request: z.object({
      ref: serverRefSchema,
      command: consoleCommandSchema,
      keyId: keyIdSchema.optional(),
      /** Kept out of the history: typed with a space in front. */
      isPrivate: z.boolean().optional(),
    }),
    reply: done,
  },
  /**
   * Allows to ask the games of a panel's servers, or of one server, past the panel. For a server null means: as for its
   * panel. Either way the question is answered.
   */
  'players:allow': {
    request: z.union([
      z.object({ panelId: panelIdSchema, allowed: z.boolean() }),
      z.object({ ref: serverRefSchema, allowed: z.boolean().nullable() }),
    ]),
    reply: done,
  },
  /** The person was asked whether games may be asked, and wants it not now. */
  'players:answer': { request: nothing, reply: done },
  /** What a server's game is guessed to be, and at which ports of the server it could be asked; asks nothing. */
  'players:game': { request: z.object({ ref: serverRefSchema }), reply: playersGameSchema },
  /** Corrects what a server's game was guessed to be, and its port; null is as guessed. */
  'players:setGame': {
    request: z.object({ ref: serverRefSchema, game: gameIdSchema.nullable(), port: portSchema.nullable() }),
    reply: done,
  },
  /** Asks the game of a server now, and tells what came back. Error: `unknown-server`. */
  'players:test': { request: z.object({ ref: serverRefSchema }), reply: playersTestSchema },
  /**
   * Sends the game's command that lists its players, as a person asked for it; the answer is read from the console.
   * Errors: as of a command, and `no-list-command`.
   */
  'players:askList': { request: z.object({ ref: serverRefSchema }), reply: done },
  /**
   * Follows a server's console from this window: returns the kept lines after number `after` (0 for all), oldest first;
   * later ones come as `console:lines`, after `console:more`. `isCut` where some lines after `after` are no longer kept.
   */
  'console:watch': {
    request: z.object({ ref: serverRefSchema, after: z.number().int().min(0) }),
    reply: z.object({ lines: z.array(consoleLineSchema), isCut: z.boolean() }),
  },
  /** Asks for the next batch of a console that this window follows: one `console:lines`, once there are lines. */
  'console:more': { request: z.object({ ref: serverRefSchema }), reply: done },
  'console:unwatch': { request: z.object({ ref: serverRefSchema }), reply: done },
  /** Deletes the kept lines of a server up to and including number `upTo`. */
  'console:clear': { request: z.object({ ref: serverRefSchema }), reply: z.object({ upTo: z.number() }) },
  /** Asks for a file and writes the kept lines to it as plain text; null when the person cancelled. */
  'console:save': { request: z.object({ ref: serverRefSchema }), reply: z.object({ file: z.string() }).nullable() },
  /** The commands sent to a server before, oldest first, without immediate repeats; kept over restarts. */
  'console:history': {
    request: z.object({ ref: serverRefSchema }),
    reply: z.object({ commands: z.array(z.string()) }),
  },
  'console:forget': { request: z.object({ ref: serverRefSchema }), reply: done },
  /** Opens an address that stands in a console in the browser, after the main process has asked the person. */
  'console:openLink': { request: z.object({ address: addressInputSchema }), reply: done },
  /** Shows a server's console in a window of its own. */
  'console:openWindow': { request: z.object({ ref: serverRefSchema }), reply: done },
  /**
   * What would be lost with the window: what is changed and not saved, by name, and whether anything else is typed, such
   * as a command or a form.
   */
  'windows:setUnsaved': {
    request: z.object({ unsaved: z.array(unsavedChangeSchema).max(maxUnsaved), isTyped: z.boolean() }),
    reply: done,
  },
  /** Saves a command, for one server, or for all where `ref` is null. */
  'commands:save': { request: savedCommandSchema.omit({ id: true }), reply: done },
  'commands:drop': { request: z.object({ id: savedCommandIdSchema }), reply: done },
  /**
   * Plans a restart with warnings: in some seconds, or at a time in unix milliseconds, at most a day ahead. Warnings
   * that no longer fit are left out. Errors: `unknown-server`, `plan-running`, `too-late`.
   */
  'restart:plan': {
    request: z.object({ ref: serverRefSchema, choices: restartChoicesSchema, when: restartWhenSchema }),
    reply: z.object({ id: planIdSchema }),
  },
  /** Postpones a plan by five minutes. Error: `too-late` once the last command or the signal was sent. */
  'restart:postpone': { request: z.object({ id: planIdSchema }), reply: done },
  /**
   * Restarts now, after the wait of the last command where there is one; also runs a missed plan. Error: `too-late`.
   */
  'restart:now': { request: z.object({ id: planIdSchema }), reply: done },
  /** Cancels a plan; `announce` sends its cancel text to the players. Error: `too-late` once the signal was sent. */
  'restart:cancel': { request: z.object({ id: planIdSchema, announce: z.boolean() }), reply: done },
  /** Removes a plan that has ended from the state. */
  'restart:dismiss': { request: z.object({ id: planIdSchema }), reply: done },
  /** Saves a schedule; without an id as a new one. Errors: `too-many-schedules`, `handover-running`. */
  'schedules:save': {
    request: scheduleSchema.omit({ id: true }).extend({ id: scheduleIdSchema.optional() }),
    reply: z.object({ id: scheduleIdSchema }),
  },
  'schedules:remove': { request: z.object({ id: scheduleIdSchema }), reply: done },
  'schedules:setEnabled': { request: z.object({ id: scheduleIdSchema, enabled: z.boolean() }), reply: done },
  /**
   * Tells what would be written to the panels of a planned restart, after a look at each. Errors: `unknown-plan`,
   * `handover-needs-players`, `handover-needs-backup`, `handover-due`.
   */
  'schedules:previewOnPanel': { request: z.object({ id: scheduleIdSchema }), reply: handoverPreviewSchema },
  /**
   * Writes it to its panels once, pauses it here, and switches it on there. After an error its hint says where it runs
   * and what may be on the panel. Errors beside those of the preview and of any call to a panel: `handover-running`,
   * `handover-differs`, `handover-wrong-time`.
   */
  'schedules:createOnPanel': { request: z.object({ id: scheduleIdSchema }), reply: done },
  /** Starts a bulk action. A kill needs the number of servers as the person typed it. */
  'bulk:start': {
    request: z
      .object({
        work: bulkWorkSchema,
        refs: bulkRefsSchema,
        staggerMs: bulkPaceSchema,
        confirmed: z.number().int().optional(),
      })
      .refine(({ work, refs, confirmed }) => !isKill(work) || confirmed === refs.length),
    reply: z.object({ id: bulkIdSchema }),
  },
  'bulk:pause': { request: z.object({ id: bulkIdSchema }), reply: done },
  'bulk:resume': { request: z.object({ id: bulkIdSchema }), reply: done },
  /** Cancels the servers whose turn has not come, and countdowns under way; `announce` tells the players of these. */
  'bulk:cancel': { request: z.object({ id: bulkIdSchema, announce: z.boolean() }), reply: done },
  'bulk:dismiss': { request: z.object({ id: bulkIdSchema }), reply: done },
  ...backupsContract,
  ...jobsContract,
  ...panelSchedulesContract,
  ...filesContract,
  ...fileMovesContract,
  ...databasesContract,
  ...usersContract,
  ...serverSettingsContract,
  ...panelActivityContract,
  ...startupContract,
  ...allocationsContract,
  /** Shows one now, with which macOS asks for permission. Error: `notifications-unavailable`. */
  'notifications:test': { request: nothing, reply: done },
  /** Mutes all notifications; null turns them on. */
  'preferences:mute': { request: z.object({ choice: muteChoiceSchema.nullable() }), reply: done },
  /** Sets what a person chose of the settings that are plain values; what is not given stays. */
  'preferences:set': { request: preferenceChoicesSchema, reply: done },
  /**
   * Sets how restarts with warnings go. `ref` null: for all servers. `choices` null: the server follows those for all
   * again.
   */
  'preferences:setRestart': {
    request: z
      .object({ ref: serverRefSchema.nullable(), choices: restartChoicesSchema.nullable() })
      .refine(({ ref, choices }) => ref !== null || choices !== null),
    reply: done,
  },
  /** Sets the global shortcut; null turns it off. Error: `shortcut-taken`, and the former one stays. */
  'preferences:setShortcut': { request: z.object({ accelerator: shortcutSchema }), reply: done },
  /** Remembers which area of a server was looked at last. */
  'preferences:setArea': { request: rememberedAreaSchema, reply: done },
  /**
   * Sets which old backups of a server may be deleted where the next one needs their place; null for none. Deletes
   * nothing by itself.
   */
  'preferences:setKeepRule': {
    request: z.object({ ref: serverRefSchema, rule: keepRuleSchema.nullable() }),
    reply: done,
  },
  /** Has a server stop when nobody was on for a while; null for no longer. Error: `too-many-idle-stops`. */
  'preferences:setIdleStop': {
    request: z.object({ ref: serverRefSchema, stop: idleStopSchema.omit({ ref: true }).nullable() }),
    reply: done,
  },
  /** Has a server restarted, with a warning, where its game stops answering; or no longer. */
  'preferences:setFrozenRestart': { request: z.object({ ref: serverRefSchema, restarts: z.boolean() }), reply: done },
  /** Asks the system anew: what it has may have been changed there. */
  'startAtLogin:read': { request: nothing, reply: done },
  'startAtLogin:set': { request: z.object({ on: z.boolean() }), reply: done },
  /** How to look for new versions; the first look follows at once. */
  'updates:choose': { request: z.object({ choice: updateChoiceSchema }), reply: done },
  'updates:check': { request: nothing, reply: done },
  /** Downloads the version that was found. */
  'updates:download': { request: nothing, reply: done },
  /** Quits, installs the downloaded version and starts it. */
  'updates:restart': { request: nothing, reply: done },
  /** Opens the page of the releases in the browser. */
  'updates:openPage': { request: nothing, reply: done },
  /** Asks for a file and writes the settings without tokens to it; null when the person cancelled. */
  'settings:export': { request: nothing, reply: z.object({ file: z.string() }).nullable() },
  /** Asks for a file and adds its panels and keys; null when the person cancelled. */
  'settings:import': { request: nothing, reply: importedSchema.nullable() },
  /** The folders in which the app keeps what it keeps: absolute paths, for the person alone. */
  'settings:places': { request: nothing, reply: z.record(z.enum(appFolders), z.string()) },
  /** Opens one of these folders in the system's file manager. */
  'settings:openPlace': { request: z.object({ place: z.enum(appFolders) }), reply: done },
  /** What a person answered in the window of a question. Error: `unknown-question`, once it was taken back. */
  'questions:answer': {
    request: z.object({ id: questionIdSchema, isYes: z.boolean(), isOther: z.literal(true).optional() }),
    reply: done,
  },
  'notices:dismiss': { request: z.object({ id: noticeIdSchema }), reply: done },
  /** A text about the app that is safe to paste in public, for the window to copy. */
  'app:copyDiagnostics': { request: nothing, reply: z.object({ text: z.string() }) },
} as const satisfies Record<string, { request: z.ZodType; reply: z.ZodType }>

/** Every message from the main process to the window. */
export const pushContract = {
  'state:patch': statePatchSchema,
  /** New lines of a console that this window follows, oldest first, at most 30 times a second for each server. */
  'console:lines': z.object({ ref: serverRefSchema, lines: z.array(consoleLineSchema) }),
} as const satisfies Record<string, z.ZodType>

export type InvokeChannel = keyof typeof invokeContract
/** No page can call it: what it carries comes from the preload script, which has it from the system. */
export type DropChannel = 'fileMoves:dropped'
export type PageChannel = Exclude<InvokeChannel, DropChannel>
export type PushChannel = keyof typeof pushContract

export type InvokeRequest<C extends InvokeChannel> = z.input<(typeof invokeContract)[C]['request']>
export type InvokeReply<C extends InvokeChannel> = z.output<(typeof invokeContract)[C]['reply']>
export type PushMessage<C extends PushChannel> = z.output<(typeof pushContract)[C]>

type Arguments<T> = undefined extends T ? [] : [request: T]
/** What a call is made with: its channel, and its request where it has one. */
export type CallArguments<C extends PageChannel> = [channel: C, ...request: Arguments<InvokeRequest<C>>]

/** What the preload script puts on the page as `window.servertray`. */
export type Bridge = {
  readonly call: <C extends PageChannel>(...request: CallArguments<C>) => Promise<Result<InvokeReply<C>>>
  /** Each returns the function that ends the subscription. */
  readonly on: {
    readonly [C in PushChannel]: (listener: (message: PushMessage<C>) => void) => () => void
  }
  /**
   * Tells the app of the files of a drop: `File` objects, whose paths only the system knows. Those that the page made
   * itself have none, and are ignored. Error: `upload-nothing`.
   */
  readonly drop: (files: readonly object[]) => Promise<Result<InvokeReply<DropChannel>>>
}
