import { describe, expect, it, test } from 'vitest'
import { allPermissions } from '../../../electron/demo-panel/panel/rights.ts'
import { notAllowed } from '../../../renderer/parts/area/area-words.ts'
import { type Permission, permissions } from '../../../shared/keys/permission.ts'
import { areaIds } from '../../../shared/model/area.ts'
import { appCalls } from '../../fixtures/app-calls.ts'
import { appState, keyView, panelView } from '../../fixtures/app-state.ts'
import { type Need, operationTable } from '../../fixtures/demo-operations.ts'
import { permissionSets } from '../../fixtures/permission-sets.ts'
import { serverView } from '../../fixtures/server-view.ts'
import { type WindowOperation, windowOperations } from '../../fixtures/window-operations.ts'

/**
 * The permission table from the window's side: each operation of the areas × each permission of the client API document.
 * Whatever is offered to a key with declared permissions, the panel allows by the same table that its own test goes by
 * (`demo-panel-permissions.test.ts`): no click ends in a refusal that was known before.
 */

const server = serverView({ name: 'Survival', state: 'unknown' })

/** The window with one key, as its owner declared it; null where they are not sure. */
const stateWith = (declared: readonly Permission[] | null) =>
  appState({ panels: [panelView()], keys: [keyView({ declared: declared && [...declared] })], servers: [server] })

function allowsAll(needs: Need, held: readonly Permission[]): boolean {
  if (needs === 'none named') return true
  return needs === 'all' ? held.length === permissions.length : needs.some((need) => held.includes(need))
}

/** What a call needs, by the panel's table. */
function needsOf(does: string): Need {
  const row = operationTable.find((one) => one.does === does)
  if (row === undefined) throw new Error(`the panel's table has no “${does}”`)
  return row.needs
}

const isAllowed = ({ calls }: WindowOperation, held: readonly Permission[]) =>
  calls.every((call) => allowsAll(needsOf(call), held))

describe.each(windowOperations.map((operation) => [operation.does, operation] as const))('%s', (_does, operation) => {
  it.each(permissionSets)('with a key that has %s is offered, or not with the reason', (_name, held) => {
    expect(operation.why(stateWith(held), server)).toBe(isAllowed(operation, held) ? null : operation.reason)
  })

  it('is offered where nobody said what the key may', () => {
    expect(operation.why(stateWith(null), server)).toBeNull()
  })

  it('is offered to whoever has all rights but others, and to nobody without this one', () => {
    const { right } = operation
    if (right === undefined) return
    const known = new Set([...allPermissions('pterodactyl'), ...allPermissions('pelican')])
    expect(known).toContain(right.name)
    for (const name of known) expect(right.why([name]), name).toBe(name === right.name ? notAllowed : null)
  })
})

test('every operation of the panel is made by a row', () => {
  const called = new Set(windowOperations.flatMap(({ calls }) => calls))
  expect(operationTable.map(({ does }) => does).filter((does) => !called.has(does))).toEqual([])
})

test('every area stands in the table, each with words of its own', () => {
  const names = windowOperations.map(({ does }) => does)
  expect(new Set(names).size).toBe(names.length)
  for (const id of areaIds) expect(names, id).toContain(`see ${id}`)
})

test('each call that the app makes of a server, and that needs a permission, is of a row', () => {
  const told = new Set(windowOperations.flatMap(({ calls }) => calls))
  for (const [operation, calls] of Object.entries(appCalls)) {
    for (const does of calls) {
      expect(needsOf(does) === 'none named' || told.has(does), `${operation}: ${does}`).toBe(true)
    }
  }
})
