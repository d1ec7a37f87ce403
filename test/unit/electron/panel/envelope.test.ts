import { describe, expect, it } from 'vitest'
import { entry, lobby, lobbyPage, readListPage, readText } from '../../../fixtures/list-page.ts'

describe('readListPage', () => {
  it.each<[string, unknown]>([
    ['a bare array', [lobby]],
    ['data', { data: [lobby] }],
    ['servers', { servers: [lobby] }],
    ['data with attributes', { data: [{ attributes: lobby }] }],
    ['unknown fields', { data: [{ ...lobby, extra: { deep: [1] } }], more: true }],
    ['servers inside data', { data: { servers: [lobby] }, success: true }],
    ['an object keyed by identifier', { a1b2c3d4: { name: 'Lobby' } }],
    ['a list under a name of its own', { server_list: [lobby] }],
    ['a list under a name of its own, beside other lists', { roles: ['x'], tags: [], machines: [lobby], links: [{}] }],
    ['a list of HAL', { _links: { self: { href: '/' } }, _embedded: { servers: [lobby] } }],
    ['a list of GraphQL', { data: { servers: { nodes: [lobby] } } }],
    ['a list of GraphQL in edges', { data: { viewer: { edges: [{ cursor: 'x', node: lobby }] } } }],
    ['an empty list of known name beside one of another', { data: [], hosted: [lobby] }],
    ['entries wrapped by a name of their own, beside other fields', { data: [{ id: 7, links: {}, server: lobby }] }],
    ['entries with their fields outside and in', { data: [{ attributes: {}, ...lobby }] }],
    ['entries of JSON:API', { data: [{ type: 'servers', id: '7', attributes: lobby, relationships: {} }] }],
    ['an object keyed by something else', { data: { 'de305d54-75b4-431b-adb2-eb6b9e546014': lobby } }],
    ['an object of names by identifier', { success: true, servers: { a1b2c3d4: 'Lobby' } }],
    ['nothing but names by identifier', { a1b2c3d4: 'Lobby' }],
    ['an object keyed by identifier, with attributes', { servers: { a1b2c3d4: { attributes: { name: 'Lobby' } } } }],
    [
      'entries with their identifier outside and their name in',
      { data: [{ identifier: 'a1b2c3d4', attributes: { name: 'Lobby' } }] },
    ],
    ['a list four names deep', { a: { b: { c: { d: [lobby] } } } }],
    ['an object keyed by identifier, beside other fields', { success: true, a1b2c3d4: lobby }],
  ])('reads %s', (_name, answer) => {
    expect(readListPage(answer)).toEqual(lobbyPage)
  })

  const hall = { identifier: 'a1b2c3d5', name: 'Hall' }
  const attic = { identifier: 'a1b2c3d6', name: 'Attic' }
  it.each<[string, unknown, number]>([
    ['own ones and shared ones', { owned: [lobby], shared: [hall, attic] }, 0],
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
    ['one twice', { nodes: [lobby, hall], edges: [{ node: lobby }, { node: hall }, { node: attic }] }, 0],
    ['what is no server in the later', { owned: [lobby], shared: [hall, 7, attic] }, 1],
    ['beside nodes', { servers: [lobby, hall, attic], nodes: [{ identifier: 'nnnnnnn1', name: 'Node' }] }, 0],
    [
      'usual and shared, beside nodes',
      { data: [lobby], shared: [hall], sharedServers: [attic], locations: [{ nodes: [{ identifier: 'nnnnnnn1' }] }] },
      0,
    ],
    [
      'beside nodes, under a name of its own',
      { hosted: [lobby, hall, attic], nodes: [{ identifier: 'nnnnnnn1', name: 'Node' }] },
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

  it('reads as many lists as there are', () => {
    const groups = Array.from({ length: 3_000 }, (_, i) => ({
      servers: [{ ...lobby, identifier: String(10_000_000 + i) }],
    }))
    expect(readListPage(groups)).toMatchObject({ servers: { length: 3_000 }, beyond: 0 })
  })

  it('reads a list however it is written', () => {
    const text =
      ' {\n\t"object" : "li\\u0073t",\r\n"d\\u0061ta" : [ {"identifier":"a1b2c3d4", "name":"Lo\\"b]by"} , 1 ] } '
    expect(readText(text)).toMatchObject({ servers: [{ name: 'Lo"b]by' }], unusable: 1 })
  })

  it.each(['', '[1', '{"data":[]}}', '[{"servers":[{"identifier":"a1b2c3d4"}]}', '[1 2]', '[x]'])(
    'takes the text %j for no list',
    (text) => expect(readText(text)).toBeNull(),
  )

  it.each<[unknown]>([
    [{ servers: [] }],
    [{ results: [], count: 0 }],
    [[]],
    [{ list: [] }],
    [{ servers: {} }],
    [{ data: { servers: { nodes: [] } } }],
    [{ servers: {}, nodes: [{ identifier: 'nnnnnnn1', name: 'Node' }] }],
    [{ data: [], nodes: { nnnnnnn1: { name: 'Node' } } }],
  ])('reads %j as no servers', (answer) => {
    expect(readListPage(answer)).toEqual({ ...lobbyPage, servers: [] })
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
    expect(readListPage({ object: 'list', data: [entry(lobby)] })).toEqual({ ...lobbyPage, dialect: 'pterodactyl' })
  })

  it.each<[unknown]>([
    [null],
    ['x'],
    [{}],
    [{ data: 'x' }],
    [{ data: { identifier: 'a1b2c3d4' } }],
    [{ settings: { a: 1 }, other: 1 }],
    [{ data: {} }],
    [{ errors: [{ code: 'X', detail: 'No.' }] }],
    [{ roles: [], links: [{ href: 'x' }] }],
    [{ redirect: '/login' }],
    [{ a: { b: { c: { d: { e: [lobby] } } } } }],
  ])('takes %j for no list', (answer) => {
    expect(readListPage(answer)).toBeNull()
  })
})
