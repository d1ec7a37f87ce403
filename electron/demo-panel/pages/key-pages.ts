import type { AppError } from '../../../shared/error-schema.ts'
import {
  allows,
  isAll,
  type Permission,
  permissions,
  permissionText,
  readOnlyPermissions,
} from '../../../shared/keys/permission.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import type { Reply } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { DemoKey, KeyInput } from '../panel/api-keys.ts'
import { bare, framed, type Html, html } from './html.ts'
import type { Secret } from './session.ts'

type Servers = readonly LiveServer[]

/** The list of keys. */
export function keyListPage(keys: readonly DemoKey[], servers: Servers): Reply {
  const content = html`<div class="titled"><div><h1>API keys</h1>
<p class="lead">A key is a password: whoever holds its token can do everything the key allows. Deleting a key revokes it at once.</p></div>
<a class="button go" href="/keys/new">Create a key</a></div>
${
  keys.length === 0
    ? html`<p class="empty">There are no API keys yet. Create one to let a program use your servers.</p>`
    : html`<ul class="cards">${keys.map((key) => keyCard(key, servers))}</ul>`
}`
  return framed('API keys', content)
}

function keyCard(key: DemoKey, servers: Servers): Html {
  const used = key.lastUsedAt === null ? 'Never' : moment(key.lastUsedAt)
  return html`<li class="card key"><h2>${key.description}</h2>
<div class="actions"><a class="button" href="/keys/${key.id}/edit">Edit</a><a class="button bad" href="/keys/${key.id}/delete">Delete</a></div>
<dl class="facts">
<dt>Servers</dt><dd>${serversText(key, servers)}</dd>
<dt>Permissions</dt><dd>${permissionsText(key)}</dd>
<dt>Allowed IPs</dt><dd>${key.allowedIps.length === 0 ? 'Any' : key.allowedIps.join(', ')}</dd>
<dt>Last used</dt><dd>${used}</dd>
</dl></li>`
}

/** A time as the app tells it, by this computer's clock: `3 Jan 2026, 14:04`. Takes unix milliseconds. */
function moment(at: number): Html {
  const date = new Date(at)
  const day = `${date.getDate()} ${date.toLocaleString('en', { month: 'short' })} ${date.getFullYear()}`
  return html`<time datetime="${date.toISOString()}">${day}, ${clockTime(at)}</time>`
}

function serversText(key: DemoKey, servers: Servers): string {
  if (key.servers === 'all') return 'All servers'
  const chosen = servers.filter((server) => key.servers.includes(server.uuid))
  return chosen.map((server) => server.definition().name).join(', ')
}

function permissionsText(key: DemoKey): string {
  if (isAll(key.permissions)) return 'All'
  if (String(key.permissions) === String(readOnlyPermissions)) return 'Read only'
  return key.permissions.map((permission) => permissionText[permission].name).join(', ')
}

type FormPage = {
  /** The key that is edited; null for a new one. */
  readonly id: string | null
  readonly input: KeyInput
  readonly error: AppError | null
  readonly servers: Servers
  readonly csrf: string
}

/** The form that creates or edits a key. */
export function keyFormPage({ id, input, error, servers, csrf }: FormPage): Reply {
  const title = id === null ? 'Create an API key' : 'Edit the API key'
  const save = id === null ? 'Create key' : 'Save changes'
  const content = html`<div class="titled"><div><h1>${title}</h1>
<p class="lead">${
    id === null ? 'The token is shown once, right after the key is created.' : 'The token stays the same.'
  }</p></div></div>
${error !== null && html`<p class="note wrong" role="alert"><b>${error.message}</b>${error.hint}</p>`}
<form method="post" action="${id === null ? '/keys' : `/keys/${id}`}">
<input type="hidden" name="csrf" value="${csrf}">
<button class="first" tabindex="-1" aria-hidden="true">${save}</button>
<div class="field"><label class="label" for="description">Description</label>
<input type="text" id="description" name="description" maxlength="500" required value="${input.description}" aria-describedby="description-hint">
<span class="hint" id="description-hint">A few words by which you recognise the key.</span></div>
${serverChoice(input, servers)}
${permissionChoice(input)}
<div class="field"><label class="label" for="allowed">Allowed IPs</label>
<textarea id="allowed" name="allowedIps" rows="3" spellcheck="false" aria-describedby="allowed-hint">${input.allowedIps ?? ''}</textarea>
<span class="hint" id="allowed-hint">One address or range per line, such as 127.0.0.1 or 10.0.0.0/8. Leave it blank to allow any address.</span></div>
<div class="actions"><button class="button go">${save}</button><a class="button" href="/">Cancel</a></div>
</form>`
  return framed(title, content, error === null ? 200 : 422)
}

function serverChoice(input: KeyInput, servers: Servers): Html {
  const all = input.servers === 'all'
  const tick = (server: LiveServer) =>
    html`<label class="tick"><input type="checkbox" name="server" value="${server.uuid}" ${checked(input.servers.includes(server.uuid))}>${server.definition().name}</label>`
  return html`<fieldset><legend>Servers</legend>
<label class="tick"><input type="radio" name="servers" value="all" ${checked(all)}>All servers<small>Also those added later.</small></label>
<label class="tick"><input type="radio" name="servers" value="some" ${checked(!all)}>Only some servers</label>
<div class="indent ticks">${servers.map(tick)}</div></fieldset>`
}

function permissionChoice(input: KeyInput): Html {
  const ticks = permissions.map(
    (permission) =>
      html`<label class="tick"><input type="checkbox" ${brings(permission)} name="permission" value="${permission}" ${checked(input.permissions.includes(permission))}>${permissionText[permission].name}<small>${permissionText[permission].allows}</small></label>`,
  )
  return html`<fieldset><legend>Permissions</legend>
<div class="actions"><button class="button" name="fill" value="all" formnovalidate>All</button>
<button class="button" name="fill" value="read-only" formnovalidate>Read only</button></div>
<p class="hint">Schedules, subusers, activity and extension pages need a key with all permissions.</p>
<div class="ticks">${ticks}</div></fieldset>`
}

/** Marks which narrower permission the wider of a pair includes, for the page's script. */
function brings(permission: Permission): Html | false {
  const narrower = permissions.find((one) => one !== permission && allows([permission], one))
  return narrower !== undefined && html`data-brings="${narrower}"`
}

function checked(yes: boolean): Html | false {
  return yes && html`checked`
}

/** Shows the token of a new key: the only page that ever does. */
export function tokenPage(secret: Secret): Reply {
  const content = html`<div class="dialog"><h1>Your API Key</h1>
<p>This is the token of <b>${secret.description}</b>. Copy it now.</p>
<p class="token" id="token">${secret.token}</p>
<p class="note">It cannot be shown again. If it is lost, delete the key and create a new one. Keep it like a password.</p>
<div class="actions"><button class="button" type="button" data-copies="token" hidden>Copy</button>
<a class="button go" href="/">I have copied it</a></div></div>`
  return bare('Your API Key', content)
}

/** Asks before a key is deleted. */
export function deleteKeyPage(key: DemoKey, csrf: string): Reply {
  const content = html`<div class="dialog"><h1>Delete this key?</h1>
<p><b>${key.description}</b> stops working at once. Programs that use its token are refused. This cannot be undone.</p>
<form method="post" action="/keys/${key.id}/delete"><input type="hidden" name="csrf" value="${csrf}">
<a class="button" href="/">Keep it</a><button class="button bad">Delete key</button></form></div>`
  return bare('Delete the API key', content)
}
