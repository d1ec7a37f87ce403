import { describe, expect, it } from 'vitest'
import type { DatabaseAct } from '../../../shared/databases/contract.ts'
import {
  databaseActs,
  databaseAddress,
  whyNoOtherDatabase,
  wrongDatabaseName,
  wrongRemote,
} from '../../../shared/databases/databases.ts'
import { whyNotChanged } from '../../../shared/keys/allowed.ts'
import { deniedActs } from '../../../shared/keys/rights.ts'
import { appState, keyView, panelView } from '../../fixtures/app-state.ts'
import { database } from '../../fixtures/database.ts'
import { serverView } from '../../fixtures/server-view.ts'

describe('a new database', () => {
  it.each([
    ['plots', null],
    ['a-b_C9', null],
    ['x'.repeat(48), null],
    ['ab', 'Use 3 to 48 characters.'],
    ['', 'Use 3 to 48 characters.'],
    ['x'.repeat(49), 'Use 3 to 48 characters.'],
    ['a b c', 'Use letters, digits, “-” and “_” only.'],
    ['plöts', 'Use letters, digits, “-” and “_” only.'],
    ['plots;', 'Use letters, digits, “-” and “_” only.'],
  ])('may be called %j: %s', (name, wrong) => {
    expect(wrongDatabaseName(name)).toBe(wrong)
  })

  it.each([
    ['%', null],
    ['172.18.0.%', null],
    ['192.168.0.0/255.255.0.0', null],
    ['db.example.com', null],
    ['fe80::1', null],
    ['', 'Type an address, or % for any.'],
    ['x'.repeat(46), 'Use 45 characters at most.'],
    ["%' or", 'Type an address or the name of a host, where % stands for any.'],
  ])('may take connections from %j: %s', (remote, wrong) => {
    expect(wrongRemote(remote)).toBe(wrong)
  })
})

describe('what an account may not do', () => {
  it.each<[string[], DatabaseAct[]]>([
    [[], [...databaseActs]],
    [['database.create', 'database.update', 'database.delete'], ['view-password']],
    [['database.view_password', 'database.create', 'database.update', 'database.delete'], []],
    [
      ['database.view-password', 'database.create'],
      ['update', 'delete'],
    ],
  ])('with %j', (held, denied) => {
    expect(deniedActs(held, 'database', databaseActs)).toEqual(denied)
  })
})

describe('another database', () => {
  const list = (number: number, limit: number | null, leftOut = 0) => ({
    databases: Array.from({ length: number }, (_, n) => database({ id: String(n) })),
    leftOut,
    limit,
  })
  it.each([
    [list(0, 3), null],
    [list(2, 3), null],
    [list(9, null), null],
    [list(3, 3), 'all 3 of this server are in use'],
    [list(4, 3), 'all 3 of this server are in use'],
    [list(2, 3, 1), 'all 3 of this server are in use'],
    [list(1, 1), 'the one that this server may have is in use'],
    [list(0, 0), 'this server may have no databases'],
  ])('fits, or not: %#', (given, why) => {
    expect(whyNoOtherDatabase(given)).toBe(why)
  })

  it('is not made on a server that its panel holds', () => {
    const held = serverView({ name: 'Survival', condition: 'suspended' })
    const state = appState({ panels: [panelView()], keys: [keyView({ declared: null })], servers: [held] })
    expect(whyNotChanged(state, held, 'databases', 0)).toBe('suspended by the panel')
    expect(whyNotChanged(state, { ...held, condition: null }, 'databases', 0)).toBeNull()
  })
})

it.each([
  [{ host: '172.18.0.1', port: 3306 }, '172.18.0.1:3306'],
  [{ host: 'fe80::1', port: 3306 }, '[fe80::1]:3306'],
  [{ host: 'db', port: null }, 'db'],
  [{ host: '', port: null }, ''],
])('the address of %j', (place, address) => {
  expect(databaseAddress(place)).toBe(address)
})
