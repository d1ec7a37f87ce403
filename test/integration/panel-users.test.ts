import { describe, expect, it } from 'vitest'
import type { PanelClient } from '../../electron/panel/client.ts'
import { inviteUser, updateUser } from '../../electron/users/panel.ts'
import { errorOf, id, setUpFaultPanel, unwrap } from '../fixtures/client-rig.ts'
import { type Behaviour, json } from '../fixtures/fault-panel.ts'

const { panel, clientOf } = setUpFaultPanel()
const base = '/api/client'
const paths = () => panel().requests.map(({ method, path }) => `${method} ${path.replace(`${base}/servers/${id}`, '')}`)
const body = (n: number) => JSON.parse(panel().requests[n]?.body ?? '')

const mira = '3b1f0a52-7c6e-4d0e-9a4b-5e2f8d7c1a01'
type Attributes = Readonly<Record<string, unknown>>
/** A user as Pterodactyl tells them (the panel's API, part 2, *Users of a server*). */
const told = (more: Attributes = {}) => ({
  object: 'server_subuser',
  attributes: {
    uuid: mira,
    username: 'mira',
    email: 'mira@example.com',
    image: null,
    '2fa_enabled': false,
    created_at: '2026-01-01T00:00:00+00:00',
    permissions: ['control.start', 'websocket.connect'],
    ...more,
  },
})

const invite = (client: PanelClient) =>
  inviteUser(client.at(id), { email: 'tobias@example.com', permissions: ['file.read'] })
const update = (client: PanelClient) =>
  updateUser(client.at(id), mira, { seen: ['control.start'], permissions: ['control.stop', 'control.start'] })

describe('an invitation', () => {
  it('is sent with what everybody may, as an empty list is refused', async () => {
    panel().respond(json(200, told()))
    unwrap(await invite(clientOf()))
    expect(paths()).toEqual(['POST /users'])
    expect(body(0)).toEqual({ email: 'tobias@example.com', permissions: ['file.read', 'websocket.connect'] })
  })
})

describe('a change', () => {
  it.each<[string, Behaviour, string]>([
    ['another one came', json(200, told({ uuid: 'b' })), 'malformed-answer'],
    ['a part cannot be read', json(200, told({ permissions: ['a b'] })), 'malformed-answer'],
  ])('sends nothing where %s', async (_, behaviour, code) => {
    panel().respond(behaviour)
    expect(errorOf(await update(clientOf())).code).toBe(code)
    expect(panel().requests).toHaveLength(1)
  })
})
