import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createRing } from '../../../../electron/console/ring.ts'
import { lineKinds, maxConsoleLines } from '../../../../shared/model/console.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
/** Bytes of the heap in use, after a collection. */
function used(): number {
  collect()
  return process.memoryUsage().heapUsed
}

const line = (text: string) => ({ at: 0, kind: 'output' as const, text })
const filled = (count: number, text = (i: number) => `line ${i}`) => {
  const ring = createRing()
  for (let i = 1; i <= count; i += 1) ring.add(line(text(i)))
  return ring
}
const texts = (ring: ReturnType<typeof createRing>, after: number) => ring.after(after).lines.map(({ text }) => text)

describe('ring', () => {
  it('numbers lines from 1 and gives those after a number', () => {
    const ring = filled(5)
    expect(ring.after(0).lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(texts(ring, 3)).toEqual(['line 4', 'line 5'])
    expect(texts(ring, 5)).toEqual([])
    expect(ring.last()).toBe(5)
  })

  it.each([1, maxConsoleLines, maxConsoleLines + 1])('keeps the newest lines, %d over its bound', (over) => {
    const ring = filled(maxConsoleLines + over)
    const { lines } = ring.after(0)
    expect(lines).toHaveLength(maxConsoleLines)
    expect(lines[0]?.seq).toBe(over + 1)
    expect(lines.at(-1)?.text).toBe(`line ${maxConsoleLines + over}`)
  })

  it('gives each line as it came, however often their place was written over', () => {
    const ring = createRing()
    const all = Array.from({ length: 40_000 }, (_, i) => ({
      at: i % 3 === 0 ? null : i,
      kind: lineKinds[i % lineKinds.length] ?? 'output',
      text: ['', 'x'.repeat(i % 700), `\u001b[31mrot ${i} 🚀 ü`, 'y'.repeat(i % 97 === 0 ? 8_000 : 1)][i % 4] ?? '',
      ...(i % 5 === 0 && { entryId: `entry-${i}` }),
    }))
    for (const line of all) ring.add(line)
    const { lines } = ring.after(0)
    expect(lines.length).toBeGreaterThan(8_000)
    expect(lines).toEqual(all.map((line, i) => ({ seq: i + 1, ...line })).slice(-lines.length))
  })

  it('is bounded in size as well', () => {
    const ring = filled(1_000, () => 'x'.repeat(8_000))
    expect(ring.after(0).lines.length).toBeLessThan(260)
  })

  it('keeps its lines in memory, not the larger texts that they were cut from', () => {
    const ring = createRing()
    const before = used()
    for (let i = 0; i < 300; i += 1) ring.add(line(`short line ${i}\n${'x'.repeat(1_000_000)}`.split('\n', 1)[0] ?? ''))
    expect(used() - before).toBeLessThan(50_000_000)
    for (let i = 0; i < 5_000; i += 1) ring.add(line(`${i} ${'y'.repeat(8_000)}`))
    expect(used() - before).toBeLessThan(50_000_000)
    expect(ring.after(0).lines.length).toBeGreaterThan(200)
  })

  it('goes on counting where an earlier one ended', () => {
    const ring = createRing(40)
    ring.add(line('next'))
    expect(ring.after(40)).toMatchObject({ lines: [{ seq: 41 }], isCut: false })
    expect(ring.after(38)).toMatchObject({ isCut: false })
  })

  it.each([
    ['nothing was known', 0, false],
    ['the next one is kept', 5, false],
    ['some went meanwhile', 4, true],
  ])('says whether lines are missing: %s', (_, after, isCut) => {
    expect(filled(maxConsoleLines + 5).after(after).isCut).toBe(isCut)
  })

  it('goes on counting after it was cleared, and what was cleared is not missing', () => {
    const ring = filled(5)
    ring.clear()
    expect(ring.after(2)).toEqual({ lines: [], isCut: false })
    ring.add(line('more'))
    expect(ring.after(2)).toMatchObject({ lines: [{ seq: 6, text: 'more' }], isCut: false })
  })
})
