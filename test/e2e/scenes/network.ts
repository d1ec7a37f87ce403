import type { Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import { fail, ok } from '../../../shared/result.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { allocationsOfServer, primaryAllocation, serverAllocation } from '../../fixtures/server-allocation.ts'
import { choose, menuOf, now, openArea, press, type Scene, scenesOf, the, view } from './world.ts'

/** The open server with its network, as it was left. */
const opened = (more: Partial<AppState> = {}) => openArea('network', more)
const listed = (more: Parameters<typeof allocationsOfServer>[0] = {}) => ({
  'allocations:list': ok(allocationsOfServer(more)),
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
const chooseSecond = (item: string) => choose(second.address, item)
const add = press('Add address')
const waiting = { at: now, uptimeMs: null }

const scene = scenesOf({ state: opened(), answers: listed() })

/** The addresses of a server. */
export const networkScenes: readonly Scene[] = [
  scene(
    'network',
    [
      '7 of 8 addresses',
      first.address,
      'any address of its machine, perhaps node3.example.com:25572',
      'reached only from its own network',
      'reached only by programs on its machine',
      the('button', 'Add address'),
    ],
    { answers: listed({ allocations: all, limit: 8 }) },
  ),
  scene('network-menu', [the('menuitem', 'Copy node3.example.com:25572'), the('menuitem', 'Make it primary…')], {
    answers: listed({ allocations: all, limit: 8 }),
    act: menuOf(everywhere.address),
  }),
  scene('network-primary-stays', [the('menuitem', /^Remove… ?the primary address always stays/), '2 of 2 addresses'], {
    answers: listed({ limit: 2 }),
    act: menuOf(first.address),
  }),
  scene('network-fixed', ['Its host lets nobody add or remove addresses here.', '2 addresses'], {
    answers: listed({ limit: 0, denied: ['create', 'update', 'delete'] }),
  }),
  scene('network-none', ['No address', '0 of 3 addresses'], { answers: listed({ allocations: [] }) }),
  scene('network-not-known', [/It is not known whether adding an address worked/, the('button', 'Look again')], {
    answers: { 'allocations:add': fail('timeout', { mayHaveActed: true }) },
    act: add,
  }),
  scene('network-waiting', ['The addresses were changed.', 'Used at the next start.'], {
    answers: listed({ waiting }),
  }),
  scene('network-note-failed', [new RegExp(appError('not-permitted').message)], {
    answers: { 'allocations:note': fail('not-permitted') },
    act: note('Voice chat'),
  }),
  scene('network-make-primary', [/Make play.example.com:25566 the primary address of Survival/], {
    act: chooseSecond('Make it primary…'),
  }),
  scene('network-remove', [/Remove play.example.com:25566 from Survival/], { act: chooseSecond('Remove…') }),
]
