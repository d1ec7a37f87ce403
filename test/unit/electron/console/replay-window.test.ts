import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outputLines } from '../../../../electron/console/line-text.ts'
import { openReplayWindow, type Run } from '../../../../electron/console/replay-window.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

const mark = '(mark)'
/** How long a line may be held, in milliseconds. */
const momentMs = 300

type Arrival = { readonly at: number; readonly text: string }
type Setting = { readonly known?: readonly string[]; readonly run?: Run; readonly isRunning?: boolean }

/** Lets lines arrive over time and keeps what is shown, when. Times are milliseconds after the question. */
async function play(arrivals: readonly Arrival[], { known = [], run = 'unknown', isRunning = true }: Setting = {}) {
  const clock = createFakeClock()
  const from = clock.now()
  const shown: Arrival[] = []
  const ends: boolean[] = []
  const tell = (text: string) => shown.push({ at: clock.now() - from, text })
  const window = openReplayWindow({
    clock,
    known: known.flatMap(outputLines).flatMap(({ keys }) => keys),
    run: () => run,
    isRunning,
    onLines: (lines) => {
      for (const { text } of lines) tell(text)
    },
    onGap: () => tell(mark),
    onEnd: (isSilent) => ends.push(isSilent),
  })
  window.noteAsked()
  for (const { at, text } of arrivals.toSorted((a, b) => a.at - b.at)) {
    if (from + at > clock.now()) await clock.advance(from + at - clock.now())
    // After the end a console shows lines as they come.
    if (ends.length > 0) tell(text)
    else window.add(outputLines(text))
  }
  await clock.advance(20_000)
  return { shown, texts: shown.map(({ text }) => text), ends, pending: clock.pending() }
}

const numbered = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => `n ${from + i}`)
const every = (ms: number, texts: readonly string[], from = 0) => texts.map((text, i) => ({ at: from + i * ms, text }))

describe('lines after a machine was asked for its last ones', () => {
  it.each([
    ['at the first open, with nothing repeated', [], []],
    ['at the first open, with 150 lines repeated', [], numbered(1, 150)],
    ['after a cut, with 150 lines repeated', numbered(1, 150), numbered(11, 160)],
    ['after a cut, with nothing repeated', numbered(1, 150), []],
    ['after a cut and a new run', numbered(1, 150), ['boot', 'ready']],
  ])('are shown at once where the server prints all the time, %s', async (_, known, repeated) => {
    const live = every(100, numbered(1_001, 1_400), 40)
    const { shown } = await play([...every(0, repeated, 100), ...live], { known })
    for (const { at, text } of live) {
      const seen = shown.find((line) => line.text === text)
      expect(seen && seen.at - at).toBeLessThanOrEqual(momentMs)
    }
  })

  it('are those of a new run, where only its first lines were known', async () => {
    const known = ['boot', 'world 1', 'ready', ...numbered(1, 40)]
    const { texts } = await play(every(0, ['boot', 'world 1', 'ready', 'n 99']), { known })
    expect(texts).toEqual([mark, 'boot', 'world 1', 'ready', 'n 99'])
  })

  it('are all of a new run where the machine says that it is one, however alike the two are', async () => {
    const known = ['boot', 'world 1', 'ready']
    const { texts } = await play(every(0, [...known, 'saved']), { known, run: 'new' })
    expect(texts).toEqual([mark, ...known, 'saved'])
  })

  it('go on after a stall, without a mark where nothing came live meanwhile', async () => {
    const known = numbered(1, 100)
    const late = every(0, numbered(61, 110), 1_500)
    const { texts } = await play([...every(0, numbered(20, 60), 20), ...late], { known })
    expect(texts).toEqual(numbered(101, 110))
  })

  it('are compared however late the machine answers', async () => {
    const known = numbered(1, 100)
    const { texts } = await play(every(0, numbered(50, 120), 4_000), { known })
    expect(texts).toEqual(numbered(101, 120))
  })

  it('that came live before a late answer stand once, below a mark', async () => {
    const known = numbered(1, 100)
    const live = every(200, numbered(111, 115), 100)
    const { texts } = await play([...live, ...every(0, numbered(50, 115), 1_200)], { known })
    expect(texts).toEqual([mark, ...numbered(111, 115), ...numbered(101, 110)])
  })

  it('without a word in them come once, blank ones of the history only where they are new', async () => {
    const known = ['n 1', 'n 2', 'n 3']
    const { texts } = await play(every(0, ['n 1', '', 'n 2', '\u001b[0m', 'n 3', '', 'n 4']), { known })
    expect(texts).toEqual(['', 'n 4'])
  })

  it('of the machine itself are never looked for among the repeated', async () => {
    const daemon = '\u001b[33m\u001b[1m[Pterodactyl Daemon]:\u001b[39m Checking server disk space'
    const known = ['n 1', 'n 2', ...Array.from({ length: 20 }, () => daemon)]
    const { texts } = await play(every(0, ['n 1', 'n 2', 'n 3']), { known })
    expect(texts).toEqual(['n 3'])
  })

  it.each([
    ['whole', ['x'.repeat(40_000)]],
    ['in pieces', ['x'.repeat(16_384), 'x'.repeat(16_384), 'x'.repeat(40_000 - 2 * 16_384)]],
  ])('that are very long stand once, repeated %s', async (_, repeated) => {
    const known = ['n 1', 'x'.repeat(40_000), 'n 2']
    const { texts } = await play(every(0, ['n 1', ...repeated, 'n 2', 'n 3']), { known })
    expect(texts).toEqual(['n 3'])
  })

  it.each([
    ['of a server that runs', true, false],
    ['of one that does not', false, true],
  ])('are waited for no longer than it makes sense, %s', async (_, isRunning, isQuick) => {
    const { ends, pending } = await play([], { known: numbered(1, 5), isRunning })
    expect([ends, pending]).toEqual([[true], 0])
    const { shown } = await play(every(0, ['n 5'], 1_000), { known: numbered(1, 5), isRunning })
    expect(shown.length > 0).toBe(isQuick)
  })
})

