import { describe, expect, test } from 'vitest'
import { createDrawing } from '../../../renderer/features/console/drawing.ts'
import type { Screen } from '../../../renderer/features/console/screen.ts'
import { createConsoles } from '../../../renderer/state/consoles.ts'
import { createLines } from '../../../renderer/state/lines.ts'
import type { ConsoleLine } from '../../../shared/model/console-schema.ts'
import { ok } from '../../../shared/result.ts'
import { createFakeBridge } from '../../component/fake-bridge.ts'
import { appState } from '../../fixtures/app-state.ts'
import { serverView } from '../../fixtures/server-view.ts'

const { ref } = serverView()
const line = (seq: number, text = `line ${seq}`): ConsoleLine => ({ seq, at: 0, kind: 'output', text })
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A page that is seen or not. */
function createPage() {
  const listeners = new Set<() => void>()
  let visibilityState: DocumentVisibilityState = 'visible'
  return {
    get visibilityState() {
      return visibilityState
    },
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
    set(state: DocumentVisibilityState) {
      visibilityState = state
      for (const listener of listeners) listener()
    },
    listeners,
  }
}

describe('consoles', () => {
  /** Consoles on a page, each call for whose lines is answered by these when the test says so. */
  function createAsked(...lines: ConsoleLine[]) {
    const bridge = createFakeBridge(appState())
    const page = createPage()
    const asked: PromiseWithResolvers<void>[] = []
    bridge.answer('console:watch', async () => {
      const call = Promise.withResolvers<void>()
      asked.push(call)
      await call.promise
      return ok({ lines, isCut: false })
    })
    const answer = async (nth: number) => {
      asked[nth]?.resolve()
      await settled()
    }
    return { bridge, page, consoles: createConsoles(bridge, page as unknown as Document), answer }
  }

  test('an answer that comes after nobody looks is not taken, and the next look asks again', async () => {
    const { bridge, consoles, answer } = createAsked(line(1))
    consoles.watch(ref, () => {})()
    consoles.watch(ref, () => {})
    await answer(0)
    expect(consoles.lines(ref)?.lastSeq()).toBe(0)
    await answer(1)
    expect(consoles.lines(ref)?.lastSeq()).toBe(1)
    bridge.pushLines({ ref, lines: [line(2)] })
    const asked = () => bridge.calls.map(({ channel }) => channel.replace('console:', ''))
    expect(asked()).toEqual(['watch', 'unwatch', 'watch'])
    consoles.lines(ref)?.take(1_000)
    expect(asked()).toEqual(['watch', 'unwatch', 'watch', 'more'])
  })

  test('lines asked for once more take the place of those drawn when they come, though the page was hidden', async () => {
    const { bridge, page, consoles, answer } = createAsked(line(1), line(2))
    consoles.watch(ref, () => {})
    await answer(0)
    const lines = consoles.lines(ref)
    expect(lines?.take(1_000)).toHaveLength(2)
    consoles.redraw(ref)
    page.set('hidden')
    page.set('visible')
    consoles.redraw(ref)
    await answer(1)
    expect([lines?.epoch(), lines?.hasMore()]).toEqual([0, false])
    bridge.pushLines({ ref, lines: [line(2)] })
    await answer(2)
    bridge.pushLines({ ref, lines: [line(2), line(3)] })
    expect(lines?.epoch()).toBe(1)
    expect(lines?.take(1_000).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(bridge.requests('console:watch')).toEqual(Array(3).fill({ ref, after: 0 }))
  })
})

describe('drawing', () => {
  /** A screen that takes as long to write as it is let. */
  function createSlowScreen() {
    const writes: string[] = []
    const fits: number[] = []
    let columns = 80
    let resolveWrite = () => {}
    const screen: Screen = {
      get columns() {
        return columns
      },
      write: (text) => {
        writes.push(text)
        return new Promise((resolve) => {
          resolveWrite = resolve
        })
      },
      label: () => null,
      clear() {},
      fit(min) {
        fits.push(min)
        columns = Math.max(80, min)
      },
      setTheme() {},
      setScreenReader() {},
      isAtEnd: () => true,
      toEnd() {},
      find() {},
      selection: () => '',
      focus() {},
      dispose() {},
    }
    return { screen, writes, fits, done: () => resolveWrite() }
  }
  const look = { timestamps: false, wraps: true, screenReader: false }
  const others = { look, onStale: () => {}, onUnseen: () => {}, frame: async () => {} }

  test('writes one chunk at a time, each small, and waits for the page between them', async () => {
    const { screen, writes, done } = createSlowScreen()
    const lines = createLines(() => {})
    lines.add(Array.from({ length: 5_000 }, (_, i) => line(i + 1, 'x'.repeat(100))))
    let frames = 0
    const frame = async () => {
      frames += 1
    }
    createDrawing({ ...others, screen, lines, frame })
    await settled()
    expect(writes).toHaveLength(1)
    while (writes.join('').split('\r\n').length < 5_000) {
      done()
      await settled()
    }
    expect(Math.max(...writes.map((text) => text.length))).toBeLessThan(65_000)
    expect(frames).toBe(writes.length - 1)
  })

  test('without wrapping the screen gets as wide as the longest line, within bounds', async () => {
    const { screen, fits, done } = createSlowScreen()
    const lines = createLines(() => {})
    const drawing = createDrawing({ ...others, screen, lines, look: { ...look, wraps: false } })
    for (const [seq, length] of [
      [1, 40],
      [2, 200],
      [3, 150],
      [4, 9_000],
    ] as const) {
      lines.add([line(seq, 'x'.repeat(length))])
      done()
      await settled()
    }
    expect(fits).toEqual([212, 500])
    drawing.dispose()
  })

  test('once it is gone nothing is asked of the screen any more, though a write was under way', async () => {
    const { screen, done } = createSlowScreen()
    const asked: string[] = []
    const watched = { ...screen, isAtEnd: () => asked.push('isAtEnd') > 0 }
    const lines = createLines(() => {})
    const seen: number[] = []
    const drawing = createDrawing({ ...others, screen: watched, lines, onUnseen: (count) => void seen.push(count) })
    lines.add([line(1)])
    await settled()
    drawing.dispose()
    lines.add([line(2)])
    done()
    await settled()
    expect({ asked, seen }).toEqual({ asked: [], seen: [] })
  })
})
