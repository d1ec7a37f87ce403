import { describe, expect, it } from 'vitest'
import { addAllocation, listAllocations, noteAllocation, removeAllocation } from '../../electron/allocations/panel.ts'
import type { PanelClient } from '../../electron/panel/client.ts'
import { errorOf, id, setUpFaultPanel, token, unwrap } from '../fixtures/client-rig.ts'
import { type Behaviour, empty, json } from '../fixtures/fault-panel.ts'

const { panel, clientOf } = setUpFaultPanel()
const base = `/api/client/servers/${id}/network/allocations`
const sent = () => panel().requests.map(({ method, path }) => `${method} ${path.replace(base, '')}`.trim())

type Attributes = Readonly<Record<string, unknown>>
/** An address as both kinds of panels tell it (the panel's API, part 2, *Network*). */
const told = (more: Attributes = {}) => ({
  object: 'allocation',
  attributes: { id: 7, ip: '203.0.113.7', ip_alias: null, port: 25_570, notes: null, is_default: false, ...more },
})
const listOf = (...data: unknown[]) => json(200, { object: 'list', data })
const read = { id: 7, ip: '203.0.113.7', alias: null, port: 25_570, notes: '', isPrimary: false }

describe('the list of addresses', () => {
  it('is read with what can be named, each once', async () => {
    panel().respond(listOf(told(), told({ id: 8, ip: '', ip_alias: 'x' }), told(), null))
    expect(unwrap(await listAllocations(clientOf().at(id)))).toEqual({ allocations: [read], leftOut: 3 })
    expect(sent()).toEqual(['GET'])
  })

  it('shows no token', async () => {
    panel().respond(listOf(told({ ip_alias: token, notes: `at ${token}` })))
    expect(JSON.stringify(await listAllocations(clientOf().at(id)))).not.toContain(token)
  })
})

describe('one more', () => {
  const add = (client: PanelClient) => addAllocation(client.at(id))

  it.each<[string, Behaviour, unknown]>([
    ['it', json(200, told()), read],
    ['nothing', empty(204), null],
    ['something else', json(200, { data: [] }), null],
    ['half of it', json(200, told({ is_default: 'perhaps' })), null],
  ])('is assigned by the panel, whose answer tells %s', async (_, behaviour, value) => {
    panel().respond(behaviour)
    expect(unwrap(await add(clientOf()))).toEqual(value)
    expect(sent()).toEqual(['POST'])
    expect(panel().requests[0]?.body ?? '').toBe('')
  })
})

describe('a note', () => {
  const note = (notes: string) => noteAllocation(clientOf().at(id), 7, notes)

  it.each<[string, string | null, Attributes, string | null]>([
    ['Query', 'Query', { notes: 'Query' }, 'Query'],
    ['', null, { notes: null }, ''],
    ['Query', 'Query', { notes: 'Que' }, 'Que'],
    ['Query', 'Query', { notes: 'a\u202eb\u0007\nc' }, 'ab c'],
    ['Query', 'Query', { id: 8, notes: 'of another one' }, null],
  ])('%j is sent, and told as the panel keeps it', async (notes, body, answered, kept) => {
    panel().respond(json(200, told(answered)))
    expect(unwrap(await note(notes))).toBe(kept)
    expect(sent()).toEqual(['POST /7'])
    expect(JSON.parse(panel().requests[0]?.body ?? '')).toEqual({ notes: body })
  })
})

describe('a removal', () => {
  const remove = () => removeAllocation(clientOf().at(id), 7)

  it.each<[string, Behaviour, string]>([
    ['it is the primary one by now', listOf(told({ is_default: true })), 'allocation-primary'],
    ['it may be', listOf(told({ is_default: 'x' })), 'allocation-not-found'],
    ['it is gone', listOf(told({ id: 8 })), 'allocation-not-found'],
    ['the list cannot be read', json(200, {}), 'malformed-answer'],
  ])('is not sent where %s', async (_, behaviour, code) => {
    panel().respond(behaviour)
    expect(errorOf(await remove()).code).toBe(code)
    expect(panel().requests).toHaveLength(1)
  })
})
