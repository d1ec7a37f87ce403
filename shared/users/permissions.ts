/**
 * What an account may do to a server, in the panel's own names (the panel's API, *Permissions*). They are finer than those
 * of an API key, and the two kinds of panels differ in a few.
 */

/** What everybody who was let in may do: look at the console. Panels add it by themselves. */
export const everybodyMay = 'websocket.connect'

/** What each allows, in a few words, by its name: all that is known, in groups and in the order in which it is shown. */
const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Console and power': {
    'control.console': 'Send commands',
    'control.start': 'Start',
    'control.stop': 'Stop and kill',
    'control.restart': 'Restart',
  },
  Files: {
    'file.read': 'See folders',
    'file.read-content': 'Read and download files',
    'file.create': 'Upload, write and unpack',
    'file.update': 'Rename and move',
    'file.delete': 'Delete',
    'file.archive': 'Compress',
    'file.sftp': 'Connect over SFTP',
  },
  Backups: {
    'backup.read': 'See backups',
    'backup.create': 'Make',
    'backup.download': 'Download',
    'backup.restore': 'Restore',
    'backup.delete': 'Delete and lock',
  },
  Schedules: {
    'schedule.read': 'See schedules',
    'schedule.create': 'Make',
    'schedule.update': 'Change and run',
    'schedule.delete': 'Delete',
  },
  Databases: {
    'database.read': 'See databases',
    'database.view_password': 'See passwords',
    'database.view-password': 'See passwords',
    'database.create': 'Make',
    'database.update': 'Give a new password',
    'database.delete': 'Delete',
  },
  Startup: {
    'startup.read': 'See variables',
    'startup.update': 'Change variables',
    'startup.docker-image': 'Choose the image',
  },
  Network: {
    'allocation.read': 'See addresses',
    'allocation.create': 'Add',
    'allocation.update': 'Change notes, choose the primary one',
    'allocation.delete': 'Remove',
  },
  Users: {
    'user.read': 'See users',
    'user.create': 'Invite',
    'user.update': 'Change what they may do',
    'user.delete': 'Remove',
  },
  Activity: {
    'activity.read': 'See what was done',
  },
  Settings: {
    'settings.rename': 'Rename',
    'settings.description': 'Change the description',
    'settings.change-icon': 'Change the icon',
    'settings.reinstall': 'Reinstall',
  },
  Mounts: {
    'mount.read': 'See mounts',
    'mount.update': 'Change mounts',
  },
}

/** Known to one kind of panel only, so that they are offered only where the panel tells them. */
const ofOneKind: readonly string[] = [
  'database.view_password',
  'database.view-password',
  'settings.description',
  'settings.change-icon',
  'mount.read',
  'mount.update',
]

export type PermissionGroup = {
  readonly name: string
  readonly permissions: readonly { readonly name: string; readonly label: string }[]
}

const known: readonly PermissionGroup[] = Object.entries(labels).map(([group, permissions]) => ({
  name: group,
  permissions: Object.entries(permissions).map(([name, label]) => ({ name, label })),
}))

/** The names in groups, in their order. */
export const namesIn = (groups: readonly PermissionGroup[]): string[] =>
  groups.flatMap(({ permissions }) => permissions.map(({ name }) => name))

/** Maximum number of permissions that are read or sent of one user; panels have some forty. */
export const maxAccountPermissions = 200

const shape = /^[a-z0-9_.-]{1,64}$/i

/** True for a text that can be the name of a permission. */
export const isAccountPermission = (text: string): boolean => shape.test(text)

/**
 * The permissions that can be given on a panel, in groups and in our order; those that only the panel knows come last,
 * under its own names. What everybody may is not among them.
 * @param told what the panel says that it knows; null where it does not say, for what all panels know
 * @param held what a user has, which is offered in any case
 */
export function permissionGroups(supported: readonly string[] | null, held: readonly string[] = []): PermissionGroup[] {
  const usual = supported ?? namesIn(known).filter((name) => !ofOneKind.includes(name))
  const offered = new Set([...usual, ...held])
  offered.delete(everybodyMay)
  const groups = known.map(({ name, permissions }) => ({
    name,
    permissions: permissions.filter((one) => offered.has(one.name)),
  }))
  const others = [...offered].filter((name) => !namesIn(known).includes(name))
  const other = { name: 'Other', permissions: others.map((name) => ({ name, label: name })) }
  return [...groups, other].filter(({ permissions }) => permissions.length > 0)
}

/** The label of a permission with its group, as in a sentence: `Files: Delete`. */
export function permissionName(name: string): string {
  for (const group of known) {
    const found = group.permissions.find((one) => one.name === name)
    if (found !== undefined) return `${group.name}: ${found.label}`
  }
  return name
}

/**
 * True where an account may give a permission to others: panels let nobody give what they lack.
 * @param own what the account may itself; null where the panel does not tell
 */
export const mayGive = (own: readonly string[] | null, name: string): boolean =>
  own === null || own.includes('*') || own.includes(name) || name === everybodyMay

const isOfUsers = (name: string) => name.startsWith('user.')

/** Roles that are often given. */
export const userPresets = ['Read only', 'Moderator', 'Files', 'Everything but users'] as const
export type UserPreset = (typeof userPresets)[number]

/** What belongs to each. */
const includes: Readonly<Record<UserPreset, (name: string) => boolean>> = {
  'Read only': (name) => /\.read(?:-content)?$/.test(name) && !isOfUsers(name),
  Moderator: (name) => name.startsWith('control.'),
  Files: (name) => name.startsWith('file.'),
  'Everything but users': (name) => !isOfUsers(name),
}

/** What a preset gives of the permissions that are offered. */
export const permissionsOfPreset = (preset: UserPreset, offered: readonly string[]): string[] =>
  offered.filter(includes[preset])

/** True where two lists of permissions give the same, whatever their order. */
export function areSamePermissions(a: readonly string[], b: readonly string[]): boolean {
  const [of, to] = [a, b].map((names) => new Set(names.filter((name) => name !== everybodyMay)))
  return of !== undefined && to !== undefined && of.size === to.size && [...of].every((name) => to.has(name))
}

/** The preset that gives just these permissions; null for none of them. */
export const presetOf = (held: readonly string[], offered: readonly string[]): UserPreset | null =>
  userPresets.find((preset) => areSamePermissions(held, permissionsOfPreset(preset, offered))) ?? null
