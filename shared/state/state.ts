import type { Tables } from './state-schema.ts'

/** The empty tables. Their names are the names of all tables. */
export const emptyTables: Tables = {
  panels: {},
  keys: {},
  servers: {},
  consoles: {},
  trends: {},
  players: {},
  plans: {},
  schedules: {},
  bulks: {},
  backupRuns: {},
  keepRuns: {},
  backupHealth: {},
  restores: {},
  reinstalls: {},
  downloads: {},
  fileMoves: {},
  ownEdits: {},
  activity: {},
  notices: {},
  questions: {},
}
