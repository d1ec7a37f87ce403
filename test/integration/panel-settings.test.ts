import { describe, expect, it } from 'vitest'
import type { PanelClient } from '../../electron/panel/client.ts'
import { updateSettings } from '../../electron/server-settings/panel.ts'
import { errorOf, id, setUpFaultPanel, token, unwrap } from '../fixtures/client-rig.ts'
import { type Behaviour, empty, json, refusal } from '../fixtures/fault-panel.ts'

const { panel, clientOf } = setUpFaultPanel()
const paths = () =>
  panel().requests.map(({ method, path }) => `${method} ${path.replace(`/api/client/servers/${id}`, '')}`)
const body = (n: number) => JSON.parse(panel().requests[n]?.body ?? '')

type Attributes = Readonly<Record<string, unknown>>
const server = (more: Attributes = {}) =>
  json(200, { object: 'server', attributes: { identifier: id, name: 'Survival', description: 'Old', ...more } })
const pelican = { limits: { oom_killer: false } }
const seen = { name: 'Survival', description: 'Old' }
const change = (client: PanelClient, edit: { name?: string; description?: string | null }) =>
  updateSettings(client.at(id), { seen, edit: { ...seen, ...edit } })
const bare: Behaviour = json(403, [])

describe('a change of name and description', () => {
  it.each<[string, Parameters<typeof change>[1], Attributes]>([
    ['both', { name: 'New', description: 'Other' }, { name: 'New', description: 'Other' }],
    ['the name, and keeps the rest', { name: 'New' }, { name: 'New' }],
    ['the description, to nothing', { description: '' }, { name: 'Survival', description: '' }],
  ])('sends %s', async (_, edit, expected) => {
    panel().respond(server(), empty(204))
    expect(unwrap(await change(clientOf(), edit))).toEqual({ meanwhile: null })
    expect(paths()).toEqual(['GET ', 'POST /settings/rename'])
    expect(body(1)).toEqual(expected)
  })

  it('sends a name that is kept just as it came', async () => {
    const name = ' Sur\u200bvival '
    panel().respond(server({ name }), empty(204))
    unwrap(await change(clientOf(), { description: 'Other' }))
    expect(body(1).name).toBe(name)
  })

  it('sends back no name in which the token was hidden', async () => {
    panel().respond(server({ name: `My ${token}` }))
    const shown = { name: 'My [token]', description: 'Old' }
    const edit = { ...shown, description: 'Other' }
    expect(errorOf(await updateSettings(clientOf().at(id), { seen: shown, edit })).code).toBe('malformed-answer')
    expect(panel().requests).toHaveLength(1)
  })

  it('sends nothing where nothing changes', async () => {
    panel().respond(server())
    unwrap(await change(clientOf(), {}))
    expect(panel().requests).toHaveLength(1)
  })

  it('goes in two on the other kind of panel, the description first', async () => {
    panel().respond(server(pelican), empty(204), empty(204))
    unwrap(await change(clientOf(), { name: 'New', description: 'Other' }))
    expect(paths()).toEqual(['GET ', 'POST /settings/description', 'POST /settings/rename'])
    expect([body(1), body(2)]).toEqual([{ description: 'Other' }, { name: 'New' }])
  })

  it('changes nothing where descriptions may not be changed, which is refused without a word', async () => {
    panel().respond(server(pelican), bare)
    expect(errorOf(await change(clientOf(), { name: 'New', description: 'Other' })).code).toBe('description-fixed')
    expect(panel().requests).toHaveLength(2)
  })

  it('tells what of the two was changed', async () => {
    panel().respond(server(pelican), empty(204), refusal(422, 'ValidationException', 'Too long.'))
    expect(errorOf(await change(clientOf(), { name: 'New', description: 'Other' }))).toMatchObject({
      code: 'input-rejected',
      message: 'The description was changed, but the name was not.',
    })
  })
})
