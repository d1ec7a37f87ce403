/**
 * What an account may do to a server, in the panel's own names (the panel's API, *Permissions*). They are finer than those
 * of an API key, and the two kinds of panels differ in a few.
 */

/** What everybody who was let in may do: look at the console. Panels add it by themselves. */
export const everybodyMay = 'websocket.connect'

type Known = {
  /** In the panel's own name. */
  readonly name: string
  /** What it allows, in a few words. */
  readonly label: string
  /** Known to one kind of panel only, so that it is offered only where the panel tells it. */
  readonly isOfOne?: true
}

type KnownGroup = { readonly name: string; readonly permissions: readonly Known[] }

/** All that is known, in the order in which it is shown. */
const knownGroups: readonly KnownGroup[] = [
  {
    name: 'Console and power',
    permissions: [
      { name: 'control.console', label: 'Send commands' },
      { name: 'control.start', label: 'Start' },
      { name: 'control.stop', label: 'Stop and kill' },
      { name: 'control.restart', label: 'Restart' },
    ],
  },
  {
    name: 'Files',
    permissions: [
      { name: 'file.read', label: 'See folders' },
      { name: 'file.read-content', label: 'Read and download files' },
      { name: 'file.create', label: 'Upload, write and unpack' },
      { name: 'file.update', label: 'Rename and move' },
      { name: 'file.delete', label: 'Delete' },
      { name: 'file.archive', label: 'Compress' },
      { name: 'file.sftp', label: 'Connect over SFTP' },
    ],
  },
  {
    name: 'Backups',
    permissions: [
      { name: 'backup.read', label: 'See backups' },
      { name: 'backup.create', label: 'Make' },
      { name: 'backup.download', label: 'Download' },
      { name: 'backup.restore', label: 'Restore' },
      { name: 'backup.delete', label: 'Delete and lock' },
    ],
  },
  {
    name: 'Schedules',
    permissions: [
      { name: 'schedule.read', label: 'See schedules' },
      { name: 'schedule.create', label: 'Make' },
      { name: 'schedule.update', label: 'Change and run' },
      { name: 'schedule.delete', label: 'Delete' },
    ],
  },
  {
    name: 'Databases',
    permissions: [
      { name: 'database.read', label: 'See databases' },
      { name: 'database.view_password', label: 'See passwords', isOfOne: true },
      { name: 'database.view-password', label: 'See passwords', isOfOne: true },
      { name: 'database.create', label: 'Make' },
      { name: 'database.update', label: 'Give a new password' },
      { name: 'database.delete', label: 'Delete' },
    ],
  },
  {
    name: 'Startup',
    permissions: [
      { name: 'startup.read', label: 'See variables' },
      { name: 'startup.update', label: 'Change variables' },
      { name: 'startup.docker-image', label: 'Choose the image' },
    ],
  },
  {
    name: 'Network',
    permissions: [
      { name: 'allocation.read', label: 'See addresses' },
      { name: 'allocation.create', label: 'Add' },
      { name: 'allocation.update', label: 'Change notes, choose the primary one' },
      { name: 'allocation.delete', label: 'Remove' },
    ],
  },
  {
    name: 'Users',
    permissions: [
      { name: 'user.read', label: 'See users' },
      { name: 'user.create', label: 'Invite' },
      { name: 'user.update', label: 'Change what they may do' },
      { name: 'user.delete', label: 'Remove' },
    ],
  },
  { name: 'Activity', permissions: [{ name: 'activity.read', label: 'See what was done' }] },
  {
    name: 'Settings',
    permissions: [
      { name: 'settings.rename', label: 'Rename' },
      { name: 'settings.description', label: 'Change the description', isOfOne: true },
      { name: 'settings.change-icon', label: 'Change the icon', isOfOne: true },
      { name: 'settings.reinstall', label: 'Reinstall' },
    ],
  },
  {
    name: 'Mounts',
    permissions: [
      { name: 'mount.read', label: 'See mounts', isOfOne: true },
      { name: 'mount.update', label: 'Change mounts', isOfOne: true },
    ],
  },
]

const known = knownGroups.flatMap(({ permissions }) => permissions)

/** Maximum number of permissions that are read or sent of one user; panels have some forty. */
export const maxAccountPermissions = 200

const shape = /^[a-z0-9_.-]{1,64}$/i

/** True for a text that can be the name of a permission. */
export const isAccountPermission = (text: string): boolean => shape.test(text)

export type PermissionGroup = {
  readonly name: string
  readonly permissions: readonly { readonly name: string; readonly label: string }[]
}

/**
 * The permissions that can be given on a panel, in groups and in our order; those that only the panel knows come last,
 * under its own names. What everybody may is not among them.
 * @param told what the panel says that it knows; null where it does not say, for what all panels know
 * @param held what a user has, which is offered in any case
 */
export function permissionGroups(told: readonly string[] | null, held: readonly string[] = []): PermissionGroup[] {
  const usual = told ?? known.flatMap(({ name, isOfOne }) => (isOfOne ? [] : name))
  const offered = new Set([...usual, ...held])
  offered.delete(everybodyMay)
  const groups = knownGroups.map(({ name, permissions }) => ({
    name,
    permissions: permissions.filter((one) => offered.has(one.name)).map(({ name, label }) => ({ name, label })),
  }))
  const others = [...offered].filter((name) => !known.some((one) => one.name === name))
  const other = { name: 'Other', permissions: others.map((name) => ({ name, label: name })) }
  return [...groups, other].filter(({ permissions }) => permissions.length > 0)
}

/** The names in groups, in their order. */
export const namesIn = (groups: readonly PermissionGroup[]): string[] =>
  groups.flatMap(({ permissions }) => permissions.map(({ name }) => name))

/** The label of a permission with its group, as in a sentence: `Files: Delete`. */
export function permissionName(name: string): string {
  for (const group of knownGroups) {
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

/** What belongs to a role that is often given. */
export const userPresets = [
  {
    id: 'read-only',
    name: 'Read only',
    label: 'Read only',
    includes: (name: string) => /\.read(?:-content)?$/.test(name) && !isOfUsers(name),
  },
  {
    id: 'moderator',
    name: 'Moderator',
    label: 'Moderator: console and power',
    includes: (name: string) => name.startsWith('control.'),
  },
  { id: 'files', name: 'Files', label: 'Files', includes: (name: string) => name.startsWith('file.') },
  {
    id: 'all-but-users',
    name: 'Everything but users',
    label: 'Everything but users',
    includes: (name: string) => !isOfUsers(name),
  },
] as const
export type UserPresetId = (typeof userPresets)[number]['id']

const isOfUsers = (name: string) => name.startsWith('user.')

/** What a preset gives of the permissions that are offered. */
export function permissionsOfPreset(id: UserPresetId, offered: readonly string[]): string[] {
  const preset = userPresets.find((one) => one.id === id)
  return preset === undefined ? [] : offered.filter(preset.includes)
}

/** True where two lists of permissions give the same, whatever their order. */
export function areSamePermissions(a: readonly string[], b: readonly string[]): boolean {
  const [of, to] = [a, b].map((names) => new Set(names.filter((name) => name !== everybodyMay)))
  return of !== undefined && to !== undefined && of.size === to.size && [...of].every((name) => to.has(name))
}

/** The preset that gives just these permissions; null for none of them. */
export function presetOf(held: readonly string[], offered: readonly string[]): UserPresetId | null {
  return userPresets.find(({ id }) => areSamePermissions(held, permissionsOfPreset(id, offered)))?.id ?? null
}
