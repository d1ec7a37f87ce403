import type { ErrorCode } from '../../shared/errors.ts'
import { maxEditBytes } from '../../shared/files/files.ts'
import type { Right } from '../../shared/keys/rights.ts'

/** What is known of a call before it goes out. */
type Facts = {
  /**
   * How much of its answer is read at most, in bytes; null where the status alone counts. A larger answer is refused
   * (`answer-too-large`).
   */
  readonly maxBytes: number | null
  /** How many values its answer may have, as `createJsonBound` counts them; `usualMaxValues` where it is left out. */
  readonly maxValues?: number
  /**
   * Counted apart by the panel, a few in a while for each server (the panel's API, *Rate limits*): its 429 says nothing
   * of other calls, and is told at once.
   */
  readonly hasOwnLimit?: true
  /** Never goes out a second time, not even after a 429: by then it may mean something else. */
  readonly isOnce?: true
  /** About the account behind the key: a 404 says nothing of a server. */
  readonly isOfAccount?: true
  /** What a 404 means, where that is not that the server is gone. */
  readonly missing?: ErrorCode
  /** What it takes of the account, in the panel's own name (the panel's API, *Permissions*); left out where it depends. */
  readonly right?: Right
  /** A call about files, by the server's full uuid: its refusals are mostly those of the server's machine. */
  readonly isOfFiles?: true
  /** The answer is a file's bytes. */
  readonly isRaw?: true
  /** Bound on the exchange in milliseconds, where it can last longer than others. */
  readonly timeoutMs?: number
}

/** Far more than any page of backups, schedules or activity has. Reading so many takes well below a tenth of a second. */
export const usualMaxValues = 150_000
/** Of 2,500 servers in one answer, or 25,000 files. Building so many takes up to a tenth of a second. */
const manyValues = 300_000

const small = 64 * 1024
const ofServer = 256 * 1024
/** A page of 50 backups, each with its list of files to leave out; or all schedules of a server with their tasks. */
const ofCollection = 4 * 1024 * 1024
/** More than ten thousand files, each with a name of the greatest length. */
const ofFolder = 16 * 1024 * 1024

/** Bounds on one exchange in milliseconds: a panel waits 15 s for a server's machine, and then says so; 20 s to act. */
export const usualTimeouts = { readMs: 20_000, actMs: 25_000 }
/** Whole files go over the line. */
const fileMs = 90_000
/** Panels wait so long for an archive (the panel's API, part 2, *Compress / decompress*). */
const archiveMs = 15 * 60_000

const onFile = { maxBytes: ofServer, missing: 'file-not-found', isOfFiles: true } as const
/** Sent once: by the time of a second try somebody may have changed the folder. */
const changesFile = { ...onFile, isOnce: true } as const

/** What makes something new, or all of a server anew: once, and within a limit of its own. */
const creates = { maxBytes: ofServer, hasOwnLimit: true, isOnce: true, missing: 'not-on-panel' } as const

/** What begins something that goes on: the same, and its status alone counts. */
const begins = { maxBytes: null, hasOwnLimit: true, isOnce: true } as const

