import { stripVTControlCharacters } from 'node:util'
import type { AppError } from '../../../shared/errors.ts'
import { capitalised, safeText } from '../../../shared/model/text.ts'
import type { Reply } from '../http/reply.ts'
import { gameSchema } from '../machine/definition.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { type Html, html } from './html.ts'
import { type Kept, keptParts } from './kept-parts.ts'
import { type Counts, framed } from './layout.ts'

const shownLines = 60
const gibibyte = 1024 ** 3

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
  return server.load().memoryBytes === 0 ? '–' : `${(server.load().memoryBytes / gibibyte).toFixed(1)} GiB`
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

/** One server: its state, what its console printed last, and what is kept of it. */
export function serverPage(server: LiveServer, kept: Kept, counts: Counts): Reply {
  const definition = server.definition()
  const lines = server.lines().slice(-shownLines)
  const content = html`<div class="titled"><div><h1>${definition.name}</h1>
<p class="lead">${definition.description}</p></div>
<a class="button" href="/server/${server.identifier}">Refresh</a></div>
<dl class="facts card"><dt>State</dt><dd>${stateMark(server)}</dd><dt>Identifier</dt><dd class="id">${server.identifier}</dd>
<dt>CPU</dt><dd>${cpu(server)}</dd><dt>Memory</dt><dd>${memory(server)}</dd></dl>
<h2>Console</h2>
<pre class="term" tabindex="0" aria-label="Last console lines">${
    lines.length === 0
      ? 'Nothing was printed yet.'
      : lines.map((line) => `${safeText(stripVTControlCharacters(line), 500)}\n`)
  }</pre>
${keptParts(kept)}`
  return framed(definition.name, 'servers', counts, content)
}
