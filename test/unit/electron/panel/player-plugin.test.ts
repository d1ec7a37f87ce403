import { describe, expect, it } from 'vitest'
import { parsedBy } from '../../../../electron/panel/at-server.ts'
import type { Operation } from '../../../../electron/panel/operation.ts'
import { createPlayerPlugin, readPluginCount, readPluginNames } from '../../../../electron/panel/player-plugin.ts'
import type { PanelAnswer } from '../../../../electron/panel/transport.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { panelAnswer } from '../../../fixtures/at-answer.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

describe('readPluginCount', () => {
  it.each<[string, unknown, object | null]>([
    ['a count', { hostname: 'x', map: 'world', current_players: 3, max_players: 20 }, { online: 3, max: 20 }],
    ['nobody', { current_players: 0, max_players: 20 }, { online: 0, max: 20 }],
    ['no maximum', { current_players: 3 }, { online: 3, max: null }],
    ['a maximum that is none', { current_players: 3, max_players: 'many' }, { online: 3, max: null }],
    ['a query that failed', {}, null],
    ['a count as a text', { current_players: '3', max_players: 20 }, null],
    ['less than nobody', { current_players: -1, max_players: 20 }, null],
    ['half a player', { current_players: 0.5, max_players: 20 }, null],
  ])('reads %s', (_name, answer, read) => {
    expect(readPluginCount(answer)).toEqual(read)
  })
})

describe('readPluginNames', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['names', ['mira', 'Pim'], ['mira', 'Pim']],
    ['what is no name', ['mira', 7, null, ['x'], ''], ['mira']],
    ['unsafe names', ['mi\u202era\u0007', '\u200b'], ['mira']],
    ['no list', { 0: 'mira' }, []],
  ])('reads %s', (_name, answer, names) => {
    expect(readPluginNames(answer)).toEqual(names)
  })

  it('is bounded', () => {
    const names = readPluginNames(Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)))
    expect(names).toHaveLength(200)
    expect(names[0]).toHaveLength(64)
  })
})

describe('the plugin of a panel', () => {
  /** What each path answers, and what was asked. */
  function setUp(answers: Record<string, Result<unknown>>) {
    const clock = createFakeClock()
    const asked: string[] = []
    const plugin = createPlayerPlugin(clock)
    const read = (identifier = 'a1b2c3d4') =>
      plugin.read(identifier, {
        async read<T>(
          _operation: Operation,
          path: string,
          parse: (json: unknown, answer: PanelAnswer) => T | null | Promise<T | null>,
        ) {
          asked.push(path)
          const answer = answers[path] ?? fail('internal')
          return answer.ok ? parsedBy(parse, panelAnswer(answer.value)) : answer
        },
      })
    return { clock, asked, read, answers }
  }
  const busy = { '/query': ok({ current_players: 2, max_players: 20 }), '/query/players': ok(['mira']) }

  it('asks for no names where nobody is on', async () => {
    const { read, asked } = setUp({ ...busy, '/query': ok({ current_players: 0, max_players: 20 }) })
    expect(await read()).toEqual(ok({ online: 0, max: 20, names: [] }))
    expect(asked).toEqual(['/query'])
  })

  it('tells the count where the names are not told', async () => {
    const { read } = setUp({ ...busy, '/query/players': fail('panel-refused', { status: 406 }) })
    expect(await read()).toEqual(ok({ online: 2, max: 20, names: [] }))
  })

  it('asks for a server once a minute', async () => {
    const { read, asked, clock } = setUp(busy)
    await read()
    await clock.advance(20_000)
    expect(await read()).toMatchObject({ ok: false, error: { code: 'rate-limited', retryAfterMs: 40_000 } })
    expect((await read('b1b2c3d4')).ok).toBe(true)
    expect(asked).toHaveLength(4)
    await clock.advance(40_000)
    expect((await read()).ok).toBe(true)
  })

  it('tells nothing while it cannot count, and asks again', async () => {
    const { read, asked, clock } = setUp({ ...busy, '/query': fail('panel-refused', { status: 406 }) })
    expect(await read()).toEqual(ok(null))
    await clock.advance(60_000)
    expect(await read()).toEqual(ok(null))
    expect(asked).toHaveLength(2)
  })

  it('leaves a panel that has no plugin alone for a day', async () => {
    const { read, asked, clock, answers } = setUp({ ...busy, '/query': fail('panel-refused', { status: 404 }) })
    expect(await read()).toEqual(ok(null))
    answers['/query'] = busy['/query']
    await clock.advance(86_399_000)
    expect(await read('b1b2c3d4')).toEqual(ok(null))
    expect(asked).toEqual(['/query'])
    await clock.advance(1_000)
    expect(await read()).toMatchObject({ ok: true, value: { online: 2 } })
  })

  it('does not take a server that has gone for a panel without the plugin', async () => {
    const { read, answers } = setUp({ ...busy, '/query': fail('server-not-found', { status: 404 }) })
    expect(await read()).toMatchObject({ ok: false, error: { code: 'server-not-found' } })
    answers['/query'] = busy['/query']
    expect(await read('b1b2c3d4')).toMatchObject({ ok: true, value: { online: 2 } })
  })
})
