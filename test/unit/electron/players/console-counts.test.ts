import { expect, it } from 'vitest'
import { createConsoleCounts } from '../../../../electron/players/console-counts.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeServer, setConsoleStream } from '../../../../electron/state/updates.ts'
import type { ConsoleLine, ConsoleStream } from '../../../../shared/model/console-schema.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import type { GameId } from '../../../../shared/model/players.ts'
import type { ServerState } from '../../../../shared/model/server-schema.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const server = serverView({ state: 'running' })
const list = '[12:00:00] [Server thread/INFO]: There are 2 of a max of 20 players online: Ada, mira'
const joins = (name: string) => `[12:00:01] [Server thread/INFO]: ${name} joined the game`
const leaves = (name: string) => `[12:00:02] [Server thread/INFO]: ${name} left the game`

type Listener = (ref: ServerRef, lines: readonly ConsoleLine[]) => void

async function setUp({ game = 'minecraft-java' as GameId | null, isSettled = true } = {}) {
  const clock = createFakeClock()
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [server] }))
  const told: string[] = []
  let listener: Listener = () => {}
  let seq = 0
  const counts = createConsoleCounts({
    store,
    clock,
    onLines(next) {
      listener = next
      return () => {
        listener = () => {}
      }
    },
    gameOf: () => game,
    tell(_, count) {
      if (count === null || count === 'closed') told.push(count ?? 'not known')
      else told.push(`${count.online} ${count.names.join()} ${count.source}`)
    },
  })
  const stream = (phase: ConsoleStream['phase'] | null) =>
    store.update(setConsoleStream(server.ref, phase && { phase, retryAt: null, error: null }))
  stream('open')
  if (isSettled) await clock.advance(5_000)
  const lineOf = (text: string, kind: ConsoleLine['kind']) => ({ seq: ++seq, at: clock.now(), kind, text })
  return {
    clock,
    counts,
    store,
    told,
    stream,
    print: (...texts: string[]) =>
      listener(
        server.ref,
        texts.map((text) => lineOf(text, 'output')),
      ),
    gap: () => listener(server.ref, [lineOf('lines may be missing', 'gap')]),
    become: (state: ServerState) => store.update(changeServer(server.ref, (now) => ({ ...now, state }))),
  }
}

it('knows nothing before a list, and follows from there', async () => {
  const { print, told } = await setUp()
  print(joins('ken'))
  expect(told).toEqual([])
  print(list, joins('ken'), leaves('Ada'))
  expect(told).toEqual(['2 Ada,mira console', '3 Ada,mira,ken console', '2 mira,ken console'])
})

it('begins anew with a server that was gone for a while', async () => {
  const { clock, print, store, stream, told } = await setUp()
  print(list)
  const { servers } = store.get()
  store.update((state) => ({ ...state, servers: {}, consoles: {} }))
  expect(told).toEqual(['2 Ada,mira console', 'closed'])
  store.update((state) => ({ ...state, servers }))
  stream('open')
  await clock.advance(5_000)
  print(joins('ken'))
  expect(told).toHaveLength(2)
})

it('counts from a start that it saw, and drops the count when the server goes down', async () => {
  const { become, print, told } = await setUp()
  become('offline')
  become('starting')
  become('running')
  print(joins('Ada'))
  expect(told).toEqual(['1 Ada console'])
  become('stopping')
  print(joins('mira'))
  expect(told).toEqual(['1 Ada console'])
})

it('takes nothing from lines that a console repeats when it opens', async () => {
  const { clock, print, told } = await setUp({ isSettled: false })
  print(list)
  expect(told).toEqual([])
  await clock.advance(5_000)
  print(joins('ken'))
  expect(told).toEqual([])
})

it('knows nothing any more after lost lines, and counts no further once the console is closed', async () => {
  const lost = await setUp()
  lost.print(list)
  lost.gap()
  expect(lost.told.at(-1)).toBe('not known')
  const closed = await setUp()
  closed.print(list)
  closed.stream('waiting')
  expect(closed.told.at(-1)).toBe('closed')
  closed.stream('open')
  closed.print(joins('ken'))
  expect(closed.told).toHaveLength(2)
})

it('calls the answer to a list command what it is, the first within its time', async () => {
  const { clock, counts, print, told } = await setUp()
  counts.expectList(server.ref)
  print(list, list)
  expect(told).toEqual(['2 Ada,mira list-command', '2 Ada,mira console'])
  counts.expectList(server.ref)
  await clock.advance(20_000)
  print(list)
  expect(told.at(-1)).toBe('2 Ada,mira console')
})

it('does not read the lines of a game that it does not know, nor chat', async () => {
  const unknown = await setUp({ game: null })
  unknown.print(list)
  expect(unknown.told).toEqual([])
  const chat = await setUp()
  chat.print(list, '[12:00:03] [Server thread/INFO]: <mira> Ada left the game')
  expect(chat.told).toEqual(['2 Ada,mira console'])
})
