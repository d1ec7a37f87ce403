import { stripVTControlCharacters } from 'node:util'
import type { AppError } from '../../../shared/errors.ts'
import { bytes } from '../../../shared/model/size-words.ts'
import { capitalised, safeText } from '../../../shared/model/text.ts'
import type { Reply } from '../http/reply.ts'
import { gameSchema } from '../machine/definition.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { type Html, html } from './html.ts'
import { backupParts, crumbs, databaseParts, fileParts, folderParts, type Kept } from './kept-parts.ts'
import { type Counts, framed } from './layout.ts'

const shownLines = 60

const shapes: Readonly<Record<string, Html>> = {
  running: html`<circle cx="6" cy="6" r="4.6" fill="currentColor"/>`,
  offline: html`<circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" stroke-width="1.6"/>`,
  busy: html`<circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" stroke-width="1.6" opacity=".35"/><path d="M6 2a4 4 0 0 1 4 4" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>`,
  held: html`<rect x="2.2" y="1.6" width="2.8" height="8.8" rx="1" fill="currentColor"/><rect x="7" y="1.6" width="2.8" height="8.8" rx="1" fill="currentColor"/>`,
}

const conflictWords = {
  suspended: 'Suspended',
  installing: 'Installing',
  reinstall_failed: 'Reinstall failed',
  restoring_backup: 'Restoring',
} as const

const words = { offline: 'Offline', starting: 'Starting', running: 'Running', stopping: 'Stopping' } as const

function stateMark(server: LiveServer): Html {
  const conflict = server.conflict()
  const state = server.reportedState()
  const [shape, text] =
    conflict !== null
      ? [conflict === 'suspended' || conflict === 'reinstall_failed' ? 'held' : 'busy', conflictWords[conflict]]
      : [state === 'running' || state === 'offline' ? state : 'busy', words[state]]
  return html`<span class="state ${state}"><svg viewBox="0 0 12 12" aria-hidden="true">${shapes[shape]}</svg>${text}</span>`
}

function memory(server: LiveServer): string {
  const { memoryBytes } = server.load()
  return memoryBytes === 0 ? '–' : bytes(memoryBytes)
}

function cpu(server: LiveServer): string {
  return server.load().uptimeMs === 0 ? '–' : `${Math.round(server.load().cpuPercent)} %`
}

type ListPage = {
  readonly servers: readonly LiveServer[]
  readonly counts: Counts
  readonly csrf: string
  readonly error: AppError | null
}

/** All servers, and the form that adds one. */
export function serverListPage({ servers, counts, csrf, error }: ListPage): Reply {
  const rows = servers.map(
    (server) => html`<tr><td><a href="/server/${server.identifier}">${server.definition().name}</a></td>
<td class="id">${server.identifier}</td><td>${stateMark(server)}</td><td class="number">${cpu(server)}</td><td class="number">${memory(server)}</td></tr>`,
  )
  const content = html`<div class="titled"><div><h1>Servers</h1>
<p class="lead">These servers live only inside the demo panel. Start and stop them from Servertray, or with an API key.</p></div></div>
<table><thead><tr><th scope="col">Server</th><th scope="col">Identifier</th><th scope="col">State</th><th scope="col" class="number">CPU</th><th scope="col" class="number">Memory</th></tr></thead>
<tbody>${rows}</tbody></table>
${error !== null && html`<p class="note wrong" role="alert"><b>${error.message}</b>${error.hint}</p>`}
<form class="card row" method="post" action="/servers"><input type="hidden" name="csrf" value="${csrf}">
<div class="field"><label class="label" for="name">Add a server</label><input type="text" id="name" name="name" maxlength="100" required placeholder="Name"></div>
<div class="field"><label class="label" for="game">Game</label><select id="game" name="game">${gameSchema.options.map((game) => html`<option value="${game}">${capitalised(game)}</option>`)}</select></div>
<button class="button">Add</button></form>`
  return framed('Servers', 'servers', counts, content, error === null ? 200 : 422)
}

const tabs = { console: 'Console', files: 'Files', backups: 'Backups', databases: 'Databases' } as const
export type Tab = keyof typeof tabs

type TabPage = {
  readonly server: LiveServer
  readonly tab: Tab
  readonly content: Html
  readonly counts: Counts
  readonly status?: number
}

/** One server: its name, the ways to its pages, and what stands on one of them. */
function tabPage({ server, tab, content, counts, status = 200 }: TabPage): Reply {
  const { name, description } = server.definition()
  const address = `/server/${server.identifier}`
  const link = (one: Tab) =>
    html`<a href="${one === 'console' ? address : `${address}/${one}`}" ${one === tab && html`aria-current="page"`}>${tabs[one]}</a>`
  const body = html`<div class="titled"><div><h1>${name}</h1>
<p class="lead">${description}</p></div>${stateMark(server)}</div>
<nav class="tabs" aria-label="${name}">${(Object.keys(tabs) as Tab[]).map(link)}</nav>
${content}`
  return framed(name, 'servers', counts, body, status)
}

/** One server: its load, and what its console printed last. */
export function serverPage(server: LiveServer, counts: Counts): Reply {
  const lines = server.lines().slice(-shownLines)
  const content = html`<dl class="facts card"><dt>Identifier</dt><dd class="id">${server.identifier}</dd>
<dt>CPU</dt><dd>${cpu(server)}</dd><dt>Memory</dt><dd>${memory(server)}</dd></dl>
<pre class="term" tabindex="0" aria-label="Last console lines">${
    lines.length === 0
      ? 'Nothing was printed yet.'
      : lines.map((line) => `${safeText(stripVTControlCharacters(line), 500)}\n`)
  }</pre>`
  return tabPage({ server, tab: 'console', content, counts })
}

/** What is at a path of a server's files: a folder, or what a file says. */
export function filesPage(server: LiveServer, kept: Kept, path: string, counts: Counts): Reply {
  const { identifier } = server
  const page = (content: Html, status = 200) => tabPage({ server, tab: 'files', content, counts, status })
  const entries = kept.list(path)
  if (entries !== null) return page(folderParts(identifier, path, entries))
  const file = kept.find(path)
  if (file?.content == null)
    return page(
      html`${crumbs(identifier, path)}<p class="empty">There is nothing at this path. It may have been moved or deleted.</p>`,
      404,
    )
  return page(fileParts(identifier, path, file, file.content))
}

/** The backups of a server, to look at alone: they are made and deleted by programs. */
export function backupsPage(server: LiveServer, { backups }: Kept, counts: Counts): Reply {
  return tabPage({ server, tab: 'backups', content: backupParts(backups), counts })
}

/** The databases of a server, to look at alone. */
export function databasesPage(server: LiveServer, { databases }: Kept, counts: Counts): Reply {
  return tabPage({ server, tab: 'databases', content: databaseParts(databases), counts })
}
