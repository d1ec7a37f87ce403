import type { Permission } from './permission.ts'

/** The nine permissions of an API key (client API, *Permissions*). */
export const permissions = [
  'power',
  'console',
  'files-read',
  'files-write',
  'backups-view',
  'backups-full',
  'databases-view',
  'databases-full',
  'settings',
] as const

/** The panel's wording of each permission: its name and what it allows. */
export const permissionText: Readonly<Record<Permission, { name: string; allows: string }>> = {
  power: { name: 'Power', allows: 'Start, stop, restart and kill the server.' },
  console: { name: 'Console', allows: 'Send commands to the server console.' },
  'files-read': { name: 'Files: read', allows: 'List and download files.' },
  'files-write': {
    name: 'Files: read & write',
    allows: 'Everything in Files: read, plus upload, edit, rename and delete files.',
  },
  'backups-view': { name: 'Backups: view', allows: 'List backups and download them.' },
  'backups-full': {
    name: 'Backups: full',
    allows: 'Everything in Backups: view, plus create, restore and delete backups.',
  },
  'databases-view': { name: 'Databases: view', allows: "See the server's databases." },
  'databases-full': {
    name: 'Databases: full',
    allows: 'Everything in Databases: view, plus create databases, change their password and delete them.',
  },
  settings: { name: 'Settings', allows: "Change the server's settings, such as its name." },
}
