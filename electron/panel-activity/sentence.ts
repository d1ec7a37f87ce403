import type { ActivityDetail, PanelActivityLine } from '../../shared/activity/contract.ts'
import { firstNames, safeText } from '../../shared/model/text.ts'
import { own } from '../../shared/own.ts'
import { everybodyMay, permissionName } from '../../shared/users/permissions.ts'
import type { PanelEvent } from './panel.ts'

/** What an event says, and what of it is shown only when a person asks. */
export type Sentence = {
  readonly text: string
  readonly tone: PanelActivityLine['tone']
  readonly details: readonly ActivityDetail[]
}

/** The longest sentence, in characters: a name must not fill the list. */
const maxText = 200

/** Reads the properties of one event. */
function propertiesOf({ properties }: Pick<PanelEvent, 'properties'>) {
  const one = (...names: string[]) =>
    names.map((name) => properties.get(name)?.[0] ?? '').find((value) => value !== '') ?? ''
  const all = (name: string) => properties.get(name) ?? []
  const missing = (name: string) => {
    const counted = Number(one(`${name}_count`, 'count'))
    return Number.isSafeInteger(counted) ? Math.max(0, counted - all(name).length) : 0
  }
  return {
    /** The first value by any of these names; empty where there is none. */
    one,
    /** All values of a list. */
    all,
    /** How many values of a list are only counted. */
    missing,
    /** `“name”`, or what stands for it. */
    quoted: (name: string) => (one(name) === '' ? 'without a name' : `“${one(name)}”`),
    /** `a.yml, b.yml and 4 more` of a list, whose rest one of the panels only counts. */
    names: (name: string, otherwise = 'files') =>
      all(name).length === 0 ? otherwise : firstNames(all(name), all(name).length + missing(name)),
    is: (name: string) => one(name) === 'true' || one(name) === '1',
  }
}

type Properties = ReturnType<typeof propertiesOf>

/** ` in /plugins/`, but nothing for the folder in which all is. */
const inFolder = ({ one }: Properties) => (['', '/'].includes(one('directory')) ? '' : ` in ${one('directory')}`)
/** A file with its folder, which some events tell apart. */
const fileIn = (of: Properties) => {
  const file = of.one('file', 'files')
  const directory = of.one('directory')
  if (file.startsWith('/') || directory === '') return file || 'a file'
  return `${directory}${directory.endsWith('/') ? '' : '/'}${file}`
}
const taskWords: Readonly<Record<string, string>> = {
  command: 'a command',
  power: 'a power signal',
  backup: 'a backup',
  delete_files: 'deleting files',
}
const taskOf = ({ one }: Properties) => taskWords[one('action')] ?? (one('action') || 'something')

/** A sentence, or its parts with the tone, and what is shown only when asked for: properties, and what was read of them. */
type Say = (
  of: Properties,
) => string | { text: string; tone?: Sentence['tone']; secret?: readonly string[]; more?: readonly ActivityDetail[] }

const bad = (text: string) => ({ text, tone: 'bad' as const })
const good = (text: string) => ({ text, tone: 'ok' as const })
const hiding = (text: string, ...secret: readonly string[]) => ({ text, secret })

