import { expect, it } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { ok } from '../../shared/result.ts'
import { errorOf, id, setUpFaultPanel, token, unwrap } from '../fixtures/client-rig.ts'
import { demoServers, startDemo } from '../fixtures/demo.ts'
import { type Behaviour, json, refusal } from '../fixtures/fault-panel.ts'

const { panel, clientOf } = setUpFaultPanel()
const server = (relationships: unknown) =>
  json(200, { object: 'server', attributes: { identifier: id, relationships } })

it('is told by the demo panel where it is asked for, and in no list', async () => {
  const demo = await startDemo({ clock: systemClock })
  try {
    const client = createPanelClient({
      baseUrl: demo.baseUrl,
      readToken: async () => ok(demo.token()),
      clock: systemClock,
    })
    expect(unwrap(await client.readEgg(demoServers.survival))).toBe('Paper')
    expect(unwrap(await client.listServers()).servers.every(({ game }) => game?.egg === null)).toBe(true)
  } finally {
    await demo.panel.dispose()
  }
})

it.each<[string, Behaviour, string | null]>([
  ['its name', server({ egg: { object: 'egg', attributes: { uuid: 'x', name: 'Paper' } } }), 'Paper'],
  ['a name that quotes the token', server({ egg: { attributes: { name: `A ${token}` } } }), 'A [token]'],
  ['an egg that the key may not see', server({ egg: { object: 'null_resource', attributes: null } }), null],
  ['no egg', server({}), null],
  ['something else', json(200, []), null],
])('reads %s', async (_, behaviour, egg) => {
  panel().respond(behaviour)
  expect(unwrap(await clientOf().readEgg(id))).toBe(egg)
  expect(panel().requests.map(({ path }) => path)).toEqual([`/api/client/servers/${id}?include=egg`])
})

it('is refused as any other reading is', async () => {
  panel().respond(refusal(403, 'AuthorizationException', 'This action is unauthorized.'))
  expect(errorOf(await clientOf().readEgg(id)).status).toBe(403)
})
