import { bytes } from '../../../shared/model/size-words.ts'
import { safeLine, safeText } from '../../../shared/model/text.ts'
import { type Backup, isPending } from '../backups/backup.ts'
import { type Database, databaseHost } from '../databases/databases.ts'
import { baseName, type Entry, sizeOf } from '../machine/file-tree.ts'
import { type Html, html } from './html.ts'
import { moment } from './moment.ts'

/** The entries of a folder, by their names. */
type Listed = readonly (readonly [string, Entry])[]

/** What the panel keeps of a server, as its pages show it. */
export type Kept = {
  /** The entries of a folder; null where there is none. The root is the empty path. */
  list(path: string): Listed | null
  /** A file or a folder; null where there is none. */
  find(path: string): Entry | null
  readonly backups: readonly Backup[]
  readonly databases: readonly Database[]
}

/** Maximum number of rows of a table. */
const mostRows = 250
/** Maximum number of characters of a name, and of a line of a file. */
const [longestName, longestLine] = [120, 500]
/** Maximum number of bytes of a file that are shown, from its end. */
const mostShown = 64 * 1_024

/** A name that somebody gave, which may be anything. */
const named = (name: string) => safeText(name, longestName) || 'No visible name'

type Cell = Html | string
type Column = { readonly title: string; readonly look?: 'fact' | 'id' | 'aside' }
type TableOf = { readonly title: string; readonly columns: readonly Column[]; readonly none: string }

/** A table of which the first column is the name, or a word where it would be empty. */
function table({ title, columns, none }: TableOf, rows: readonly (readonly Cell[])[]): Html {
  if (rows.length === 0) return html`<p class="empty">${none}</p>`
  const look = (index: number) => html`class="${columns[index]?.look ?? 'cell'}"`
  const more = rows.length - mostRows
  return html`<table aria-label="${title}"><thead><tr>${columns.map((column, index) => html`<th scope="col" ${look(index)}>${column.title}</th>`)}</tr></thead>
<tbody>${rows.slice(0, mostRows).map((row) => html`<tr>${row.map((cell, index) => html`<td ${look(index)}>${cell}</td>`)}</tr>`)}</tbody></table>
${more > 0 && html`<p class="lead">And ${more.toLocaleString('en')} more.</p>`}`
}

/** Where a server's page shows a path of its files. */
const addressOf = (server: string, path: string) => `/server/${server}/files?${new URLSearchParams({ path })}`

/** The folders above a path as links, and its own name. */
export function crumbs(server: string, path: string): Html {
  const names = path.split('/').slice(1)
  const above = names.slice(0, -1).map((name, index) => {
    const address = addressOf(server, `/${names.slice(0, index + 1).join('/')}`)
    return html` / <a href="${address}">${named(name)}</a>`
  })
  const first = path === '' ? html`<b>All files</b>` : html`<a href="/server/${server}/files">All files</a>`
  return html`<nav class="crumbs" aria-label="Folders">${first}${above}${path !== '' && html` / <b>${named(baseName(path))}</b>`}</nav>`
}

const folderMark = html`<svg class="mark" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round" aria-hidden="true"><path d="M1.7 12.3V4.2c0-.5.4-.9.9-.9h3.2l1.5 1.8h6.1c.5 0 .9.4.9.9v6.3c0 .5-.4.9-.9.9H2.6c-.5 0-.9-.4-.9-.9z"/></svg>`
const fileMark = html`<svg class="mark" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round" aria-hidden="true"><path d="M3.7 1.8h5.2l3.4 3.5v8.2c0 .4-.3.7-.7.7H3.7c-.4 0-.7-.3-.7-.7v-11c0-.4.3-.7.7-.7zM8.7 2v3.5h3.4"/></svg>`

/** The entries of a folder, each with a link to it. */
export function folderParts(server: string, path: string, entries: Listed): Html {
  const rows = entries.map(([name, entry]) => [
    html`${entry.content === null ? folderMark : fileMark}<a href="${addressOf(server, `${path}/${name}`)}">${named(name)}</a>`,
    entry.content === null ? '–' : bytes(sizeOf(entry)),
    moment(entry.modifiedAt),
  ])
  const columns = [{ title: 'Name' }, { title: 'Size', look: 'fact' }, { title: 'Changed', look: 'fact' }] as const
  return html`${crumbs(server, path)}${table({ title: 'Files', columns, none: 'No files here.' }, rows)}`
}

/** What a file says, or its end where that is much. Bytes that are no text are not shown. */
export function fileParts(server: string, path: string, file: Entry, content: Uint8Array): Html {
  const isCut = sizeOf(file) > mostShown
  const end = content.subarray(-mostShown)
  // The cut may be within a character, whose rest is left out.
  const whole = end.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80)
  const shown = isCut ? end.subarray(Math.max(whole, 0)) : end
  const text = new TextDecoder().decode(shown)
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${[...safeLine(line)].slice(0, longestLine).join('')}\n`)
  return html`${crumbs(server, path)}
<p class="lead about">${bytes(sizeOf(file))}, changed ${moment(file.modifiedAt)}${isCut && html`. Here is its end, ${bytes(shown.length)}.`}</p>
${
  shown.includes(0)
    ? html`<p class="empty">This is not a text file, so it is not shown here.</p>`
    : html`<pre class="term" tabindex="0" aria-label="Content of the file">${content.length === 0 ? 'The file is empty.' : lines}</pre>`
}`
}

function stateOf(backup: Backup): Html {
  if (isPending(backup)) return html`<span class="state busy">Being made</span>`
  return backup.isSuccessful
    ? html`<span class="state good">Good</span>`
    : html`<span class="state wrong">Failed</span>`
}

/** The backups of a server, the newest first. */
export function backupParts(backups: readonly Backup[]): Html {
  const rows = backups
    .toReversed()
    .map((backup) => [
      named(backup.name),
      stateOf(backup),
      backup.isLocked ? 'Locked' : '–',
      backup.stored === null ? '–' : bytes(backup.stored.archive.bytes),
      moment(backup.createdAt),
    ])
  const columns = [
    { title: 'Name' },
    { title: 'State' },
    { title: 'Lock', look: 'aside' },
    { title: 'Size', look: 'fact' },
    { title: 'Begun', look: 'fact' },
  ] as const
  return table({ title: 'Backups', columns, none: 'There are no backups yet.' }, rows)
}

/** The databases of a server. A password is never shown. */
export function databaseParts(databases: readonly Database[]): Html {
  const host = `${databaseHost.address}:${databaseHost.port}`
  const rows = databases.map(({ name, username, remote }) => [named(name), host, named(username), fromWhere(remote)])
  const columns = [
    { title: 'Name' },
    { title: 'Host', look: 'id' },
    { title: 'User', look: 'id' },
    { title: 'Connections from', look: 'id' },
  ] as const
  return table({ title: 'Databases', columns, none: 'There are no databases yet.' }, rows)
}

/** `%` is MySQL's word for any address. */
const fromWhere = (remote: string) => (remote === '%' ? 'Anywhere (%)' : named(remote))