/**
 * A reconnect: `known` lines were shown, `missed` were printed while the connection was down, `both` between the
 * connection and the answer, so that they come live and repeated, `live` after it.
 */
const reconnects = fc.record({
  known: fc.integer({ min: 1, max: 180 }),
  missed: fc.integer({ min: 0, max: 170 }),
  both: fc.integer({ min: 0, max: 8 }),
  live: fc.integer({ min: 0, max: 40 }),
  history: fc.integer({ min: 20, max: 150 }),
  answerMs: fc.integer({ min: 0, max: 3_500 }),
  lineMs: fc.constantFrom(0, 0, 0, 1, 7),
  stallMs: fc.constantFrom(0, 0, 0, 400, 1_500),
  liveMs: fc.constantFrom(1, 5, 25, 100, 500, 1_500),
  order: fc.constantFrom('as printed', 'any'),
  seeds: fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 60, maxLength: 60 }),
  run: fc.constantFrom<Run>('same', 'unknown'),
})

function arrivalsOf(one: typeof reconnects extends fc.Arbitrary<infer T> ? T : never) {
  const { known, missed, both, live, history, answerMs, lineMs, stallMs, liveMs, order, seeds } = one
  const printed = known + missed + both
  const repeated = numbered(Math.max(1, printed - history + 1), printed).map((text, i, all) => ({
    at: answerMs + i * lineMs + (i * 2 > all.length ? stallMs : 0),
    text,
  }))
  const own = numbered(known + missed + 1, printed + live).map((text, i) => {
    // What comes repeated too was printed before the answer; the network may bring the two in any order.
    const at = i < both ? (answerMs * i) / Math.max(1, both) : answerMs + (i - both + 1) * liveMs
    return { at: order === 'any' && i < both ? answerMs + (seeds[i] ?? 0) : at, text }
  })
  // One connection keeps its own order.
  const times = own.map(({ at }) => at).toSorted((a, b) => a - b)
  return { repeated, own: own.map(({ text }, i) => ({ at: times[i] ?? 0, text })) }
}

describe('whatever the order and the rate', () => {
  it('no line is lost or held, and none stands twice but below a mark', async () => {
    await fc.assert(
      fc.asyncProperty(reconnects, async (one) => {
        const known = numbered(1, one.known)
        const { repeated, own } = arrivalsOf(one)
        const { shown, texts } = await play([...repeated, ...own], { known, run: one.run })
        const late = [...repeated, ...own].filter(({ at, text }) => {
          const first = shown.find((line) => line.text === text)
          return !known.includes(text) && (first === undefined || first.at - at > momentMs)
        })
        expect(late).toEqual([])
        const above = texts.slice(0, texts.includes(mark) ? texts.indexOf(mark) : undefined)
        expect(new Set(above).size).toBe(above.length)
        expect(above.filter((text) => known.includes(text))).toEqual([])
        const marks = texts.filter((text) => text === mark).length
        expect(marks).toBeLessThanOrEqual(1)
        if (one.history <= one.missed + one.both) expect(marks).toBe(1)
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  it('a quick answer brings every line once, in order and without a mark', async () => {
    await fc.assert(
      fc.asyncProperty(reconnects, async (one) => {
        const quick = { ...one, answerMs: one.answerMs % 100, lineMs: 0, stallMs: 0, order: 'as printed' } as const
        fc.pre(quick.history > quick.missed + quick.both)
        const { repeated, own } = arrivalsOf(quick)
        const { texts } = await play([...own, ...repeated], { known: numbered(1, quick.known), run: quick.run })
        expect(texts).toEqual(numbered(quick.known + 1, quick.known + quick.missed + quick.both + quick.live))
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  it('what a server prints without times or numbers is never lost without a mark', async () => {
    const undated = fc.record({
      log: fc.array(fc.constantFrom('saved', 'saving', 'tick', '---', 'bob joined'), { minLength: 30, maxLength: 120 }),
      cut: fc.integer({ min: 5, max: 25 }),
      live: fc.integer({ min: 0, max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(undated, async ({ log, cut, live }) => {
        const printed = log.slice(0, log.length - live)
        const arrivals = [...every(0, printed, 50), ...every(400, log.slice(log.length - live), 450)]
        const { texts } = await play(arrivals, { known: log.slice(0, cut), run: 'same' })
        if (!texts.includes(mark)) expect(texts).toEqual(log.slice(cut))
      }),
      { numRuns: 150 },
    )
  }, 60_000)
})
