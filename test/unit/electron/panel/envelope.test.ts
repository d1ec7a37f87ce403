import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readListPage as listSteps, readSocketStats, readStats } from '../../../../electron/panel/envelope.ts'
import { serverIdentifierSchema } from '../../../../shared/model/identifier-schema.ts'
import type { ServerCondition, ServerState } from '../../../../shared/model/server.ts'
import { doNow } from '../../../fixtures/do-now.ts'

const lobby = { identifier: 'a1b2c3d4', name: 'Lobby' }
const core = {
  servers: [{ ...lobby, condition: null, limits: null, game: null }],
  unusable: 0,
  beyond: 0,
  dialect: 'core',
  isPelican: false,
  totalPages: 1,
  hasNext: false,
  total: null,
}
const readText = (text: string, room = 10_000) => doNow(listSteps(text, room)).value
const readListPage = (answer: unknown, room?: number) => readText(JSON.stringify(answer) ?? '', room)
const entry = (attributes: unknown) => ({ object: 'server', attributes })

describe('readListPage', () => {
  it.each<[string, unknown]>([
    ['a bare array', [lobby]],
    ['data', { data: [lobby] }],
    ['servers', { servers: [lobby] }],
    ['data before servers', { data: [lobby], servers: [] }],
    ['servers beside other data', { data: { x: 1 }, servers: [lobby] }],
    ['data with attributes', { data: [{ attributes: lobby }] }],
    ['a list without object names', { object: 'list', data: [{ attributes: lobby }] }],
    ['unknown fields', { data: [{ ...lobby, extra: { deep: [1] } }], more: true }],
    ['a state that is no condition', { data: [{ ...lobby, status: 'suspended' }] }],
    ['results', { results: [lobby], next: null }],
    ['items', { items: [lobby] }],
    ['servers inside data', { data: { servers: [lobby] }, success: true }],
    ['a list inside results', { results: { data: [lobby] } }],
    ['an object keyed by identifier', { a1b2c3d4: { name: 'Lobby' } }],
    ['an object keyed by identifier, with the identifiers in it too', { a1b2c3d4: lobby }],
    ['an object keyed by identifier, inside data', { data: { a1b2c3d4: { attributes: { name: 'Lobby' } } } }],
    ['a list under a name of its own', { server_list: [lobby] }],
    ['a list under a name of its own, beside other lists', { roles: ['x'], tags: [], machines: [lobby], links: [{}] }],
    ['a list under a name of its own, inside another', { status: 'ok', response: { records: [lobby] } }],
    ['a list of HAL', { _links: { self: { href: '/' } }, _embedded: { servers: [lobby] } }],
    ['a list of pages', { content: [lobby], pageable: { sort: { sorted: false } }, number: 0 }],
    ['a list of GraphQL', { data: { servers: { nodes: [lobby] } } }],
    ['a list of GraphQL in edges', { data: { viewer: { edges: [{ cursor: 'x', node: lobby }] } } }],
    ['an empty list of known name beside one of another', { data: [], hosted: [lobby] }],
    ['entries wrapped by a name of their own', [{ server: lobby }]],
    ['entries wrapped by a name of their own, beside other fields', { data: [{ id: 7, links: {}, server: lobby }] }],
    ['entries with their fields outside and in', { data: [{ attributes: {}, ...lobby }] }],
    ['entries of JSON:API', { data: [{ type: 'servers', id: '7', attributes: lobby, relationships: {} }] }],
    ['an object keyed by something else', { data: { 'de305d54-75b4-431b-adb2-eb6b9e546014': lobby } }],
    ['an object keyed by numbers', { 0: lobby }],
    ['an object keyed by identifier, beside other fields', { success: true, a1b2c3d4: lobby }],
    ['an object keyed by identifier, inside servers', { servers: { a1b2c3d4: { name: 'Lobby' } }, ok: true }],
  ])('reads %s', (_name, answer) => {
    expect(readListPage(answer)).toEqual(core)
  })

  const hall = { identifier: 'a1b2c3d5', name: 'Hall' }
  const attic = { identifier: 'a1b2c3d6', name: 'Attic' }
  it.each<[string, unknown, number]>([
    ['own ones and shared ones', { owned: [lobby], shared: [hall, attic] }, 0],
    ['usual and other', { servers: [lobby], subuser_servers: [hall, attic] }, 0],
    ['two usual', { data: [lobby, hall], servers: [attic] }, 0],
    ['by their nodes', { data: { node1: [lobby], node2: [], node3: [hall, attic] } }, 0],
    [
      'in groups',
      {
        data: [
          { category: 'A', servers: [lobby] },
          { category: 'B', servers: [hall, attic] },
        ],
      },
      0,
    ],
    [
      'in groups, the first of them empty',
      [{ servers: [] }, {}, 1, { servers: [] }, { servers: [lobby, hall, attic] }],
      0,
    ],
    ['objects of them', { owned: { a1b2c3d4: lobby }, shared: { a1b2c3d5: hall, a1b2c3d6: attic } }, 0],
    ['one twice', { nodes: [lobby, hall], edges: [{ node: lobby }, { node: hall }, { node: attic }] }, 0],
    ['what is no server in the later', { owned: [lobby], shared: [hall, 7, attic] }, 1],
    [
      'on more than a dozen nodes',
      {
        data: {
          ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`n${i}`, []])),
          a: [lobby],
          b: [hall, attic],
        },
      },
      0,
    ],
    ['beside nodes', { servers: [lobby, hall, attic], nodes: [{ identifier: 'nnnnnnn1', name: 'Node' }] }, 0],
    [
      'usual and shared, beside nodes',
      { data: [lobby], shared: [hall], sharedServers: [attic], locations: [{ nodes: [{ identifier: 'nnnnnnn1' }] }] },
      0,
    ],
    ['beside an object of something else', { data: [lobby, hall, attic], nodes: { 10000001: { name: 'Node' } } }, 0],
  ])('reads all lists of one answer: %s', (_name, answer, unusable) => {
    const page = readListPage(answer)
    expect(page?.servers.map(({ name }) => name).toSorted()).toEqual(['Attic', 'Hall', 'Lobby'])
    expect(page).toMatchObject({ unusable, beyond: 0 })
  })

  it('reads of all lists together no more than there is room for, and counts the rest', () => {
    const several = { owned: [lobby, hall], shared: [attic, { ...lobby, identifier: 'a1b2c3d7' }] }
    expect(readListPage(several, 1)).toMatchObject({ servers: { length: 1 }, beyond: 3 })
  })

  it('says that there is more where an answer has more lists than are looked into', () => {
    const groups = Array.from({ length: 3_000 }, (_, i) => ({
      servers: [{ ...lobby, identifier: String(10_000_000 + i) }],
    }))
    const page = readListPage(groups)
    expect(page?.servers.length).toBeGreaterThanOrEqual(900)
    expect(page?.beyond).toBeGreaterThanOrEqual(1)
  })

  it.each([
    '[{"servers":[{"identifier":"a1b2c3d4"}]}',
    '[{"servers":[{"identifier":"a1b2c3d4"}]}]x',
    '[{"servers":[{]}]',
  ])('takes the groups %j for no list', (text) => {
    expect(readText(text)).toBeNull()
  })

  it('reads a list however it is written', () => {
    const text =
      ' {\n\t"object" : "li\\u0073t",\r\n"d\\u0061ta" : [ {"identifier":"a1b2c3d4", "name":"Lo\\"b]by"} , 1 ] } '
    expect(readText(text)).toMatchObject({ servers: [{ name: 'Lo"b]by' }], unusable: 1 })
  })

  it.each([
    '',
    '[',
    '[1',
    '[{"identifier":"a1b2c3d4"}',
    '{"data":[]',
    '{"data":[]}}',
    '[]x',
    '[{]',
    '{data:[]}',
    '[1 2]',
    '[x]',
  ])('takes the text %j for no list', (text) => {
    expect(readText(text)).toBeNull()
  })

  it.each<[unknown]>([
    [{ servers: [] }],
    [{ data: { servers: [] } }],
    [{ results: [], count: 0 }],
    [[]],
    [{ list: [] }],
  ])('reads %j as no servers', (answer) => {
    expect(readListPage(answer)).toEqual({ ...core, servers: [] })
  })

  it.each<[string, object, boolean]>([
    ['limits', { limits: { oom_disabled: true, oom_killer: false } }, true],
    ['where its files are', { sftp_details: { ip: '127.0.0.1', alias: null, port: 2022 } }, true],
    ['nothing of its own', { limits: { oom_disabled: true }, sftp_details: { ip: '127.0.0.1', port: 2022 } }, false],
  ])('knows Pelican by its %s', (_name, fields, isPelican) => {
    const { isPelican: told } = readListPage({ object: 'list', data: [entry({ ...lobby, ...fields })] }) ?? {}
    expect(told).toBe(isPelican)
    // What speaks another dialect is not known to be either.
    expect(readListPage([{ ...lobby, ...fields }])?.isPelican).toBe(false)
  })

  it('knows the panel by its wrapping', () => {
    expect(readListPage({ object: 'list', data: [entry(lobby)] })).toEqual({ ...core, dialect: 'pterodactyl' })
  })

  it.each<[unknown, unknown]>([
    [undefined, null],
    [null, null],
    ['x', null],
    [{}, { cpuPercent: null, memoryBytes: null, diskBytes: null }],
    [
      { cpu: 0, memory: 0, disk: -1 },
      { cpuPercent: null, memoryBytes: null, diskBytes: null },
    ],
    [
      { cpu: 200, memory: 2, disk: 'x' },
      { cpuPercent: 200, memoryBytes: 2 * 1_024 ** 2, diskBytes: null },
    ],
  ])('reads the limits %j', (limits, read) => {
    const answer = { object: 'list', data: [entry({ ...lobby, limits })] }
    expect(readListPage(answer)?.servers[0]?.limits).toEqual(read)
  })

  it.each<[unknown, number]>([
    [{ pagination: { total_pages: 7 } }, 7],
    [{ pagination: { total_pages: '7' } }, 7],
    [{ pagination: { total_pages: '7x' } }, 1],
    [{ pagination: { total_pages: '' } }, 1],
    [{ last_page: 7 }, 7],
    [{ pagination: { total_pages: -1 } }, 1],
    [{ pagination: { total_pages: Number.POSITIVE_INFINITY } }, 1],
    [{ pagination: null }, 1],
    ['meta', 1],
  ])('reads the number of pages from %j', (meta, totalPages) => {
    expect(readListPage({ object: 'list', data: [entry(lobby)], meta })?.totalPages).toBe(totalPages)
  })

  it.each<[unknown]>([
    [{ servers: [lobby], page: 1, pages: 4 }],
    [{ servers: [lobby], page: 1, totalPages: '4' }],
    [{ data: [lobby], meta: { page: 1, totalPages: 4 } }],
    [{ data: [lobby], meta: { page: 1, pageCount: 4, next: 'x' } }],
    [{ data: [lobby], last_page: 4, next_page_url: 'https://p.example/?page=2' }],
  ])('reads the number of pages from %j', (answer) => {
    expect(readListPage(answer)).toMatchObject({ totalPages: 4, hasNext: false })
  })

  it.each<[unknown, boolean]>([
    [{ next: 'https://p.example/?page=2', results: [lobby] }, true],
    [{ next: null, previous: null, results: [lobby] }, false],
    [{ data: [lobby], next_page_url: 'https://p.example/?page=2' }, true],
    [{ data: [lobby], next_page_url: '' }, false],
    [{ data: [lobby], links: { next: 'https://p.example/?page=2' }, meta: { current_page: 1 } }, true],
    [{ data: [lobby], links: { next: null, prev: null } }, false],
    [{ data: [lobby], links: [] }, false],
    [{ _embedded: { servers: [lobby] }, _links: { next: { href: '/?page=2' } } }, true],
    [{ _embedded: { servers: [lobby] }, _links: { self: { href: '/' }, next: {} } }, false],
    [{ data: [lobby], next_cursor: 'abc' }, true],
    [{ data: [lobby], nextCursor: 'abc' }, true],
    [{ data: [lobby], has_more: true }, true],
    [{ data: [lobby], has_more: false }, false],
    [{ object: 'list', data: [entry(lobby)], meta: { cursor: { current: 1, next: 2 } } }, true],
    [{ object: 'list', data: [entry(lobby)], meta: { cursor: { current: 2, next: null } } }, false],
    [{ data: { servers: { nodes: [lobby], pageInfo: { hasNextPage: true } } } }, true],
    [{ data: { servers: { nodes: [lobby], pageInfo: { hasNextPage: false } } } }, false],
    [{ object: 'list', data: [entry(lobby)], meta: { pagination: { total_pages: 1, links: { next: 'x' } } } }, false],
  ])('reads whether there is a next page from %j', (answer, hasNext) => {
    expect(readListPage(answer)).toMatchObject({ servers: { length: 1 }, totalPages: 1, hasNext })
  })

  it.each([
    [{ results: [lobby], count: 7 }],
    [{ servers: [lobby], total: 7 }],
    [{ data: { servers: [lobby], total_count: '7' } }],
    [{ content: [lobby], totalElements: 7 }],
    [{ data: [lobby], meta: { pagination: { total: 7, count: 1 } } }],
  ])('reads how many there are in all from %j', (answer) => {
    expect(readListPage(answer)?.total).toBe(7)
  })

  it.each<[unknown]>([
    [null],
    [undefined],
    [1],
    ['x'],
    [{}],
    [{ data: 'x' }],
    [{ data: { identifier: 'a1b2c3d4' } }],
    [{ settings: {} }],
    [{ settings: { a: 1 }, other: 1 }],
    [{ data: {} }],
    [{ errors: [{ code: 'X', detail: 'No.' }] }],
    [{ message: 'No.', errors: [] }],
    [{ roles: [], links: [{ href: 'x' }] }],
    [{ a: { b: { c: { d: [{ identifier: 'a1b2c3d4', name: 'Lobby' }] } } } }],
  ])('takes %j for no list', (answer) => {
    expect(readListPage(answer)).toBeNull()
  })

  it.each<[unknown]>([
    [null],
    [7],
    ['a1b2c3d4'],
    [{}],
    [{ identifier: 12345678 }],
    [{ identifier: 'a1b2c3d' }],
    [{ identifier: 'a1b2c3d45' }],
    [{ identifier: 'a1b2c3d4\n' }],
    [{ identifier: '../a1b2c' }],
    [{ identifier: 'a1b2\u200bc3d' }],
    [{ identifier: ' a1b2c3d' }],
    [{ identifier: 'a1b2\ud800c3d' }],
    [{ attributes: null, identifier: null }],
    [{ attributes: { name: 'x' }, identifier: 'a1b2c3d4' }],
  ])('leaves %j out and counts it', (bad) => {
    expect(readListPage([bad, lobby])).toEqual({ ...core, unusable: 1 })
  })

  it.each(['ab-d_234', 'ab.d:234', 'äöü漢字🎮xy', 'a b%c?d#', '--------', '........'])(
    'takes the identifier %j',
    (identifier) => {
      expect(readListPage([{ identifier, name: 'Lobby' }])?.servers[0]).toMatchObject({ identifier, name: 'Lobby' })
    },
  )

  it('reads as many as there is room for, and counts the rest', () => {
    const servers = Array.from({ length: 30 }, (_, i) => ({ identifier: String(10_000_000 + i) }))
    expect(readListPage([...servers, 0], 10)).toMatchObject({ beyond: 20, unusable: 1 })
    expect(readListPage([...servers, 0], 10)?.servers).toHaveLength(10)
  })

  it.each<[unknown, string]>([
    [undefined, 'a1b2c3d4'],
    [null, 'a1b2c3d4'],
    [42, 'a1b2c3d4'],
    ['', 'a1b2c3d4'],
    [' \u200b ', 'a1b2c3d4'],
    ['\u202eevil\u202c', 'evil'],
    ['\u001b[31mred', '[31mred'],
    ['two\nlines', 'two lines'],
    ['Grüße 🎮', 'Grüße 🎮'],
  ])('names %j %j', (name, shown) => {
    expect(readListPage([{ identifier: 'a1b2c3d4', name }])?.servers[0]?.name).toBe(shown)
  })

  it.each<[Record<string, unknown>, ServerCondition | null]>([
    [{ status: null }, null],
    [{ status: 'suspended' }, 'suspended'],
    [{ is_suspended: true }, 'suspended'],
    [{ is_suspended: true, is_transferring: true }, 'suspended'],
    [{ is_node_under_maintenance: true, status: 'installing' }, 'maintenance'],
    [{ status: 'installing' }, 'installing'],
    [{ status: 'install_failed' }, 'installing'],
    [{ is_installing: true }, 'installing'],
    [{ status: 'restoring_backup' }, 'restoring'],
    [{ is_transferring: true }, 'transferring'],
    [{ status: 'reinstall_failed' }, null],
    [{ status: 'constructor' }, null],
    [{ status: 5, is_suspended: 'yes' }, null],
  ])('reads the condition of %j', (attributes, condition) => {
    const answer = { object: 'list', data: [entry({ ...lobby, ...attributes })] }
    expect(readListPage(answer)?.servers[0]?.condition).toBe(condition)
  })

  it('never throws, and every server it gives is valid', () => {
    const field = fc.constantFrom('object', 'data', 'servers', 'attributes', 'identifier', 'name', 'meta', '__proto__')
    const value = fc.oneof(fc.constantFrom('list', 'server', 'a1b2c3d4'), fc.string({ unit: 'binary' }), fc.double())
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        value,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(field, tie('tree'), { maxKeys: 4 }),
      ),
    }))
    const text = fc.oneof(
      tree.map((answer) => JSON.stringify(answer)),
      fc.json(),
    )
    fc.assert(
      fc.property(text, (body) => {
        const page = readText(body)
        for (const server of page?.servers ?? []) {
          expect(serverIdentifierSchema.safeParse(server.identifier).success).toBe(true)
          expect(server.name).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u)
        }
        readStats(JSON.parse(body))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('readStats', () => {
  const resources = { cpu_absolute: 150.5, memory_bytes: 1, disk_bytes: 2, uptime: 3, network_rx_bytes: 4 }
  const read = { cpuPercent: 150.5, memoryBytes: 1, diskBytes: 2, uptimeMs: 3 }
  const stats = (word: unknown, usage: unknown = resources) => ({
    object: 'stats',
    attributes: { current_state: word, resources: usage },
  })

  it.each<[unknown, ServerState]>([
    ['offline', 'offline'],
    ['stopped', 'offline'],
    ['starting', 'starting'],
    ['running', 'running'],
    ['stopping', 'stopping'],
  ])('reads %j as %s', (word, state) => {
    expect(readStats(stats(word))).toEqual({ state, resources: read })
  })

  it.each(['missing', 'paused', 'RUNNING', '', null, 7, 'toString'])('reads %j as unknown, without figures', (word) => {
    expect(readStats(stats(word))).toEqual({ state: 'unknown', resources: null })
  })

  it('reads a state whose figures are missing or wrong', () => {
    expect(readStats(stats('running', null))).toEqual({ state: 'running', resources: null })
    expect(readStats(stats('running', { cpu_absolute: 'x', memory_bytes: -1, disk_bytes: null }))?.resources).toEqual({
      cpuPercent: null,
      memoryBytes: null,
      diskBytes: null,
      uptimeMs: null,
    })
  })

  it('reads numbers that are written as texts', () => {
    const texts = { cpu_absolute: '12.5', memory_bytes: ' 1024 ', disk_bytes: '1e3', uptime: '' }
    const told = { cpuPercent: 12.5, memoryBytes: 1_024, diskBytes: 1_000, uptimeMs: null }
    expect(readStats(stats('running', texts))?.resources).toEqual(told)
    expect(readSocketStats(JSON.stringify({ state: 'running', ...texts }))?.resources).toEqual(told)
  })

  it.each([null, [], {}, { attributes: null }, 'x'])('takes %j for no answer', (answer) => {
    expect(readStats(answer)).toBeNull()
  })
})
