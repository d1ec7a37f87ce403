import { expect, it } from 'vitest'
import { watchSave } from '../../../../electron/backups/saving.ts'
import type { ConsoleLine } from '../../../../shared/model/console-schema.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const { ref } = serverView()
type Listener = (which: typeof ref, lines: readonly ConsoleLine[]) => void

function setUp(isOpen = true, silent = new Set<typeof ref>()) {
  const clock = createFakeClock()
  const watched = new Set<number>()
  const listeners = new Set<Listener>()
  const giveUp = new AbortController()
  const consoles = {
    watch(_ref: typeof ref, watcher: number) {
      watched.add(watcher)
      return { lines: [], isCut: false }
    },
    unwatch: (_ref: typeof ref, watcher: number) => void watched.delete(watcher),
    onLines(listener: Listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const say = (text: string, kind: ConsoleLine['kind'] = 'output') => {
    const line: ConsoleLine = { seq: 1, at: 0, kind, text }
    for (const listener of listeners) listener(ref, [line])
  }
  const watch = watchSave({ clock, consoles, isOpen: () => isOpen, silent }, ref, giveUp.signal)
  /** Whether the save is over now. */
  async function settled(settling: Promise<void>): Promise<boolean> {
    return Promise.race([settling.then(() => true), clock.advance(0).then(() => false)])
  }
  return { clock, watched, listeners, giveUp, say, watch, settled }
}

it.each([
  '[12:00:01] [Server thread/INFO]: Saved the game',
  '\u001b[32m[12:00:01 INFO]: Saved the world\u001b[m',
  'Data saved. Files are now ready to be copied.',
  '[Server] World saved',
])('ends with the server’s own word: %s', async (line) => {
  const { watch, say, settled } = setUp()
  const saving = await watch
  const settling = saving.settle()
  expect(await settled(settling)).toBe(false)
  say(line)
  expect(await settled(settling)).toBe(true)
})

it('counts a word that comes before it is waited for', async () => {
  const { watch, say, settled } = setUp()
  const saving = await watch
  say('[12:00:01 INFO]: Saved the game')
  expect(await settled(saving.settle())).toBe(true)
})

it.each<[string, ConsoleLine['kind']]>([
  ['[12:00:01 INFO]: <Mallory> Saved the game', 'output'],
  ['Saved the game rules', 'output'],
  ['Saved the game', 'daemon'],
])('does not end with %j from %s', async (line, kind) => {
  const { watch, clock, say, settled } = setUp()
  const settling = (await watch).settle()
  say(line, kind)
  expect(await settled(settling)).toBe(false)
  await clock.advance(15_000)
  expect(await settled(settling)).toBe(true)
})

it('opens a closed console first, and takes no line of before for an answer', async () => {
  const { watch, clock, say, settled } = setUp(false)
  say('[11:00:00 INFO]: Saved the game')
  await clock.advance(5_000)
  expect(await settled((await watch).settle())).toBe(false)
})

it('learns that a server says nothing when it has saved, and looks at its console no more', async () => {
  const silent = new Set<typeof ref>()
  const first = setUp(true, silent)
  const saving = await first.watch
  const settling = saving.settle()
  await first.clock.advance(15_000)
  await settling
  expect(saving.isSilent).toBe(false)
  const { watch, watched, clock, settled } = setUp(false, silent)
  const next = await watch
  expect([next.isSilent, watched.size]).toEqual([true, 0])
  const given = next.settle()
  expect(await settled(given)).toBe(false)
  await clock.advance(15_000)
  expect(await settled(given)).toBe(true)
})

it('learns nothing from a console that did not open', async () => {
  const silent = new Set<typeof ref>()
  const { clock, watch } = setUp(false, silent)
  await clock.advance(5_000)
  const settling = (await watch).settle()
  await clock.advance(15_000)
  await settling
  expect(silent.size).toBe(0)
})

it('ends at once when it is given up, and leaves the console', async () => {
  const { watch, clock, giveUp, watched, listeners, settled } = setUp()
  const saving = await watch
  const settling = saving.settle()
  giveUp.abort()
  expect(await settled(settling)).toBe(true)
  saving.close()
  expect([watched.size, listeners.size, clock.pending()]).toEqual([0, 0, 0])
})
