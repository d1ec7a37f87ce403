import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { changedValues, valuesOf, withValues } from '../../../shared/tables.ts'
import { aServer } from '../../fixtures/state.ts'

const ids = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd']
const views = ids.flatMap((id) => [aServer({ id }), aServer({ id }), aServer({ id })])
const tableOf = (servers: readonly ServerView[]) => Object.fromEntries(servers.map((server) => [server.ref, server]))
const anyTable = fc.uniqueArray(fc.constantFrom(...views), { selector: ({ ref }) => ref }).map(tableOf)

describe('valuesOf', () => {
  it('lists the values of a table in its order, once', () => {
    const table = tableOf([aServer({ id: 'bbbbbbbb' }), aServer({ id: 'aaaaaaaa' })])
    expect(valuesOf(table)).toEqual(Object.values(table))
    expect(valuesOf(table)).toBe(valuesOf(table))
  })
})

describe('withValues', () => {
  it('lists what the table then has, whatever was changed or added', () => {
    fc.assert(
      fc.property(anyTable, anyTable, (before, changed) => {
        const after = withValues(before, changed)
        expect(after).toEqual({ ...before, ...changed })
        expect(valuesOf(after)).toEqual(Object.values(after))
      }),
    )
  })
})

describe('changedValues', () => {
  it('finds what is new or another value, whatever came, went or changed places', () => {
    fc.assert(
      fc.property(anyTable, anyTable, (before, after) => {
        const changed = Object.values(after).filter((server) => before[server.ref] !== server)
        expect(changedValues(before, after)).toEqual(changed)
        expect(changedValues(after, after)).toEqual([])
      }),
    )
  })
})
