import type { Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { allocationsOfServer, primaryAllocation, serverAllocation } from '../../fixtures/server-allocation.ts'
import { now, openArea, type Scene, the } from './world.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const narrow = { width: 640, height: 420 }

/** The open server with its network, as it was left. */
const opened = (more: Partial<AppState> = {}) => openArea('network', more)
const listed = (more: Parameters<typeof allocationsOfServer>[0] = {}) => ({
  'allocations:list': { ok: true as const, value: allocationsOfServer(more) },
})

const [first, second] = [primaryAllocation({ notes: 'Where players join' }), serverAllocation()]
const long = serverAllocation({
  id: 4,
  address: 'a-host-name-that-no-column-of-this-window.can.hold.games.club.example:25570',
  notes: 'Dynmap; the proxy of the club sends map.games.club.example here, so leave it as it is',
})
const words = serverAllocation({ id: 5, address: '203.0.113.7:25571', beside: 'EU-1 | Falkenstein', notes: '' })
const everywhere = serverAllocation({
  id: 6,
  address: '0.0.0.0:25572',
  reach: 'all-interfaces',
  beside: null,
  guess: 'node3.example.com:25572',
  notes: '',
})
const loopback = serverAllocation({ id: 7, address: '127.0.0.1:8123', reach: 'machine', beside: null, notes: 'RCON' })
const inside = serverAllocation({ id: 8, address: '192.168.1.5:9000', reach: 'private', beside: null, notes: '' })
const all = [first, everywhere, inside, loopback, long, words, second]

const note = (text: string) => async (page: Page) => {
  await view(page)
    .getByRole('textbox', { name: `Note of ${second.address}` })
    .fill(text)
  await page.keyboard.press('Enter')
}
const menu = (address: string) => (page: Page) =>
  view(page)
    .getByRole('button', { name: `More for ${address}` })
    .click()
const choose = (item: string) => async (page: Page) => {
  await menu(second.address)(page)
  await page.getByRole('menuitem', { name: item }).click()
}
const add = (page: Page) => view(page).getByRole('button', { name: 'Add address' }).click()
const waiting = { at: now, uptimeMs: null }

/** The addresses of a server. */
export const networkScenes: readonly Scene[] = [
  {
    name: 'network',
    state: opened(),
    answers: listed({ allocations: all, limit: 8 }),
    shows: [
      '7 of 8 addresses',
      first.address,
      'any address of its machine, perhaps node3.example.com:25572',
      'reached only from its own network',
      'reached only by programs on its machine',
      the('button', 'Add address'),
    ],
  },
  {
    name: 'network-menu',
    state: opened(),
    answers: listed({ allocations: all, limit: 8 }),
    act: menu(everywhere.address),
    shows: [the('menuitem', 'Copy node3.example.com:25572'), the('menuitem', 'Make it primary…')],
  },
  {
    name: 'network-primary-stays',
    state: opened(),
    answers: listed({ limit: 2 }),
    act: menu(first.address),
    shows: [the('menuitem', /^Remove… ?the primary address always stays/), '2 of 2 addresses'],
  },
  {
    name: 'network-fixed',
    state: opened(),
    answers: listed({ limit: 0, denied: ['create', 'update', 'delete'] }),
    shows: ['Its host lets nobody add or remove addresses here.', '2 addresses'],
  },
  {
    name: 'network-none',
    state: opened(),
    answers: listed({ allocations: [] }),
    shows: ['No address', '0 of 3 addresses'],
  },
  {
    name: 'network-added',
    state: opened(),
    answers: { ...listed(), 'allocations:add': { ok: true, value: { added: words } } },
    act: add,
    shows: [`Added ${words.address}.`, 'Used at the next start.'],
  },
  {
    name: 'network-not-known',
    state: opened(),
    answers: {
      ...listed(),
      'allocations:add': { ok: false, error: { ...appError('timeout'), mayHaveActed: true } },
    },
    act: add,
    shows: [/It is not known whether an address was added/, the('button', 'Look again')],
  },
  {
    name: 'network-off',
    state: opened(),
    answers: { ...listed(), 'allocations:add': { ok: false, error: appError('allocations-off') } },
    act: add,
    shows: [/This panel doesn’t assign addresses by itself/],
  },
  {
    name: 'network-waiting',
    state: opened(),
    answers: listed({ waiting }),
    shows: ['The addresses were changed.', 'Used at the next start.'],
  },
  {
    name: 'network-note-failed',
    state: opened(),
    answers: { ...listed(), 'allocations:note': { ok: false, error: appError('not-permitted') } },
    act: note('Voice chat'),
    shows: [new RegExp(appError('not-permitted').message)],
  },
  {
    name: 'network-note-otherwise',
    state: opened(),
    answers: { ...listed(), 'allocations:note': { ok: true, value: { notes: 'Voice' } } },
    act: note('Voice chat'),
    shows: [/The panel keeps a different note/, 'It is “Voice”.'],
  },
  {
    name: 'network-make-primary',
    state: opened(),
    answers: listed(),
    act: choose('Make it primary…'),
    shows: [/Make play.example.com:25566 the primary address of Survival/],
  },
  {
    name: 'network-remove',
    state: opened(),
    answers: listed(),
    act: choose('Remove…'),
    shows: [/Remove play.example.com:25566 from Survival/],
  },
  {
    name: 'network-refused',
    state: opened(),
    answers: { 'allocations:list': { ok: false, error: appError('all-permissions-needed') } },
    shows: [appError('all-permissions-needed').message],
  },
  {
    name: 'network-narrow',
    state: opened(),
    size: narrow,
    answers: listed({ allocations: all, limit: 8, waiting }),
    shows: ['7 of 8 addresses', the('button', 'Add address')],
  },
]
