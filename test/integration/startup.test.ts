import { describe, expect, it } from 'vitest'
import { changeStartup, readStartup } from '../../electron/startup/panel.ts'
import { startupContract } from '../../shared/startup/contract.ts'
import { maxStartupImages, maxStartupVariables } from '../../shared/startup/startup.ts'
import { id, setUpFaultPanel, token, unwrap } from '../fixtures/client-rig.ts'
import { empty, json } from '../fixtures/fault-panel.ts'

const { panel, clientOf } = setUpFaultPanel()
const server = `/api/client/servers/${id}`

type Attributes = Readonly<Record<string, unknown>>
const told = (more: Attributes = {}): Attributes => ({
  name: 'Server Jar File',
  description: 'What runs.',
  env_variable: 'SERVER_JARFILE',
  default_value: 'server.jar',
  server_value: 'paper.jar',
  is_editable: true,
  rules: 'required|string|max:20',
  ...more,
})
const meta = {
  startup_command: 'java -jar paper.jar',
  docker_images: { 'Java 21': 'ghcr.io/a/b:java_21' },
  raw_startup_command: 'java -jar {{SERVER_JARFILE}}',
}
const listOf = (attributes: readonly unknown[], its: unknown = meta) =>
  json(200, { object: 'list', data: attributes.map((one) => ({ object: 'egg_variable', attributes: one })), meta: its })
const read = async (...attributes: unknown[]) => {
  panel().respond(listOf(attributes))
  return unwrap(await readStartup(clientOf().at(id)))
}
const first = async (more: Attributes) => (await read(told(more))).variables[0]

describe('the startup', () => {
  it('tells variables, command and images', async () => {
    expect(await read(told())).toEqual({
      variables: [
        {
          key: 'SERVER_JARFILE',
          name: 'Server Jar File',
          description: 'What runs.',
          value: 'paper.jar',
          defaultValue: 'server.jar',
          isUnset: false,
          isEditable: true,
          isWhole: true,
          rules: 'required|string|max:20',
        },
      ],
      leftOut: 0,
      command: 'java -jar paper.jar',
      rawCommand: 'java -jar {{SERVER_JARFILE}}',
      images: [{ label: 'Java 21', image: 'ghcr.io/a/b:java_21' }],
    })
    expect(panel().requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${server}/startup`])
  })

  it.each<[string, Attributes, object]>([
    ['that it is empty or the default', { server_value: null }, { value: 'server.jar', isUnset: true, isWhole: true }],
    ['an empty default', { server_value: null, default_value: '' }, { value: '', isUnset: false, isWhole: true }],
    ['an empty value, which is no default', { server_value: '' }, { value: '', isWhole: true }],
    ['a number', { server_value: 25 }, { value: '25', isWhole: true }],
    ['a switch', { server_value: false }, { value: '0', isWhole: true }],
    ['blanks as they are', { server_value: ' a  b ' }, { value: ' a  b ', isWhole: true }],
    ['that a value is not all shown', { server_value: 'a\u202eb\nc' }, { value: 'abc', isWhole: false }],
    ['a value of any length', { server_value: 'x'.repeat(9_000) }, { value: 'x'.repeat(4_000), isWhole: false }],
    ['a value that is the token', { server_value: token }, { value: '[token]', isWhole: false }],
    ['rules as a list', { rules: ['required', 'in:a,b', 5] }, { rules: 'required|in:a,b' }],
    ['no rules', { rules: null }, { rules: '' }],
    ['one without a name', { name: '\u202e' }, { name: 'SERVER_JARFILE' }],
    ['one that nobody says may be changed', { is_editable: 'yes' }, { isEditable: false }],
  ])('tells %s', async (_, more, expected) => {
    expect(await first(more)).toMatchObject(expected)
  })

  it('leaves out what can not be named, and what is too much', async () => {
    const many = Array.from({ length: 300 }, (_, n) => told({ env_variable: `A_${n}` }))
    const startup = await read(told({ env_variable: 'a b' }), null, ...many)
    expect([startup.variables.length, startup.leftOut]).toEqual([maxStartupVariables - 2, 104])
  })

  it.each<[string, unknown, unknown]>([
    ['a list', ['ghcr.io/a/b:1'], [{ label: 'ghcr.io/a/b:1', image: 'ghcr.io/a/b:1' }]],
    ['markup', { a: '<b>', b: 'ok' }, [{ label: 'b', image: 'ok' }]],
    ['nothing', null, []],
    ['a text', 'java', []],
  ])('takes images that are %s', async (_, docker_images, images) => {
    panel().respond(listOf([], { docker_images }))
    expect(unwrap(await readStartup(clientOf().at(id))).images).toEqual(images)
  })

  it('fits what the window takes, whatever a panel says', async () => {
    const long = 'x'.repeat(50_000)
    const docker_images = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}`, `img:${n}`]))
    panel().respond(
      listOf([told({ name: long, description: long, default_value: long, server_value: long, rules: long })], {
        startup_command: long,
        raw_startup_command: `\n${long}`,
        docker_images,
      }),
    )
    const startup = unwrap(await readStartup(clientOf().at(id)))
    const whole = { ...startup, image: null, denied: [] }
    const { reply } = startupContract['startup:read']
    expect(reply.parse(whole)).toEqual(whole)
    expect(startup.images).toHaveLength(maxStartupImages)
  })
})

describe('a change', () => {
  it.each([
    [{ key: 'A', value: 'b' }, '/startup/variable', { key: 'A', value: 'b' }],
    [{ key: null, value: 'img:1' }, '/settings/docker-image', { docker_image: 'img:1' }],
  ])('%j is sent once', async (change, path, body) => {
    panel().respond(empty(204))
    unwrap(await changeStartup(clientOf().at(id), change))
    expect(panel().requests.map((sent) => [sent.method, sent.path, JSON.parse(sent.body)])).toEqual([
      ['PUT', server + path, body],
    ])
  })
})
