import { safeText } from '../../../shared/model/text.ts'
import { type Backup, isPending } from '../backups/backup.ts'
import type { Database } from '../databases/databases.ts'
import { type Entry, sizeOf } from '../machine/file-tree.ts'
import { type Html, html } from './html.ts'

/** What the panel keeps of a server, as its page shows it. */
export type Kept = {
  /** Those of the first folder, with their names. */
  readonly files: readonly (readonly [string, Entry])[]
  readonly backups: readonly Backup[]
  readonly databases: readonly Database[]
}

/** Maximum number of rows of a table. */
const mostRows = 100
/** Maximum number of characters of a name. */
const longestName = 120

const size = (bytes: number) => `${Math.ceil(bytes / 1_024).toLocaleString('en')} KiB`
const named = (name: string) => safeText(name, longestName)

type TableOf = { readonly title: string; readonly columns: readonly string[]; readonly none: string }

/** A table under a heading, of which the first column is the name. */
function table({ title, columns, none }: TableOf, rows: readonly (readonly string[])[]): Html {
  if (rows.length === 0) return html`<h2>${title}</h2><p class="lead">${none}</p>`
  const more = rows.length - mostRows
  return html`<h2>${title}</h2>
<table aria-label="${title}"><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.slice(0, mostRows).map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>
${more > 0 && html`<p class="lead">And ${more} more.</p>`}`
}

function stateOf(backup: Backup): string {
  if (isPending(backup)) return 'Being made'
  if (!backup.isSuccessful) return 'Failed'
  return backup.isLocked ? 'Good, locked' : 'Good'
}

/** Files, backups and databases of a server, to look at alone: they are changed by programs. No password is shown. */
export function keptParts({ files, backups, databases }: Kept): Html {
  const ofFiles = files.map(([name, entry]) => [named(name), entry.content === null ? 'Folder' : size(sizeOf(entry))])
  const ofBackups = backups.map((backup) => [
    named(backup.name),
    stateOf(backup),
    backup.stored === null ? '–' : size(backup.stored.archive.bytes),
  ])
  const ofDatabases = databases.map(({ name, username, remote }) => [named(name), named(username), named(remote)])
  return html`${table({ title: 'Files', columns: ['Name', 'Size'], none: 'No files.' }, ofFiles)}
${table({ title: 'Backups', columns: ['Name', 'State', 'Size'], none: 'No backups.' }, ofBackups)}
${table({ title: 'Databases', columns: ['Name', 'User', 'Connections from'], none: 'No databases.' }, ofDatabases)}`
}
