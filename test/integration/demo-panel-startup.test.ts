import { describe, expect, it } from 'vitest'
import { rule, variable } from '../../electron/demo-panel/games/variable.ts'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** How servers of the demo panel start (the panel dialect, part 2, *Startup and image*). */

const { survival: server } = demoServers
const java17 = 'ghcr.io/pterodactyl/yolks:java_17'

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)
const set = (key: string, value: unknown) => on.refused('PUT', '/startup/variable', { key, value })

describe('the startup of a server', () => {
  it('tells its variables, the command in clear, and the images', async () => {
    const { data, meta } = await on.read('GET', '/startup')
    expect(data[1]).toEqual({
      object: 'egg_variable',
      attributes: {
        name: 'Server Jar File',
        description: 'The name of the file that the server runs.',
        env_variable: 'SERVER_JARFILE',
        default_value: 'server.jar',
        server_value: 'server.jar',
        is_editable: true,
        rules: String.raw`required|regex:/^([\w\d._-]+)(\.jar)$/`,
      },
    })
    expect(meta.startup_command).toMatch(/^java -Xms128M -Xmx6144M .* -jar server\.jar$/)
    expect(meta.raw_startup_command).toContain('-jar {{SERVER_JARFILE}}')
    expect(Object.keys(meta.docker_images)).toEqual(['Java 21', 'Java 17', 'Java 11'])
    expect(JSON.stringify(data)).not.toContain('DL_PATH')
  })

  it('takes a change, tells it everywhere, and notes it', async () => {
    const { attributes, meta } = await on.read('PUT', '/startup/variable', { key: 'SERVER_JARFILE', value: ' x.jar ' })
    expect(attributes.server_value).toBe('x.jar')
    expect(meta.startup_command).toContain('-jar x.jar')
    const told = await on.attributes('GET', '')
    expect(told.invocation).toContain('-jar x.jar')
    expect(JSON.stringify(told.relationships.variables)).toContain('x.jar')
    expect(await on.events('startup')).toEqual(['server:startup.edit'])
  })

  it('stores what is empty as that', async () => {
    expect(await on.attributes('PUT', '/startup/variable', { key: 'MINECRAFT_VERSION', value: '' })).toMatchObject({
      server_value: '',
      default_value: '1.21.4',
    })
  })

  it.each([
    ['SERVER_JARFILE', 'server.zip'],
    ['SERVER_JARFILE', ''],
    ['BUILD_NUMBER', 'x'.repeat(21)],
  ])('refuses %s of %j', async (key, value) => {
    const response = await on.send('PUT', '/startup/variable', { key, value })
    const { errors } = await response.json()
    expect([response.status, errors[0].meta.source_field]).toEqual([422, 'value'])
  })

  it('refuses what is read-only', async () => {
    rig.demo.panel.startup.addVariables(server, [variable('FIXED', 'Fixed', '1', rule.text(5), { isEditable: false })])
    expect(await set('FIXED', '2')).toMatchObject({
      status: 400,
      detail: 'The environment variable you are trying to edit is read-only.',
    })
  })

  it.each(['NOWHERE', 'DL_PATH'])('fails on %s, or refuses it, as its kind does', async (key) => {
    expect((await set(key, 'x')).status).toBe(500)
    await restart({ dialect: 'pelican' })
    expect((await set(key, 'x')).status).toBe(400)
  })

  it('takes another image of its egg, and none beside', async () => {
    expect(await on.status('PUT', '/settings/docker-image', { docker_image: java17 })).toBe(204)
    expect((await on.attributes('GET', '')).docker_image).toBe(java17)
    expect(await on.status('PUT', '/settings/docker-image', { docker_image: 'example.com/own' })).toBe(422)
    expect(await on.events('startup')).toEqual(['server:startup.image'])
  })

  it('takes none where an administrator chose one by hand', async () => {
    rig.demo.panel.startup.setImageByHand(server, 'example.com/own')
    expect(await on.refused('PUT', '/settings/docker-image', { docker_image: java17 })).toMatchObject({
      status: 400,
      detail: expect.stringContaining('manually set by an administrator'),
    })
  })
})