/** What each event of a server says that the panel's API names (part 2, *Activity*), by its name without `server:`. */
const sentences: Readonly<Record<string, Say>> = {
  'power.start': () => good('Started the server'),
  'power.stop': () => 'Stopped the server',
  'power.restart': () => good('Restarted the server'),
  'power.kill': () => bad('Killed the server'),
  'console.command': () => hiding('Sent a console command', 'command'),

  'backup.start': (of) => `Began the backup ${of.quoted('name')}${of.is('locked') ? ', locked' : ''}`,
  'backup.complete': (of) => good(`The backup ${of.quoted('name')} was made`),
  'backup.fail': (of) => bad(`The backup ${of.quoted('name')} failed`),
  'backup.lock': (of) => `Locked the backup ${of.quoted('name')}`,
  'backup.unlock': (of) => `Unlocked the backup ${of.quoted('name')}`,
  'backup.download': (of) => `Downloaded the backup ${of.quoted('name')}`,
  'backup.delete': (of) => `Deleted the ${of.is('failed') ? 'failed ' : ''}backup ${of.quoted('name')}`,
  'backup.rename': (of) => `Renamed the backup ${of.quoted('old_name')} to ${of.quoted('new_name')}`,
  'backup.restore': (of) =>
    `Began to restore the backup ${of.quoted('name')}${of.is('truncate') ? ', deleting all files first' : ''}`,
  'backup.restore-complete': (of) => good(`The backup ${of.quoted('name')} was restored`),
  'backup.restore-failed': (of) => bad(`Restoring the backup ${of.quoted('name')} failed`),

  'database.create': (of) => `Created the database ${of.quoted('name')}`,
  'database.rotate-password': (of) => `Gave the database ${of.quoted('name')} a new password`,
  'database.delete': (of) => `Deleted the database ${of.quoted('name')}`,

  'file.read': (of) => `Looked at ${fileIn(of)}`,
  'file.write': (of) => `Saved ${fileIn(of)}`,
  'file.download': (of) => `Downloaded ${fileIn(of)}`,
  'file.copy': (of) => `Copied ${fileIn(of)}`,
  'file.uploaded': (of) => `Uploaded ${fileIn(of)}`,
  // What a person does in one of the panels' own pages has names of its own (seen), four of them here.
  'files.uploaded': (of) => `Uploaded ${of.names('files')}${inFolder(of)}`,
  'file.create-directory': (of) => `Created the folder ${of.quoted('name')}${inFolder(of)}`,
  'file.rename': (of) => `Renamed ${of.names('files')}${inFolder(of)}`,
  'file.compress': (of) => `Compressed ${of.names('files')}${inFolder(of)}`,
  'file.delete': (of) => `Deleted ${of.names('files')}${inFolder(of)}`,
  'file.decompress': (of) => `Unpacked ${of.one('file') || of.names('files', 'an archive')}${inFolder(of)}`,
  // An address may hold a password or a token.
  'file.pull': (of) => hiding(`Downloaded a file from an address${inFolder(of)}`, 'url'),

  'sftp.write': (of) => `Changed ${of.names('files')} over SFTP`,
  'sftp.create': (of) => `Created ${of.names('files')} over SFTP`,
  'sftp.create-directory': (of) => `Created the folder ${of.names('files', '')} over SFTP`.replace('  ', ' '),
  'sftp.delete': (of) => `Deleted ${of.names('files')} over SFTP`,
  'sftp.rename': (of) => `Renamed ${of.names('files')} over SFTP`,
  'sftp.denied': () => ({ ...bad('Was refused over SFTP'), secret: ['files'] }),

  'schedule.create': (of) => `Created the schedule ${of.quoted('name')}`,
  'schedule.update': (of) => `Changed the schedule ${of.quoted('name')}${pausedWords(of)}`,
  'schedule.execute': (of) => `Ran the schedule ${of.quoted('name')}`,
  'schedule.delete': (of) => `Deleted the schedule ${of.quoted('name')}`,
  'task.create': (of) => hiding(`Added a task to the schedule ${of.quoted('name')}: ${taskOf(of)}`, 'payload'),
  // Panels note what it was before (seen).
  'task.update': (of) => ({
    text: `Changed a task of the schedule ${of.quoted('name')}, which was ${taskOf(of)}`,
    more: [{ name: 'What it did before', value: of.one('payload') }],
  }),
  'task.delete': (of) => `Deleted a task of the schedule ${of.quoted('name')}`,

  'allocation.create': () => hiding('Added a port', 'allocation'),
  'allocation.primary': () => hiding('Made another port the primary one', 'allocation'),
  'allocation.delete': () => hiding('Removed a port', 'allocation'),
  'allocation.notes': () => hiding('Changed the note of a port', 'allocation', 'old', 'new'),

  'subuser.create': (of) => ({
    text: `Invited ${of.one('email') || 'somebody'} to the server`,
    more: [{ name: 'They may', value: invitedText(of) }],
  }),
  'subuser.update': (of) => ({
    text: `Changed what ${of.one('email') || 'somebody'} may do`,
    more: permissionChanges(of),
  }),
  'subuser.delete': (of) => `Removed ${of.one('email') || 'somebody'} from the server`,

  'startup.edit': (of) => hiding(`Changed the startup variable ${of.one('variable') || 'of no name'}`, 'old', 'new'),
  'startup.image': (of) => changed('Changed the Docker image', of),
  'startup.command': () => hiding('Changed the startup command', 'old', 'new'),
  'mount.update': () => 'Changed the mounts of the server',
  'settings.rename': (of) => changed('Renamed the server', of),
  'settings.description': () => hiding('Changed the description of the server', 'old', 'new'),
  'settings.reinstall': () => bad('Reinstalled the server'),
  reinstall: () => bad('Reinstalled the server'),
}

