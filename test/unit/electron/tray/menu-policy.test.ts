import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterEvent,
  freeMs,
  longestOpenMs,
  type MenuEvent,
  type MenuMemory,
  replaceableAt,
  restMs,
  untouched,
} from '../../../../electron/tray/menu-policy.ts'

type System = 'darwin' | 'win32' | 'linux'
type Step = readonly [ms: number, event: MenuEvent]

/** What is remembered after events, each so long after the one before, from time 0 on. */
function after(system: System, ...steps: readonly Step[]): { memory: MenuMemory; now: number } {
  let now = 0
  let memory = untouched
  for (const [ms, event] of steps) {
    now += ms
    memory = afterEvent(memory, event, system, now)
  }
  return { memory, now }
}

/** How long from the last event on the menu may not be replaced. */
function restOf(system: System, ...steps: readonly Step[]): number {
  const { memory, now } = after(system, ...steps)
  return replaceableAt(memory, now) - now
}

const shown: Step = [1, 'shown']
const closing: Step = [1, 'closing']
const chosen: Step = [1, 'chosen']
const acted: Step = [1, 'acted']
const replaced: Step = [1, 'replaced']
const pressed: Step = [1, 'pressed']

describe('how long a menu is left alone', () => {
  it.each<[string, System, Step[], number]>([
    ['nothing happened', 'darwin', [], 0],
    ['open', 'darwin', [shown], longestOpenMs],
    ['closed, or a submenu of it', 'darwin', [shown, closing], restMs],
    ['gone on from one submenu to the next', 'darwin', [shown, closing, shown], longestOpenMs],
    ['closed by a click', 'darwin', [shown, closing, chosen], 0],
    ['about to open', 'darwin', [shown, closing, pressed], 0],
    ['replaced', 'darwin', [replaced], 0],
    ['open', 'win32', [shown], longestOpenMs],
    ['closed', 'win32', [shown, closing], 0],
    ['chosen from', 'win32', [shown, chosen, closing], 0],
    ['open while the person does something in the window', 'win32', [shown, [0, 'acted']], longestOpenMs],
    ['replaced', 'linux', [replaced], restMs],
    ['a submenu opened', 'linux', [replaced, [restMs, 'shown']], restMs],
    ['submenus opened again and again', 'linux', [shown, [6_000, 'shown'], [3_000, 'shown']], restMs - 9_000],
    ['chosen from', 'linux', [shown, chosen], 0],
    ['chosen from, and replaced later', 'linux', [chosen, [freeMs, 'replaced']], restMs],
    ['something was done in the window', 'linux', [replaced, acted], 0],
    ['chosen from, and opened again', 'linux', [chosen, shown], restMs],
  ])('%s, on %s', (_, system, steps, ms) => {
    expect(restOf(system, ...steps)).toBe(ms)
  })
})

const anEvent = fc.constantFrom<MenuEvent>('shown', 'closing', 'pressed', 'chosen', 'acted', 'replaced')
const someSteps = fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), anEvent))

describe('whatever happens', () => {
  it.each(['darwin', 'win32', 'linux'] as const)('a menu is never kept for ever: %s', (system) => {
    fc.assert(
      fc.property(someSteps, (steps) => void expect(restOf(system, ...steps)).toBeLessThanOrEqual(longestOpenMs)),
    )
  })

  it.each(['darwin', 'win32'] as const)('an open menu is not replaced before it closes: %s', (system) => {
    const whileOpen = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.constantFrom<MenuEvent>('shown', 'acted', 'replaced')),
      { maxLength: 100 },
    )
    fc.assert(
      fc.property(someSteps, whileOpen, (before, steps) => {
        expect(restOf(system, ...before, shown, ...steps)).toBeGreaterThan(0)
      }),
    )
  })

  it('on Linux nobody’s act lets two changes come within ten seconds', () => {
    const unasked = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.constantFrom('want', 'shown')))
    fc.assert(
      fc.property(unasked, (steps) => {
        let now = 0
        let memory = untouched
        let last = Number.NEGATIVE_INFINITY
        for (const [ms, what] of steps) {
          now += ms
          if (what === 'shown') memory = afterEvent(memory, 'shown', 'linux', now)
          else if (replaceableAt(memory, now) === now) {
            expect(now - last).toBeGreaterThanOrEqual(restMs)
            last = now
            memory = afterEvent(memory, 'replaced', 'linux', now)
          }
        }
      }),
    )
  })
})