/** The calls of the client API that the app makes. */
export const operations = {
  list: { maxBytes: 16 * 1024 * 1024, maxValues: manyValues, missing: 'api-not-found' },
  resources: { maxBytes: ofServer },
  server: { maxBytes: ofServer, missing: 'not-on-panel' },
  activity: { maxBytes: ofCollection, missing: 'not-on-panel', right: 'activity.read' },
  console: { maxBytes: ofServer, hasOwnLimit: true, right: 'websocket.connect' },
  // A 404 of a panel without the plugin says nothing of the server.
  players: { maxBytes: small, hasOwnLimit: true, missing: 'not-on-panel' },
  power: { maxBytes: null },
  command: { maxBytes: null, right: 'control.console' },
  backups: { maxBytes: ofCollection, missing: 'not-on-panel', right: 'backup.read' },
  backup: { maxBytes: ofServer, missing: 'backup-not-found', right: 'backup.read' },
  'backup-link': { maxBytes: ofServer, missing: 'backup-not-found', right: 'backup.download' },
  'backup-create': { ...creates, right: 'backup.create' },
  'backup-lock': { maxBytes: ofServer, isOnce: true, missing: 'backup-not-found', right: 'backup.delete' },
  'backup-rename': { maxBytes: ofServer, missing: 'backup-not-found' },
  'backup-delete': { maxBytes: null, missing: 'backup-not-found', right: 'backup.delete' },
  'backup-restore': { ...begins, missing: 'backup-not-found', right: 'backup.restore' },
  schedules: { maxBytes: ofCollection, missing: 'not-on-panel', right: 'schedule.read' },
  schedule: { maxBytes: ofServer, missing: 'schedule-not-found' },
  'schedule-create': { ...creates, right: 'schedule.create' },
  'schedule-delete': { maxBytes: null, missing: 'schedule-not-found', right: 'schedule.delete' },
  'schedule-run': { ...begins, missing: 'schedule-not-found', right: 'schedule.update' },
  'schedule-update': { maxBytes: ofServer, missing: 'schedule-not-found', right: 'schedule.update' },
  'task-create': { maxBytes: ofServer, isOnce: true, missing: 'schedule-not-found', right: 'schedule.update' },
  'task-delete': { maxBytes: null, missing: 'schedule-not-found', right: 'schedule.update' },
  'task-update': { maxBytes: ofServer, missing: 'schedule-not-found', right: 'schedule.update' },
  files: { ...onFile, maxBytes: ofFolder, maxValues: manyValues, right: 'file.read' },
  'file-read': { ...onFile, maxBytes: maxEditBytes, isRaw: true, timeoutMs: fileMs, right: 'file.read-content' },
  'file-link': onFile,
  'file-write': { ...changesFile, timeoutMs: fileMs, right: 'file.create' },
  'file-change': changesFile,
  'file-archive': { ...changesFile, timeoutMs: archiveMs },
  'file-pull': { ...changesFile, hasOwnLimit: true, right: 'file.create' },
  permissions: { maxBytes: ofServer, missing: 'not-on-panel' },
  users: { maxBytes: ofCollection, missing: 'not-on-panel', right: 'user.read' },
  user: { maxBytes: ofServer, missing: 'user-not-found' },
  'user-invite': { ...creates, right: 'user.create' },
  'user-update': { maxBytes: ofServer, isOnce: true, missing: 'user-not-found', right: 'user.update' },
  'user-remove': { maxBytes: null, isOnce: true, missing: 'user-not-found', right: 'user.delete' },
  'settings-rename': { maxBytes: null, isOnce: true, missing: 'not-on-panel', right: 'settings.rename' },
  'settings-description': { maxBytes: null, isOnce: true, missing: 'not-on-panel', right: 'settings.description' },
  'settings-reinstall': { ...creates, maxBytes: null, right: 'settings.reinstall' },
  account: { maxBytes: ofServer, isOfAccount: true, missing: 'not-on-panel' },
  allocations: { maxBytes: ofServer, missing: 'not-on-panel', right: 'allocation.read' },
  'allocation-add': { ...creates, right: 'allocation.create' },
  'allocation-note': { maxBytes: ofServer, isOnce: true, missing: 'allocation-not-found', right: 'allocation.update' },
  'allocation-primary': { maxBytes: null, isOnce: true, missing: 'allocation-not-found', right: 'allocation.update' },
  'allocation-remove': { maxBytes: null, isOnce: true, missing: 'allocation-not-found', right: 'allocation.delete' },
  databases: { maxBytes: ofServer, missing: 'not-on-panel', right: 'database.read' },
  'database-create': { ...creates, right: 'database.create' },
  'database-rotate': { maxBytes: null, isOnce: true, missing: 'database-not-found', right: 'database.update' },
  'database-delete': { maxBytes: null, isOnce: true, missing: 'database-not-found', right: 'database.delete' },
  startup: { maxBytes: ofCollection, missing: 'not-on-panel', right: 'startup.read' },
  'startup-variable': { maxBytes: ofServer, missing: 'not-on-panel', right: 'startup.update' },
  'startup-image': { maxBytes: null, missing: 'not-on-panel', right: 'startup.docker-image' },
} as const satisfies Record<string, Facts>

export type Operation = keyof typeof operations

/** The facts of an operation, those that it leaves out among them. */
export const factsOf = (operation: Operation): Facts => operations[operation]
