import type { AreaId } from '../../../shared/model/area.ts'

/** The entries that open an area of a server; the console is what a server's name alone leads to. */
export const areaLabels: Readonly<Record<AreaId, (name: string) => string>> = {
  console: (name) => `Open console of ${name}`,
  live: (name) => `${name}: live`,
  backups: (name) => `${name}: backups`,
  schedules: (name) => `${name}: schedules`,
  files: (name) => `${name}: files`,
  databases: (name) => `${name}: databases`,
  startup: (name) => `${name}: startup`,
  network: (name) => `${name}: network`,
  users: (name) => `${name}: users`,
  activity: (name) => `${name}: activity`,
  settings: (name) => `${name}: settings`,
}
