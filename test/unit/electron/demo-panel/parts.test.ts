import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { page, time } from '../../../../electron/demo-panel/http/envelope.ts'
import { createRateLimit } from '../../../../electron/demo-panel/http/rate-limit.ts'
import { match } from '../../../../electron/demo-panel/http/router.ts'
import { runCommand } from '../../../../electron/demo-panel/machine/commands.ts'
import { createFileTree, normalise } from '../../../../electron/demo-panel/machine/file-tree.ts'
import { loadOf } from '../../../../electron/demo-panel/machine/load.ts'
import { offlineState, runningState } from '../../../../electron/demo-panel/machine/machine.ts'
import { chance, walk } from '../../../../electron/demo-panel/machine/random.ts'
import { html } from '../../../../electron/demo-panel/pages/html.ts'
import { seedServers } from '../../../../electron/demo-panel/panel/seed-servers.ts'

describe('rate limit', () => {
  it('opens a fixed window with the first request and refuses what is over it', () => {
    const limit = createRateLimit({ requests: 2, windowMs: 60_000 })
    expect(limit.take(1_000)).toEqual({
      passed: true,
      headers: { 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' },
    })
    expect(limit.take(50_000).headers['x-ratelimit-remaining']).toBe('0')
    expect(limit.take(59_500)).toEqual({
      passed: false,
      headers: {
        'x-ratelimit-limit': '2',
        'x-ratelimit-remaining': '0',
        'retry-after': '2',
        'x-ratelimit-reset': '61',
      },
    })
    expect(limit.take(60_999).headers['retry-after']).toBe('1')
    expect(limit.take(61_000)).toMatchObject({ passed: true, headers: { 'x-ratelimit-remaining': '1' } })
  })

  it('can be adjusted', () => {
    const limit = createRateLimit({ requests: 1, windowMs: 60_000 })
    limit.take(0)
    limit.adjust({ requests: 0, windowMs: 1_000 })
    expect(limit.take(1).passed).toBe(false)
  })
})

describe('console commands', () => {
  const players = ['mira', 'Pim']
  const table: readonly (readonly [string, object])[] = [
    ['list', { lines: ['There are 2 of a max of 20 players online: mira, Pim'] }],
    ['/LIST', { lines: ['There are 2 of a max of 20 players online: mira, Pim'] }],
    ['say  hello  there', { lines: ['[Server] hello there'] }],
    ['say', { lines: ['Unknown or incomplete command, see below for error', 'say<--[HERE]'] }],
    ['kick pim', { lines: ['Kicked Pim: Kicked by an operator'], effect: { kick: 'Pim' } }],
    ['kick nobody', { lines: ['No player was found'] }],
    ['stop', { lines: [], effect: 'stop' }],
    ['wat now', { lines: ['Unknown or incomplete command, see below for error', 'wat now<--[HERE]'] }],
  ]
  for (const [command, outcome] of table) it(command, () => expect(runCommand(command, players)).toEqual(outcome))

  it('lists its commands on help', () => {
    expect(runCommand('help', []).lines).toContain('/stop: Stops the server')
    expect(runCommand('list', []).lines).toEqual(['There are 0 of a max of 20 players online:'])
  })
})

describe('load', () => {
  const [definition] = seedServers
  if (definition === undefined) throw new Error('no server')
  const traits = { startMs: 4_000, stopMs: 2_000, hangsOnStop: false, crashAfterMs: () => null }

  it('stays inside the limits of the server and moves smoothly', () => {
    const state = runningState(traits, 0, 0)
    let before = loadOf(definition, state, 7, 0)
    for (let now = 1_000; now < 600_000; now += 1_000) {
      const load = loadOf(definition, state, 7, now)
      expect(load.memoryBytes).toBeLessThan(definition.memoryMiB * 1024 * 1024)
      expect(load.memoryBytes).toBeGreaterThan(0)
      expect(load.cpuPercent).toBeLessThanOrEqual(definition.cpuLimit)
      expect(Math.abs(load.cpuPercent - before.cpuPercent)).toBeLessThan(definition.cpuLimit * 0.2)
      before = load
    }
    expect(before.uptimeMs).toBe(603_000)
  })

  it('is nothing but disk while offline', () => {
    expect(loadOf(definition, offlineState(0), 7, 5)).toMatchObject({ memoryBytes: 0, cpuPercent: 0, uptimeMs: 0 })
    expect(loadOf(definition, offlineState(0), 7, 5).diskBytes).toBeGreaterThan(0)
  })

  it('is repeatable, and another seed gives another walk', () => {
    expect(walk(1_234, 100, 1, 'a')).toBe(walk(1_234, 100, 1, 'a'))
    expect(walk(1_234, 100, 1, 'a')).not.toBe(walk(1_234, 100, 2, 'a'))
    const draws = Array.from({ length: 2_000 }, (_, index) => chance(1, 'x', index))
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true)
    expect(draws.reduce((sum, draw) => sum + draw, 0) / draws.length).toBeCloseTo(0.5, 1)
  })
})

