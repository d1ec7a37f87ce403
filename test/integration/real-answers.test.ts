import { describe, expect, it } from 'vitest'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import type { RealAnswer } from '../fixtures/real-answer.ts'
import { realAnswers } from '../fixtures/real-answers.ts'

const rig = setUpFakeDemo()

describe('The demo panel answers what a real one was seen to answer', () => {
  it.each(realAnswers)('$what: $call', async (row: RealAnswer) => {
    const { dialect = 'pterodactyl', server = 'survival', given, call, input, status, body, headers = {} } = row
    await rig.restart({ dialect, resourcesCacheMs: 20_000 })
    const identifier = demoServers[server]
    const { send } = rig.on(identifier)
    const made = await given?.(rig.demo.panel, identifier, send)
    const [method = '', path = ''] = call.split(' ')
    const response = await send(method, path.replace(':given', String(made)), input)
    const text = await response.text()
    expect({ status: response.status, ...(body && { body: JSON.parse(text) }) }).toMatchObject({
      status,
      ...(body && { body }),
    })
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name), name).toBe(value)
  })
})