const pausedWords = ({ one, is }: Properties) => (one('active') === '' || is('active') ? '' : ', which is paused')

/** With the old and the new value, where both are told. */
const changed = (what: string, { one }: Properties): string =>
  one('old') === '' || one('new') === '' ? what : `${what} from “${one('old')}” to “${one('new')}”`

const permissionsText = (names: readonly string[]) =>
  names
    .filter((name) => name !== everybodyMay)
    .map(permissionName)
    .join(', ')

/** What somebody was invited to, with the count of what one of the panels does not keep. */
function invitedText({ all, missing }: Properties): string {
  const shown = permissionsText(all('permissions'))
  const more = missing('permissions')
  if (more === 0) return shown
  return shown === '' ? `${more} more, which the panel did not keep` : `${shown} and ${more} more`
}

/**
 * What somebody may do since a change, and no more; nothing is compared where a panel keeps the first of each list
 * alone.
 */
function permissionChanges({ all, missing }: Properties): ActivityDetail[] {
  if (missing('old') + missing('new') > 0) {
    return [{ name: 'What changed', value: 'The panel keeps only a part of this.' }]
  }
  const [before, after] = [all('old'), all('new')]
  return [
    { name: 'Given', value: permissionsText(after.filter((name) => !before.includes(name))) },
    { name: 'Taken away', value: permissionsText(before.filter((name) => !after.includes(name))) },
  ]
}

/** Words of properties for what is shown when asked for. */
const detailNames: Readonly<Record<string, string>> = {
  command: 'Command',
  payload: 'What it does',
  url: 'Address',
  allocation: 'Port',
  old: 'Before',
  new: 'After',
  files: 'Files',
}

/**
 * An event that nobody here knows, by its own name: `extension:players.kick` is *Players: kick*. All that it tells is a
 * detail, since none of it is known to be harmless.
 */
function unknown({ event }: PanelEvent): string {
  const parts = event
    .replace(/^(?:server|extension|event)[:.]/, '')
    .split(/[:.]/)
    .map((part) => part.replace(/[-_]+/g, ' ').trim())
    .filter((part) => part !== '')
  const [first = 'Something', ...rest] = parts
  const area = first.charAt(0).toUpperCase() + first.slice(1)
  return rest.length === 0 ? area : `${area}: ${rest.join(' ')}`
}

/** One is spelled with a dot, and some panels spell others so too. */
const sayOf = (event: string) => (/^server[:.]/.test(event) ? own(sentences, event.slice(7)) : undefined)

/** What an event says in words, with nothing secret in its text. */
export function sentenceOf(event: PanelEvent): Sentence {
  const say = sayOf(event.event)
  const said = say?.(propertiesOf(event)) ?? (event.description || unknown(event))
  const { text, tone = 'plain', secret = [], more = [] } = typeof said === 'string' ? { text: said } : said
  const hidden = say === undefined ? [...event.properties.keys()] : secret
  const details = hidden.flatMap((name): ActivityDetail[] => {
    const value = event.properties.get(name)?.join(', ') ?? ''
    return value === '' ? [] : [{ name: detailNames[name] ?? name, value }]
  })
  const address = event.ip === null ? [] : [{ name: 'From', value: event.ip }]
  return {
    text: safeText(text, maxText),
    tone,
    details: [...details, ...more.filter(({ value }) => value !== ''), ...address],
  }
}

/** The same as a line of the list: without its details. */
export function lineOf(event: PanelEvent): PanelActivityLine {
  const { text, tone, details } = sentenceOf(event)
  const { id, at, actor } = event
  return { id, event: event.event, at, text, tone, actor, hides: details.length > 0 }
}
