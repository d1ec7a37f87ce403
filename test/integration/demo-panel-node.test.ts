import { describe, expect, it } from 'vitest'
import { demoServers } from '../fixtures/demo.ts'
import { askForLogs, eventsOf, openConsole, outputsOf } from '../fixtures/demo-console.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

const { survival: server, offline } = demoServers

const rig = setUpFakeDemo()

describe('what a client sends', () => {
  it('logs are the last 150 lines, and none without a process', async () => {
    const client = await openConsole(rig.demo, rig.token)
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`)
    await client.during(() => rig.demo.panel.node.print(server, lines))
    expect(outputsOf(await client.during(() => askForLogs(client, rig.demo.clock)))).toEqual(lines.slice(50))
    const resting = await openConsole(rig.demo, rig.token, offline)
    rig.demo.panel.node.print(offline, ['of yesterday'])
    await resting.take('console output')
    expect(await resting.during(() => askForLogs(resting, rig.demo.clock))).toEqual([])
    expect(eventsOf(await resting.during(() => resting.send('send stats')))).toEqual(['stats'])
  })

  it('is throttled on newer nodes: the excess is dropped, with one notice an episode', async () => {
    const client = await openConsole(rig.demo, rig.token)
    await rig.demo.clock.advance(10_000)
    const flood = await client.during(() => {
      for (let index = 0; index < 8; index += 1) client.send('send stats')
    })
    expect(flood.map(({ event, args }) => (event === 'stats' ? event : args?.[0]))).toEqual([
      'stats',
      'stats',
      'stats',
      'stats',
      'send stats',
    ])
    await rig.demo.clock.advance(1_000)
    expect(eventsOf(await client.during(() => client.send('send stats')))).toEqual(['stats'])
  })
})
