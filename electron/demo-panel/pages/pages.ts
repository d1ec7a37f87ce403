import type { AppError } from '../../../shared/error-schema.ts'
import { permissionSchema } from '../../../shared/keys/contract.ts'
import { type Permission, permissions, readOnlyPermissions } from '../../../shared/keys/permission.ts'
import { type Dialect, refusal } from '../http/refusal.ts'
import type { Reply } from '../http/reply.ts'
import { formOf, type PanelRequest } from '../http/request.ts'
import { match } from '../http/router.ts'
import type { ApiKeys, DemoKey, KeyInput } from '../panel/api-keys.ts'
import type { Fleet } from '../panel/fleet.ts'
import { favicon, script, style } from './assets.ts'
import { notice, redirect } from './html.ts'
import { deleteKeyPage, keyFormPage, keyListPage, tokenPage } from './key-pages.ts'
import { isOwnPost, type Session, type Sessions } from './session.ts'

type Visit = {
  readonly session: Session
  readonly form: URLSearchParams
  readonly id: string
}

type Deps = {
  readonly dialect: Dialect
  readonly keys: ApiKeys
  readonly fleet: Fleet
  readonly sessions: Sessions
}

const blank: KeyInput = { description: '', servers: 'all', permissions: [], allowedIps: '' }

/** Where real panels have the pages of a server, to which the app has links. */
const noServerPages = notice(
  'The demo panel has no pages of servers',
  'Look after its servers in Servertray. Its own pages are for API keys alone.',
  404,
)
const notFound = notice('There is no such page', 'Go back to the list of API keys.', 404)
const noSuchKey = notice(
  'This key is no longer there',
  'It may have been deleted on another page. Go back to the list of API keys.',
  404,
)
const foreignPost = notice(
  'That was not sent by this panel',
  'Nothing was changed. Open the page again and repeat the step.',
  403,
)
const needsLink = (title = 'Open the demo panel from Servertray') =>
  notice(title, 'In Servertray, choose Open the demo panel. It opens this page with a link that works once.', 403)

const asset = (type: string, body: string): Reply => ({
  status: 200,
  headers: { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  body,
})
const assets: ReadonlyMap<string, Reply> = new Map([
  ['/style.css', asset('text/css; charset=utf-8', style)],
  ['/page.js', asset('text/javascript; charset=utf-8', script)],
  ['/favicon.svg', asset('image/svg+xml', favicon)],
])

/** The panel's own pages, which are of API keys. Only a browser session started by a one-time link sees them. */
export function createPages({ dialect, keys, fleet, sessions }: Deps) {
  const keyList = () => keyListPage(keys.list(), fleet.list())
  const keyForm = (visit: Visit, id: string | null, input: KeyInput, error: AppError | null = null) =>
    keyFormPage({ id, input, error, servers: fleet.list(), csrf: visit.session.csrf })

  /** Makes a key, or changes one; shows the form again where a button of it fills the boxes, or something is wrong. */
  function save(visit: Visit, id: string | null): Reply {
    const input = readKeyForm(visit.form)
    if (visit.form.has('fill')) return keyForm(visit, id, input)
    if (id !== null) {
      const changed = keys.update(id, input)
      return changed.ok ? redirect('/') : keyForm(visit, id, input, changed.error)
    }
    const made = keys.create(input)
    if (!made.ok) return keyForm(visit, null, input, made.error)
    const { keyId, token } = made.value
    visit.session.secrets.set(keyId, { description: input.description.trim(), token })
    return redirect(`/keys/${keyId}/created`)
  }

  function showToken({ session, id }: Visit): Reply {
    const secret = session.secrets.get(id)
    session.secrets.delete(id)
    return secret === undefined ? redirect('/') : tokenPage(secret)
  }

  function remove(id: string): Reply {
    const deleted = keys.delete(id)
    return deleted.ok ? redirect('/') : notice(deleted.error.message, deleted.error.hint, 404)
  }

  /** What is shown of a key that is there. */
  const ofKey = (show: (visit: Visit, key: DemoKey) => Reply) => (visit: Visit) => {
    const key = keys.list().find(({ id }) => id === visit.id)
    return key === undefined ? noSuchKey : show(visit, key)
  }
  const edit = ofKey((visit, key) => keyForm(visit, key.id, { ...key, allowedIps: key.allowedIps.join('\n') }))

  const on = (method: 'GET' | 'POST', path: string, show: (visit: Visit) => Reply) => ({ method, path, show })
  const routes = [
    on('GET', '', keyList),
    // Where the real panels have their keys.
    on('GET', dialect === 'pelican' ? '/profile' : '/account/api', keyList),
    on('GET', '/keys/new', (visit) => keyForm(visit, null, blank)),
    on('POST', '/keys', (visit) => save(visit, null)),
    on('GET', '/keys/:id/created', showToken),
    on('GET', '/keys/:id/edit', edit),
    on(
      'POST',
      '/keys/:id',
      ofKey((visit, { id }) => save(visit, id)),
    ),
    on(
      'GET',
      '/keys/:id/delete',
      ofKey(({ session }, key) => deleteKeyPage(key, session.csrf)),
    ),
    on('POST', '/keys/:id/delete', ({ id }) => remove(id)),
  ]

  /** One of the two panels answers a program at its pages as its API would: 401 as JSON. */
  function toGuest({ method, path, headers }: PanelRequest): Reply {
    if (dialect !== 'pelican' || !/^[^,]*[/+]json/.test(headers.accept ?? '')) return needsLink()
    const { found, allowed } = match(routes, method, path)
    return found === null && allowed.length === 0 ? refusal.noRoute(path) : refusal.unauthenticated
  }

  function visit(request: PanelRequest): Reply {
    const session = sessions.find(request)
    if (session === null) return toGuest(request)
    // GET or POST only: a HEAD must not use up what a page shows once.
    const { found } = match(routes, request.method, request.path)
    if (request.method === 'HEAD' || found === null) return notFound
    const form = formOf(request)
    if (request.method === 'POST' && !isOwnPost(request, session, form.get('csrf'))) return foreignPost
    return found.route.show({ session, form, id: found.params.id ?? '' })
  }

  function open(request: PanelRequest): Reply {
    if (request.method !== 'GET') return notFound
    const cookie = sessions.open(request.query.get('ticket') ?? '')
    return cookie === null
      ? needsLink('This link was used already, or has expired')
      : redirect('/', { 'set-cookie': cookie })
  }

  return (request: PanelRequest): Reply => {
    const asset = assets.get(request.path)
    if (asset !== undefined) return asset
    if (request.path === '/open') return open(request)
    return request.path.startsWith('/server/') ? noServerPages : visit(request)
  }
}

function readKeyForm(form: URLSearchParams): KeyInput {
  return {
    description: form.get('description') ?? '',
    servers: form.get('servers') === 'all' ? 'all' : form.getAll('server'),
    permissions: chosenPermissions(form),
    allowedIps: form.get('allowedIps') ?? '',
  }
}

function chosenPermissions(form: URLSearchParams): readonly Permission[] {
  const fill = form.get('fill')
  if (fill === 'all') return permissions
  if (fill === 'read-only') return readOnlyPermissions
  return form.getAll('permission').filter((name): name is Permission => permissionSchema.safeParse(name).success)
}
