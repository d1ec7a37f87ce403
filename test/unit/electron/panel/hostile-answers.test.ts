import { describe, expect, it, vi } from 'vitest'
import * as json from '../../../../electron/lib/parse-json.ts'
import { readListPage } from '../../../../electron/panel/envelope.ts'
import { doNow } from '../../../fixtures/do-now.ts'
import { hostileAnswers } from '../../../fixtures/hostile-answers.ts'

const size = 1_000_000
const room = 2_000

describe('an answer that is made to be expensive to read', () => {
  it.each(Object.entries(hostileAnswers))('%s', (_name, answerOf) => {
    const text = answerOf(size)
    const parse = vi.spyOn(json, 'parseJson')
    const { value: page, steps } = doNow(readListPage(text, room))
    // It is read in pieces, none of them long, and no more of them than there is room for.
    const lengths = parse.mock.calls.map(([piece]) => piece.length)
    parse.mockRestore()
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(262_144)
    expect(lengths.length).toBeLessThanOrEqual(room + 10_000)
    expect(page?.servers.length ?? 0).toBeLessThanOrEqual(room)
    for (const server of page?.servers ?? []) expect(server.name.length).toBeLessThanOrEqual(400)
    // The work can be put aside between steps, of which there are enough.
    expect(steps).toBeGreaterThanOrEqual(page === null ? 1 : text.length / 700_000)
  })

  it('counts what it does not read', () => {
    const answerOf = hostileAnswers['servers without end'] ?? (() => '')
    const page = doNow(readListPage(answerOf(size), room)).value
    expect(page).toMatchObject({ beyond: Math.floor(size / 28) - room, unusable: 0 })
  })
})