describe('files', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('normalises paths, and never leaves the root', () => {
    expect(normalise('/', 'a.txt')).toBe('/a.txt')
    expect(normalise('/world/', '../../../etc/./passwd')).toBe('/etc/passwd')
    expect(normalise('..')).toBe('')
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom('..', '.', '/', 'a'), fc.string())), (parts) => {
        const path = normalise(...parts)
        expect(normalise(path)).toBe(path)
        expect(path.split('/')).not.toContain('..')
      }),
    )
  })

  it('renames and removes folders with what is in them', () => {
    const tree = createFileTree(new Map(), () => 1)
    expect(tree.write('/a/b/c.txt', bytes('x'))).toBeNull()
    expect(tree.rename('/a', '/z/y')).toBeNull()
    expect(tree.find('/z/y/b/c.txt')?.content).toEqual(bytes('x'))
    expect(tree.list('')?.map(([name]) => name)).toEqual(['z'])
    expect(tree.rename('/z', '/z/inside')).toMatchObject({ status: 400 })
    expect(tree.remove('/z')).toBeNull()
    expect(tree.list('')).toEqual([])
    expect(tree.remove('/z')).toMatchObject({ status: 404 })
    expect(tree.rename('/gone', '/there')).toBeNull()
    expect(tree.find('/there')).toBeNull()
  })

  it('copies beside the original, and lists folders first', () => {
    const tree = createFileTree(new Map(), () => 1)
    for (const path of ['/a.tar.gz', '/b']) tree.write(path, bytes('x'))
    for (const path of ['/a.tar.gz', '/a.tar.gz', '/b']) expect(tree.copy(path)).toBeNull()
    expect(tree.copy('/gone')).toMatchObject({ status: 404 })
    tree.makeDirectory('/z')
    expect(tree.list('')?.map(([name]) => name)).toEqual([
      'z',
      'a copy 1.tar.gz',
      'a copy.tar.gz',
      'a.tar.gz',
      'b',
      'b copy',
    ])
  })

  it('has bounds, and refuses a file where a folder is needed', () => {
    const tree = createFileTree(new Map(), () => 1)
    for (let count = 0; count < 8; count += 1) expect(tree.write(`/${count}`, new Uint8Array(1024 * 1024))).toBeNull()
    expect(tree.write('/more', bytes('x'))?.detail).toContain('disk space')
    expect(tree.write('/1', bytes('x'))).toBeNull()
    expect(tree.write('/1/x', bytes('x'))?.detail).toContain('folder is needed')
    const many = Array.from({ length: 400 }, (_, count) => tree.makeDirectory(`/d${count}`))
    expect(many.filter((trouble) => trouble === null)).toHaveLength(292)
  })
})

describe('envelope, router and markup', () => {
  it('pages a list', () => {
    const items = Array.from({ length: 120 }, (_, index) => ({ object: 'n', attributes: { index } }))
    const pageOf = (query: string) => page(items, new URLSearchParams(query), { usual: 50, most: 100 }, 'http://x')
    const meta = (query: string) => (pageOf(query) as { meta: { pagination: object } }).meta.pagination
    expect(meta('')).toEqual({
      total: 120,
      count: 50,
      per_page: 50,
      current_page: 1,
      total_pages: 3,
      links: { next: 'http://x?page=2' },
    })
    expect(meta('page=3')).toMatchObject({ count: 20, links: { previous: 'http://x?page=2' } })
    expect(meta('page=9')).toMatchObject({ count: 0, current_page: 9 })
    expect(meta('per_page=1000')).toMatchObject({ per_page: 100, count: 100 })
    expect(meta('per_page=0&page=-4')).toMatchObject({ per_page: 1, current_page: 1 })
  })

  it('writes times with an offset', () => {
    expect(time(Date.UTC(2024, 0, 1))).toBe('2024-01-01T00:00:00+00:00')
    expect(time(null)).toBeNull()
  })

  it('matches routes', () => {
    const routes = [
      { method: 'GET', path: '/s/:id' },
      { method: 'POST', path: '/s/:id' },
      { method: 'GET', path: '' },
    ]
    expect(match(routes, 'POST', '/s/a%20b/')).toMatchObject({ kind: 'found', params: { id: 'a b' } })
    expect(match(routes, 'HEAD', '/s/a')).toMatchObject({ kind: 'found' })
    expect(match(routes, 'DELETE', '/s/a')).toEqual({ kind: 'wrong-method', allowed: ['GET', 'POST'] })
    expect(match(routes, 'GET', '/')).toMatchObject({ kind: 'found' })
    for (const path of ['/s', '/s/', '/s/a/b', '/s/%E0%A4%A', '//'])
      expect(match(routes, 'GET', path).kind).toBe('none')
  })

  it('escapes every string in markup', () => {
    expect(html`<p title="${'"><script>'}">${['<b>', html`<i>${"'&"}</i>`, 3, null, false]}</p>`.markup).toBe(
      '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;<i>&#39;&amp;</i>3</p>',
    )
  })
})
